import { offlineUuid } from '../../lib/crypto/uuid.ts'
import { isBareDigest } from '../../passwords/digests.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { type BlessingPlayer, type BlessingUser, readBlessing } from '../databases/blessing.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import type { Remark } from '../import/reasons.ts'
import { keeperOf, type Source, type SourcePlayer } from './source.ts'
import { isUnreadable, storedInstant } from './stored-instant.ts'

const permission = { banned: -1, administrator: 1 }

/** Plain digests need the SALT of its .env, which is not in the database. */
const digest = /^(?:[\da-f]{32}|[\da-f]{64}|[\da-f]{128})$/i

/**
 * Reads the players of Blessing Skin. Pictures are in its folder storage/textures, and their file names have no
 * extension.
 */
export async function blessing(
  database: ForeignDatabase,
  { salt, splitsUsers = false }: { salt?: string | undefined; splitsUsers?: boolean } = {},
): Promise<Source> {
  const { count, option, users } = readBlessing(database)
  // The plugin stores a UUID when it is first asked for one. With this setting it derives it from the name.
  const isOffline = (await option('ygg_uuid_algorithm')) === 'v3'
  const left: Source['left'] = new Map([
    ['users_without_player', 0],
    ['players_without_user', await count('players')],
    ['scores', 0],
    ['closets', await count('user_closet')],
  ])
  const add = (what: 'users_without_player' | 'scores') => left.set(what, (left.get(what) ?? 0) + 1)
  async function* players(): AsyncGenerator<SourcePlayer> {
    for await (const { user, players } of users()) {
      if (players.length === 0) add('users_without_player')
      if (user.score > 0) add('scores')
      left.set('players_without_user', (left.get('players_without_user') ?? 0) - players.length)
      const keeper = splitsUsers ? keeperOf(players) : undefined
      for (const player of players) {
        const isKeeper = !splitsUsers || player === keeper
        const { details, fields, remarks } = accountOf(user, player, salt)
        if (splitsUsers && players.length > 1) remarks.push('one_of_several')
        const isAdministrator = isKeeper && user.permission >= permission.administrator
        if (isAdministrator) remarks.push('administrator')
        if (!player.uuid && !isOffline) remarks.push('id_made')
        yield {
          remarks,
          details,
          fields: {
            ...fields,
            id: player.uuid || (isOffline ? offlineUuid(player.name) : null),
            email: isKeeper ? (fields.email ?? null) : null,
            roles: isAdministrator ? ['admin'] : null,
          },
          ...(players.length > 1 && { user: String(user.uid) }),
        }
      }
    }
  }
  return { total: await count('players'), players: players(), left }
}

function accountOf(user: BlessingUser, { name, skin, cape }: BlessingPlayer, salt: string | undefined) {
  const remarks: Remark[] = []
  if (!user.password) remarks.push('no_password')
  if (isUnreadable(user.register_at)) remarks.push('created_unreadable')
  const isBare = isBareDigest(user.password)
  if (isBare && !salt) remarks.push('password_ambiguous')
  const fields: SourcePlayer['fields'] = {
    username: name,
    email: user.email || null,
    passwordHash: user.password || unusableHash,
    passwordSalt: salt && digest.test(user.password) ? salt : null,
    language: user.locale || null,
    createdAt: storedInstant(user.register_at) ?? null,
    suspended: user.permission <= permission.banned,
    ...(skin && { skin: skin.hash, skinModel: skin.type === 'alex' ? 'slim' : 'default' }),
    cape: cape?.hash ?? null,
  }
  const details = isBare ? { password_ambiguous: 'give --salt if PWD_METHOD begins with SALTED' } : {}
  return { fields, remarks, details }
}
