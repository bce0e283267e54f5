import { parseUuid } from '../../lib/crypto/uuid.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { type AuthMeColumn, type AuthMeNames, type AuthMeRow, readAuthMe } from '../databases/authme.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import type { Source, SourcePlayer } from './source.ts'
import { storedInstant } from './stored-instant.ts'

/** The address that AuthMe stores for players who have given none. */
const placeholderEmail = 'your@email.com'

/** Reads the accounts of AuthMe, a plugin that asks players for a password on game servers in offline mode. */
export async function authme(database: ForeignDatabase, names: AuthMeNames = {}): Promise<Source> {
  const { count, players: rows } = readAuthMe(database, names)
  const total = await count()
  async function* players(): AsyncGenerator<SourcePlayer> {
    for await (const row of rows()) yield accountOf(row)
  }
  return {
    total,
    players: players(),
    left: new Map([
      ['positions', total],
      ['addresses', total],
    ]),
  }
}

function accountOf(row: AuthMeRow): SourcePlayer {
  const text = (column: AuthMeColumn): string | null => {
    const value = row[column]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const username = text('username') ?? ''
  const realName = text('realname')
  const email = text('email')
  const passwordHash = text('password') ?? unusableHash
  // AuthMe stores the UUID only if a setting names a column for it. It always has a column for the vendor's UUID, which
  // is filled for players who have bought the game.
  const id = [text('uuid'), text('player_uuid'), text('premiumuuid')].find((it) => it && parseUuid(it))
  return {
    remarks: [
      ...(id ? [] : (['id_made'] as const)),
      ...(passwordHash === unusableHash ? (['no_password'] as const) : []),
    ],
    fields: {
      id: id ?? null,
      // Players whom AuthMe knew before it had this column are all called Player.
      username: realName?.toLowerCase() === username ? realName : username,
      email: email?.toLowerCase() === placeholderEmail ? null : email,
      passwordHash,
      passwordSalt: text('salt'),
      totpSecret: text('totp'),
      createdAt: storedInstant(row.regdate) ?? null,
    },
  }
}
