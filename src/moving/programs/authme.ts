import { parseUuid } from '../../lib/crypto/uuid.ts'
import { noPassword } from '../../passwords/passwords.ts'
import { type AuthMeColumn, type AuthMeNames, type AuthMeRow, readAuthMe } from '../databases/authme.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import type { Source, SourcePlayer } from './source.ts'
import { storedInstant } from './stored-instant.ts'

/** What AuthMe writes where nobody has told his address. */
const placeholderEmail = 'your@email.com'

/** The accounts of AuthMe, a plugin that game servers in offline mode ask passwords with. */
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
  const passwordHash = text('password') ?? noPassword
  // A column for it is a setting; that of the vendor's UUID is there, and filled for who has bought the game.
  const id = [text('uuid'), text('player_uuid'), text('premiumuuid')].find((it) => it && parseUuid(it))
  return {
    remarks: [
      ...(id ? [] : (['id_made'] as const)),
      ...(passwordHash === noPassword ? (['no_password'] as const) : []),
    ],
    fields: {
      id: id ?? null,
      // Players that it knew before it had the column are all called Player.
      username: realName?.toLowerCase() === username ? realName : username,
      email: email?.toLowerCase() === placeholderEmail ? null : email,
      passwordHash,
      passwordSalt: text('salt'),
      totpSecret: text('totp'),
      createdAt: storedInstant(row.regdate) ?? null,
    },
  }
}
