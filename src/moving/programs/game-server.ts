import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Remark } from '../import/reasons.ts'
import type { Source, SourcePlayer } from './source.ts'
import { storedInstant } from './stored-instant.ts'

const known = Type.Object({ uuid: Type.String(), name: Type.String() })
const banned = Type.Object({
  uuid: Type.String(),
  created: Type.Optional(Type.String()),
  expires: Type.Optional(Type.String()),
  reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const lists = { known: Compile(Type.Array(known)), banned: Compile(Type.Array(banned)) }

/** Files of a game server, as parsed JSON. */
interface GameServerFiles {
  /** usercache.json or whitelist.json, which list the players that the server knows. */
  players: unknown
  /** banned-players.json and ops.json, if they exist. */
  bans: unknown
  operators: unknown
}

/** Reads the accounts from the files. Returns undefined if the files have another content. */
export function gameServer(files: GameServerFiles, now: number): Source | undefined {
  const { players, bans = [], operators = [] } = files
  if (!lists.known.Check(players) || !lists.banned.Check(bans) || !lists.known.Check(operators))
    return undefined
  const everybody = players
  const banOf = new Map(bans.map((ban) => [ban.uuid.toLowerCase(), ban]))
  const isOperator = new Set(operators.map(({ uuid }) => uuid.toLowerCase()))
  async function* accounts(): AsyncGenerator<SourcePlayer> {
    for (const { uuid, name } of everybody) {
      const remarks: Remark[] = isOperator.has(uuid.toLowerCase())
        ? ['operator', 'no_password']
        : ['no_password']
      yield {
        remarks,
        fields: {
          id: uuid,
          username: name,
          passwordHash: unusableHash,
          ...suspension(banOf.get(uuid.toLowerCase()), now),
        },
      }
    }
  }
  return { total: players.length, players: accounts(), left: new Map() }
}

/** Returns the suspension for a ban, or undefined if the ban has ended. `expires` is a time or `forever`. */
function suspension(ban: Static<typeof banned> | undefined, now: number) {
  if (!ban) return {}
  const until = storedInstant(ban.expires) ?? null
  if (until !== null && until <= now) return {}
  return { suspended: true, suspendedUntil: until, suspensionReason: ban.reason || null }
}
