import { duration } from '../../config/durations.ts'
import { defaultGraceMs, rotateServer, shownRoot } from '../../domain/community/server-keys.ts'
import {
  addServer,
  findServer,
  listServers,
  pauseServer,
  removeServer,
  type ServerFields,
  setServer,
} from '../../domain/community/servers.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { LinkUse } from '../../model/community/linked-player.ts'
import type { NeighbourWho } from '../../model/community/neighbour.ts'
import { shownRootedServer, shownServer } from '../../present/server.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readOption } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { rooted } from './rooted.ts'

interface Given {
  name: string
  title: string | undefined
  address: string | undefined
  group: readonly string[] | undefined
  neighbour: readonly string[] | undefined
  'groups-property': 'on' | 'off' | undefined
  who: NeighbourWho | undefined
  'source-property': 'on' | 'off' | undefined
  links: LinkUse | undefined
}

const isOn = (state: 'on' | 'off' | undefined): boolean | undefined => state && state === 'on'

const fieldsOf = (given: Given): ServerFields => ({
  title: given.title,
  address: given.address,
  groups: given.group,
  neighbours: given.neighbour,
  tellsGroups: isOn(given['groups-property']),
  visitorsWho: given.who,
  tellsSource: isOn(given['source-property']),
  linkUse: given.links,
})

export const add = writeCommand(async (context, given: Given, output) => {
  const fields = { name: given.name, ...fieldsOf(given) }
  output.object(shownRootedServer(await addServer(rooted(context), commandActor(), fields)))
})

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listServers(context)).map(shownServer)
  await output.list(rows, { name: 16, title: 20, address: 24, paused: 6, lastAskedAt: 24, groups: 0 })
})

export const show = readCommand(async (context, { name }: { name: string }, output) => {
  const server = await findServer(context, name)
  output.object(shownRootedServer({ server, root: await shownRoot(rooted(context), server.id) }))
})

interface Changes extends Given {
  'no-address': boolean
  'no-groups': boolean
  'no-neighbours': boolean
  'no-who': boolean
}

export async function set(given: Changes, output: Output): Promise<void> {
  if (given['no-groups'] && given.group) throw new UsageError('--group and --no-groups exclude each other')
  if (given['no-neighbours'] && given.neighbour) {
    throw new UsageError('--neighbour and --no-neighbours exclude each other')
  }
  if (given['no-address'] && given.address) {
    throw new UsageError('--address and --no-address exclude each other')
  }
  if (given['no-who'] && given.who) throw new UsageError('--who and --no-who exclude each other')
  await withContext(output, async (context) => {
    const server = await setServer(context, commandActor(), given.name, {
      ...fieldsOf(given),
      ...(given['no-address'] && { address: null }),
      ...(given['no-groups'] && { groups: [] }),
      ...(given['no-neighbours'] && { neighbours: [] }),
      ...(given['no-who'] && { visitorsWho: null }),
    })
    output.object(shownServer(server))
  })
}

const pausing = (isPaused: boolean) =>
  writeCommand(async (context, { name }: { name: string }, output) => {
    output.object(shownServer(await pauseServer(context, commandActor(), name, isPaused)))
  })

export const pause = pausing(true)
export const resume = pausing(false)

export const remove = writeCommand(async (context, { name }: { name: string }, output) => {
  await removeServer(context, commandActor(), name)
  output.object({ name }, `The game server ${name} was removed. Its root no longer works.`)
})

export async function rotate(
  { name, grace }: { name: string; grace: string | undefined },
  output: Output,
): Promise<void> {
  const graceMs = grace === undefined ? defaultGraceMs : readOption('--grace', grace, duration('0s', '24h'))
  await withContext(output, async (context) => {
    const rotated = await rotateServer(rooted(context), commandActor(), name, graceMs)
    const until = isoTime(rotated.until)
    output.object({ name, root: rotated.root, until })
    output.note(`The old root works until ${until}.`)
  })
}
