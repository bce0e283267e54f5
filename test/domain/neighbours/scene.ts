// A game server with neighbours, each of which a test can make to answer anything.
import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import type { TestContext } from 'node:test'
import { addServer, type ServerFields } from '../../../src/domain/community/servers.ts'
import { answerAboutPlayer, askAboutPlayer } from '../../../src/domain/linking/players.ts'
import { addNeighbour, type NeighbourFields } from '../../../src/domain/neighbours/neighbours.ts'
import { findVisitor } from '../../../src/domain/neighbours/visitors.ts'
import { fold } from '../../../src/lib/text/fold.ts'
import type { Actor } from '../../../src/model/accounts/actor.ts'
import type { LinkedPlayer } from '../../../src/model/community/linked-player.ts'
import type { Visitor } from '../../../src/model/community/visitor.ts'
import { addressesBelow } from '../../../src/state/neighbours/addresses.ts'
import { insertVisitor, insertVisitorClaim } from '../../../src/storage/community/visitors.ts'
import { neighbourKeys } from '../../neighbours/keys.ts'
import { type MockNeighbour, startNeighbour } from '../../neighbours/mock.ts'
import { type Answer, operator, type RunningService } from '../../service.ts'

export const skinHost = 'textures.neighbour.test'

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64')

/** A UUID of version 4 that ends with the number. */
export const uuid = (number: number): string => `0123456789ab4cde8f${number.toString(16).padStart(14, '0')}`

export interface NeighbourGiven extends NeighbourFields {
  /** By name. Each has joined every server. */
  players?: Readonly<Record<string, string>>
  /** True if its textures come from its own address, and its key is stored. */
  hasPictures?: boolean
}

interface Asked {
  /** The path below the root. */
  path?: string
  headers?: Record<string, string>
  serverId?: string
  ip?: string
  /** Another instance. */
  service?: RunningService
}

export interface Scene {
  /** The path of the game server's root. */
  at: string
  mocks: Record<string, MockNeighbour>
  /** Asks as the game server whether a player has joined. */
  ask(username: string, asked?: Asked): Promise<Answer>
  /** Resolves with the reason in the log. */
  reason(answer: Answer): Promise<string | undefined>
}

/** The paths of hasJoined in each layout. */
export const layouts = {
  native: '/session/hasJoined',
  vendor: '/session/minecraft/hasJoined',
  'authlib-injector': '/authlib-injector/sessionserver/session/minecraft/hasJoined',
} as const

/** Adds neighbours, which admit everybody unless `given` says otherwise, and a server that names them. */
export async function neighbourhood(
  t: TestContext,
  service: RunningService,
  given: Readonly<Record<string, NeighbourGiven>>,
  server: ServerFields & { name?: string } = {},
): Promise<Scene> {
  const { context } = service
  const mocks: Record<string, MockNeighbour> = {}
  for (const [id, { players = {}, hasPictures, ...fields }] of Object.entries(given)) {
    const known = Object.entries(players).map(([name, playerId]) => [name, { id: playerId }] as const)
    const mock = await startNeighbour({ players: known, skinHost })
    t.after(() => mock.close())
    mocks[id] = mock
    await addNeighbour(context, operator, {
      id,
      place: {
        kind: 'authlib-injector',
        root: mock.root,
        addresses: addressesBelow('authlib-injector', mock.root, context.config.game),
        textureHosts: [hasPictures ? '127.0.0.1' : skinHost],
        ...(hasPictures && { texturesKey: spki(neighbourKeys.publicKey) }),
        isPrivate: true,
      },
      who: 'everyone',
      ...fields,
    })
  }
  const { root } = await addServer(context, operator, {
    name: 'lobby',
    neighbours: Object.keys(given),
    ...server,
  })
  const at = new URL(root).pathname
  return {
    at,
    mocks,
    ask: (username, asked = {}) => {
      const { path = layouts.native, headers = {}, serverId = 'hash', ip, service: other = service } = asked
      const query = new URLSearchParams({ username, serverId, ...(ip !== undefined && { ip }) })
      return other.get(`${at}${path}?${query}`, { headers })
    },
    reason: async (answer) => (await service.logLine(answer)).reason,
  }
}

/** Stores a visitor who owns the name, as a first join does. */
export async function storeVisitor(
  context: Pick<RunningService['context'], 'clock' | 'db'>,
  { id, name, neighbour = 'other' }: { id: string; name: string; neighbour?: string },
): Promise<Visitor> {
  const [key, now] = [fold(name), context.clock()]
  await context.db.transaction(async (tx) => {
    await insertVisitor(tx, {
      uuid: id,
      neighbour_id: neighbour,
      name,
      name_key: key,
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
      suspended_by: null,
      first_seen: now,
      last_seen: now,
      joins: 1,
    })
    await insertVisitorClaim(tx, key, id)
  })
  return findVisitor(context, id)
}

/** Everything in an answer by which an asker could tell it from another one. */
export const essence = ({ status, headers, text }: Answer) => [status, headers.get('content-type'), text]

/** Types a code and says yes to the question that follows. */
export async function linkPlayer(
  context: RunningService['context'],
  by: Actor,
  account: { id: string },
  typed: { code: string; address: string },
): Promise<LinkedPlayer> {
  const { token } = await askAboutPlayer(context, account, 'session', typed)
  const linked = await answerAboutPlayer(context, by, account, 'session', { token, isYes: true })
  assert.ok(linked)
  return linked
}
