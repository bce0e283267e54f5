import { lineOf } from '../../lib/text/printable.ts'
import { maxReasonLength } from '../../model/fields/rules.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Finding } from '../import/reasons.ts'
import { type PlayerEntry, type PlayerFile, PlayersByKey, readPlayers } from './player-list.ts'
import type { Source, SourcePlayer } from './source.ts'
import { storedInstant } from './stored-instant.ts'

interface GameServerFiles {
  /** usercache.json or whitelist.json, which list the players that the server knows. */
  players: PlayerFile
  /** banned-players.json and ops.json, if they exist. */
  bans: PlayerFile
  operators: PlayerFile
}

/**
 * Reads the accounts from the files. What can't be read is left out, and is a finding or a remark. Returns undefined if
 * the first file is not a list, or is one of something else.
 */
export function gameServer({ players, ...lists }: GameServerFiles, now: number): Source | undefined {
  const findings: Finding[] = []
  const known = readPlayers(players, findings).flatMap(({ number, uuid, name }) => {
    if (uuid !== undefined && name !== undefined) return { uuid, name }
    findings.push({ file: players.name, entry: number, ...(name && { name }), problem: 'entry_malformed' })
    return []
  })
  if (typeof players.content !== 'object' || (known.length === 0 && findings.length > 0)) return undefined
  const bans = new PlayersByKey(readPlayers(lists.bans, findings))
  const operators = new PlayersByKey(readPlayers(lists.operators, findings))
  const left: Source['left'] = new Map()
  async function* accounts(): AsyncGenerator<SourcePlayer> {
    for (const player of known) {
      const { suspension, remarks, details } = suspensionOf(bans.find(player), now)
      yield {
        remarks: [...(operators.find(player) ? (['operator'] as const) : []), 'no_password', ...remarks],
        details,
        fields: { id: player.uuid, username: player.name, passwordHash: unusableHash, ...suspension },
      }
    }
    left.set('bans_of_others', bans.unused)
  }
  return { total: known.length, players: accounts(), left, findings }
}

interface Suspension extends Required<Pick<SourcePlayer, 'details' | 'remarks'>> {
  suspension: Pick<SourcePlayer['fields'], 'suspended' | 'suspendedUntil' | 'suspensionReason'>
}

const none: Suspension = { suspension: {}, remarks: [], details: {} }

/** Returns the suspension for a ban that has not ended. Nobody is suspended until a time that nobody can tell. */
function suspensionOf(ban: PlayerEntry | undefined, now: number): Suspension {
  if (!ban) return none
  const { fields, place } = ban
  const until = endOf(fields)
  if (until === undefined) {
    const written = JSON.stringify(fields['expires']).slice(0, 80)
    return {
      ...none,
      remarks: ['ban_unreadable'],
      details: { ban_unreadable: `${place}, expires ${written}` },
    }
  }
  if (until !== null && until <= now) return none
  const { reason: given = null } = fields
  const whole = typeof given === 'string' ? given.trim() : ''
  const reason = lineOf(whole, maxReasonLength)
  const suspension = { suspended: true, suspendedUntil: until, suspensionReason: reason || null }
  const isWhole = given === null || (typeof given === 'string' && reason === whole)
  if (isWhole) return { ...none, suspension }
  return { suspension, remarks: ['ban_reason_shortened'], details: { ban_reason_shortened: place } }
}

/** The end of the year 9999, beyond which no end is stored. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns null for a ban without an end, which is `forever` or has no such field, and undefined if it is unreadable. */
function endOf(fields: PlayerEntry['fields']): number | null | undefined {
  const { expires = 'forever' } = fields
  if (typeof expires === 'string' && /^\s*forever\s*$/i.test(expires)) return null
  const end = storedInstant(typeof expires === 'string' ? expires.trim() : expires)
  return end !== undefined && end <= latest ? end : undefined
}
