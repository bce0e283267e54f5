import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Finding } from '../import/reasons.ts'

/** A file of a game server, which lists players in JSON. */
export interface PlayerFile {
  name: string
  /** Undefined if there is no such file. */
  content: { json: unknown } | 'empty' | 'broken' | 'closed' | undefined
}

/** An entry of such a file. It has a UUID, a name or both. */
export interface PlayerEntry {
  /** The file and the number of the entry, for people. */
  place: string
  number: number
  uuid: string | undefined
  name: string | undefined
  /** All that it has. */
  fields: Readonly<Record<string, unknown>>
}

/** Returns the entries that name a player. Others, and a file that is not a list, are added to the findings. */
export function readPlayers({ name: file, content }: PlayerFile, findings: Finding[]): PlayerEntry[] {
  if (content === undefined) return []
  const list = typeof content === 'object' ? content.json : []
  if (typeof content === 'string') findings.push({ file, problem: `file_${content}` })
  else if (!Array.isArray(list)) findings.push({ file, problem: 'file_other' })
  return (Array.isArray(list) ? list : []).flatMap((value: unknown, index): PlayerEntry | [] => {
    const number = index + 1
    const fields: PlayerEntry['fields'] = Object(value)
    const [uuid, name] = [textOf(fields['uuid']), textOf(fields['name'])]
    if (uuid !== undefined || name !== undefined)
      return { place: `${file}, entry ${number}`, number, uuid, name, fields }
    findings.push({ file, entry: number, problem: 'entry_malformed' })
    return []
  })
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Finds entries by the UUID of a player, in any spelling. An entry without one is found by the name. */
export class PlayersByKey {
  readonly #entries = new Map<string, PlayerEntry>()
  readonly #found = new Set<PlayerEntry>()

  constructor(entries: readonly PlayerEntry[]) {
    for (const entry of entries) this.#entries.set(keyOf(entry), entry)
  }

  find(player: Pick<PlayerEntry, 'name' | 'uuid'>): PlayerEntry | undefined {
    const entry = this.#entries.get(keyOf(player)) ?? this.#entries.get(keyOf({ ...player, uuid: undefined }))
    if (entry) this.#found.add(entry)
    return entry
  }

  /** The number of entries that no player has asked for. */
  get unused(): number {
    return this.#entries.size - this.#found.size
  }
}

const keyOf = ({ uuid, name = '' }: Pick<PlayerEntry, 'name' | 'uuid'>): string =>
  uuid === undefined ? `name ${fold(name)}` : `uuid ${parseUuid(uuid) ?? uuid}`
