import { isEmail } from '../../model/accounts/account.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import { type DraslPlayer, type DraslUser, readDrasl } from '../databases/drasl.ts'
import type { Remark } from '../import/reasons.ts'
import { keeperOf, type Source, type SourcePlayer } from './source.ts'
import { isUnreadable, storedInstant } from './stored-instant.ts'

/** Reads the accounts of drasl. Pictures are in the folders `skin` and `cape` of its state directory. */
export async function drasl(
  database: ForeignDatabase,
  { splitsUsers = false }: { splitsUsers?: boolean } = {},
): Promise<Source> {
  const { count, users } = readDrasl(database)
  const left: Source['left'] = new Map([
    ['users_without_player', 0],
    ['players_without_user', await count('players')],
    ['name_changes', 0],
    ['identities', await count('user_oidc_identities')],
    ['invites', await count('invites')],
  ])
  async function* players(): AsyncGenerator<SourcePlayer> {
    for await (const { user, players, identities } of users()) {
      if (players.length === 0) left.set('users_without_player', (left.get('users_without_player') ?? 0) + 1)
      const keeper = splitsUsers ? keeperOf(players) : undefined
      left.set('players_without_user', (left.get('players_without_user') ?? 0) - players.length)
      for (const player of players) {
        if (storedInstant(player.name_last_changed_at) !== storedInstant(player.created_at)) {
          left.set('name_changes', (left.get('name_changes') ?? 0) + 1)
        }
        const isKeeper = !splitsUsers || player === keeper
        const remarks: Remark[] = splitsUsers && players.length > 1 ? ['one_of_several'] : []
        const account = {
          ...accountOf(user, player, isKeeper, remarks),
          ...(players.length > 1 && { user: user.uuid }),
        }
        yield isKeeper && identities.length > 0 ? { ...account, identities } : account
      }
    }
  }
  return { total: await count('players'), players: players(), left }
}

function accountOf(
  user: DraslUser,
  player: DraslPlayer,
  isKeeper: boolean,
  first: readonly Remark[],
): SourcePlayer {
  const { username } = user
  const passwordHash = hashOf(user)
  const isAdministrator = Boolean(user.is_admin) && isKeeper
  const remarks: Remark[] = isAdministrator ? ['administrator', ...first] : [...first]
  if (passwordHash === unusableHash) remarks.push('no_password')
  if (isUnreadable(player.created_at)) remarks.push('created_unreadable')
  // A drasl user may sign in with a name that no player has, or with an email address, which is kept.
  const hasEmail = isEmail(username)
  if (username.toLowerCase() !== player.name.toLowerCase() && !(hasEmail && isKeeper))
    remarks.push('login_changed')
  return {
    remarks,
    fields: {
      id: player.uuid,
      username: player.name,
      email: hasEmail && isKeeper ? username : null,
      passwordHash,
      roles: isAdministrator ? ['admin'] : null,
      language: user.preferred_language || null,
      createdAt: storedInstant(player.created_at) ?? null,
      suspended: Boolean(user.is_locked),
      ...(player.skin_hash && {
        skin: `skin/${player.skin_hash}.png`,
        skinModel: player.skin_model === 'slim' ? 'slim' : 'default',
      }),
      cape: player.cape_hash ? `cape/${player.cape_hash}.png` : null,
    },
  }
}

/**
 * drasl's passwords are hashed by scrypt with N = 2^15, r = 8, p = 1. Users who sign in through another service have
 * none.
 */
function hashOf({ password_salt: salt, password_hash: hash }: DraslUser): string {
  if (!salt?.length || !hash?.length) return unusableHash
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=15,r=8,p=1$${base64(salt)}$${base64(hash)}`
}
