import { listServers } from '../../../domain/community/servers.ts'
import type { ReadContext } from '../../../domain/context.ts'
import { testNeighbour } from '../../../domain/neighbours/ask.ts'
import { namePattern } from '../../../domain/neighbours/checks.ts'
import { fingerprintOf, neighbourKeys } from '../../../domain/neighbours/keys.ts'
import { listNeighbours } from '../../../domain/neighbours/neighbours.ts'
import { isOwnKey } from '../../../domain/neighbours/place.ts'
import { monotonicClock, systemClock } from '../../../lib/measure/clock.ts'
import { askTimeoutMs, reasonOf } from '../../../lib/net/ask.ts'
import { isSlowPattern } from '../../../lib/process/pattern-trial.ts'
import type { GameServer } from '../../../model/community/game-server.ts'
import type { Neighbour } from '../../../model/community/neighbour.ts'
import { Neighbours } from '../../../state/neighbours/neighbours.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks that each neighbour answers, and that the game servers that name one can let in its players. */
export async function neighbours({ config, db }: Examined): Promise<Findings> {
  if (!db) return skipped('the database cannot be used')
  const context: ReadContext = { clock: systemClock, config, db }
  const [all, servers] = await Promise.all([listNeighbours(context), listServers(context)])
  if (all.length === 0) return ok('there are none')
  const paused = new Set(all.flatMap(({ id, isPaused }) => (isPaused ? [id] : [])))
  const findings = found(
    unused(servers, config.neighbours),
    servers.flatMap((each) => stopped(each, paused)),
    servers.flatMap(signing),
  )
  const asked = all.filter(({ id }) => !paused.has(id))
  const state = new Neighbours(monotonicClock, () => config.baseUrl)
  const [answers, keys] = await Promise.all([
    Promise.all(asked.map((each) => examined(context, state, each))),
    Promise.all(asked.map((each) => keysOf(context, each))),
  ])
  return found(findings, answers, keys.flat())
}

type Own = Parameters<typeof isOwnKey>[0]

function unused(servers: readonly GameServer[], setting: 'off' | 'watch' | 'on'): Finding | undefined {
  const naming = servers.filter(({ neighbours: named }) => named.length > 0).map(({ name }) => name)
  if (setting !== 'off' || naming.length === 0) return undefined
  const names = naming.length > 3 ? `${naming.length} game servers name` : `${naming.join(', ')} names`
  return warning(
    `NORN_NEIGHBOURS is off, but ${names} neighbours`,
    'set NORN_NEIGHBOURS=watch or on, or take them off: norn server set NAME --no-neighbours',
  )
}

const stopped = ({ name, neighbours: named }: GameServer, paused: ReadonlySet<string>): Finding[] =>
  named
    .filter((id) => paused.has(id))
    .map((id) =>
      warning(`the game server ${name} names ${id}, which is paused`, `norn neighbour resume ${id}`),
    )

/** Checks that no changed key is held, and that textures can be copied. */
async function keysOf(context: ReadContext, { id, textures, textureHosts }: Neighbour): Promise<Finding[]> {
  const keys = await neighbourKeys(context, id)
  const held = keys.filter(({ isTrusted }) => !isTrusted)
  const hasKey = keys.some((key) => key.use === 'textures' && key.isTrusted)
  const findings = held.map((key) =>
    warning(
      `a changed key of ${id} for ${key.use} is held: ${fingerprintOf(key)}`,
      `ask its operators whether it is theirs, then norn neighbour confirm-key ${id}`,
    ),
  )
  if (textures !== 'mirror' || textureHosts.length === 0 || hasKey) return findings
  const missing = warning(
    `${id} has no trusted key for textures, so its players have no skins`,
    'its keys are read while the service runs; with the kind urls, add it again with --textures-key',
  )
  return [...findings, missing]
}

/**
 * A linked player's game signs chat for the UUID that it knows. Game servers from 1.19 on disconnect it under another one,
 * whatever their settings, unless authlib-injector accepts every key.
 */
const signing = ({ name, links, neighbours: named }: GameServer): Finding[] =>
  links === 'admit' || named.length === 0
    ? []
    : [
        warning(
          `linked players join ${name} as their accounts, whose UUIDs the keys of their chat do not fit`,
          `run ${name} with authlib-injector, or let them join as themselves: norn server set ${name} --links admit`,
        ),
      ]

async function examined(own: Own, state: Neighbours, neighbour: Neighbour): Promise<Finding> {
  const { id, names } = neighbour
  const remedy = `ask its operators, or stop asking it: norn neighbour pause ${id}`
  if (await isSlowPattern(namePattern(names))) {
    return wrong(
      `with some names, the pattern of ${id} takes so long that strangers can stop the service: ${names}`,
      `norn neighbour set ${id} --names '[A-Za-z0-9_]{3,16}'`,
    )
  }
  const problem = await metadataOf(own, state, neighbour).catch((error: unknown) =>
    wrong(`${id} does not answer (${reasonOf(error)})`, remedy),
  )
  if (problem) return problem
  const { answer } = await testNeighbour(state, neighbour, 'Norn_test')
  if (answer.says !== 'unsure') return ok(`${id} answers`)
  return wrong(`${id} gives no usable answers (${answer.problem})`, remedy)
}

/** Compares the metadata of a root, and the discovery document that it names, with what was stored. Throws what the request throws, such as a bad certificate. */
async function metadataOf(own: Own, state: Neighbours, neighbour: Neighbour): Promise<Finding | undefined> {
  const { id, kind, root, isPrivate, textureHosts } = neighbour
  if (kind !== 'authlib-injector' || root === null) return undefined
  const { hosts, discovery, texturesKey } = await state.readMetadata(
    root,
    isPrivate,
    AbortSignal.timeout(askTimeoutMs),
  )
  if (await isOwnKey(own, texturesKey)) {
    return wrong(`${id} is this service itself, under another address`, `norn neighbour remove ${id}`)
  }
  if (/\/at\/[^/]+/.test(new URL(root).pathname)) {
    return warning(
      `${id} is the root of a game server there, below which a Norn tells another about its accounts alone`,
      `if it is a Norn, add it again with its plain root, which no game server of theirs can end`,
    )
  }
  const gone = textureHosts.filter((host) => !hosts.includes(host))
  if (gone.length === 0) return signInOf(state, neighbour, discovery)
  return warning(
    `${id} no longer names ${gone.join(', ')} as a host of skins`,
    `if its players have no skins, remove it and add it again`,
  )
}

/** Compares what the discovery document says about signing in with what was stored. */
async function signInOf(
  state: Neighbours,
  { id, isPrivate, client }: Neighbour,
  discovery: string | undefined,
): Promise<Finding | undefined> {
  if (!client) return undefined
  const signal = AbortSignal.timeout(askTimeoutMs)
  const server = await state.readDiscovery(discovery ?? '', isPrivate, signal).catch(() => undefined)
  if (JSON.stringify(server) === JSON.stringify(client.server)) return undefined
  return warning(
    `${id} names other addresses than before for signing in, so players may not be linked there`,
    `ask its operators whether that is right, then norn neighbour set ${id} --client-id ${client.clientId}`,
  )
}
