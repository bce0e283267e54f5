import { parseUuid } from '../../lib/crypto/uuid.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { type AuthMeColumn, type AuthMeNames, type AuthMeRow, readAuthMe } from '../databases/authme.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import { readAuthMePassword } from './authme-password.ts'
import type { Source, SourcePlayer } from './source.ts'
import { isUnreadable, storedInstant } from './stored-instant.ts'

/** The address that AuthMe stores for players who have given none. */
const placeholderEmail = 'your@email.com'

/** Reads the accounts of AuthMe, a plugin that asks players for a password on game servers in offline mode. */
export async function authme(
  database: ForeignDatabase,
  { algorithm, ...names }: AuthMeNames & { algorithm?: string | undefined } = {},
): Promise<Source> {
  const { count, players: rows } = readAuthMe(database, names)
  const total = await count()
  async function* players(): AsyncGenerator<SourcePlayer> {
    for await (const row of rows()) yield accountOf(row, algorithm)
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

function accountOf(row: AuthMeRow, algorithm: string | undefined): SourcePlayer {
  const text = (column: AuthMeColumn): string | null => {
    const value = row[column]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const username = text('username') ?? ''
  const realName = text('realname')
  const email = text('email')
  const stored = text('password') ?? unusableHash
  const password = readAuthMePassword({ hash: stored, salt: text('salt'), username, algorithm })
  const createdAt = storedInstant(row.regdate)
  // AuthMe stores the UUID only if a setting names a column for it. It always has a column for the vendor's UUID, which
  // is filled for players who have bought the game.
  const id = [text('uuid'), text('player_uuid'), text('premiumuuid')].find((it) => it && parseUuid(it))
  return {
    remarks: [
      ...(id ? [] : (['id_made'] as const)),
      ...(stored === unusableHash ? (['no_password'] as const) : []),
      ...(password.remark ? [password.remark] : []),
      ...(isUnreadable(row.regdate) ? (['created_unreadable'] as const) : []),
    ],
    ...(password.remark && password.detail && { details: { [password.remark]: password.detail } }),
    fields: {
      id: id ?? null,
      // Players whom AuthMe knew before it had this column are all called Player.
      username: realName?.toLowerCase() === username ? realName : username,
      email: email?.toLowerCase() === placeholderEmail ? null : email,
      ...password.fields,
      totpSecret: text('totp'),
      createdAt: createdAt ?? null,
    },
  }
}
