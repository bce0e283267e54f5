import { createHash } from 'node:crypto'
import { unusableHash } from '../../passwords/passwords.ts'
import type { ForeignDatabase } from '../databases/database.ts'
import { type ElyAccount, type ElyName, readEly } from '../databases/ely.ts'
import type { Remark } from '../import/reasons.ts'
import type { Source, SourcePlayer } from './source.ts'
import { isUnreadable, storedInstant } from './stored-instant.ts'

/**
 * The states of an account. A registered account has not confirmed its email address, and a deleted one disappears
 * after some days.
 */
const status = { deleted: -10, banned: -1, registered: 0, active: 10 }

/** Ely's first hashes were MD5 of the password and the MD5 of the email address. Later ones are bcrypt. */
const oldStrategy = 0

/** Reads the accounts of Ely's service. Skins are kept by another service and not in this database. */
export async function ely(database: ForeignDatabase): Promise<Source> {
  const { count, accounts } = readEly(database)
  async function* players(): AsyncGenerator<SourcePlayer> {
    for await (const { account, names } of accounts()) yield accountOf(account, names)
  }
  return {
    total: await count('accounts'),
    players: players(),
    left: new Map([
      ['applications', await count('oauth_clients')],
      ['sessions', await count('oauth_sessions')],
    ]),
  }
}

function accountOf(account: ElyAccount, names: readonly ElyName[]): SourcePlayer {
  const { uuid, username, email, lang, deleted_at } = account
  const isDeleted = account.status === status.deleted || deleted_at !== null
  const remarks: Remark[] = isDeleted ? ['deleted_there'] : []
  if (account.password_hash === '') remarks.push('no_password')
  if (isUnreadable(account.created_at)) remarks.push('created_unreadable')
  return {
    remarks,
    fields: {
      id: uuid,
      username,
      email: email || null,
      ...hashOf(account),
      language: lang || null,
      totpSecret: (account.is_otp_enabled && account.otp_secret) || null,
      createdAt: storedInstant(account.created_at) ?? null,
      usernameHistory: historyOf(username, names),
      suspended: isDeleted || account.status === status.banned,
    },
  }
}

function hashOf({ password_hash: hash, password_hash_strategy: strategy, email }: ElyAccount) {
  if (hash === '') return { passwordHash: unusableHash }
  if (strategy !== oldStrategy) return { passwordHash: hash }
  return { passwordHash: hash, passwordSalt: createHash('md5').update(email.toLowerCase()).digest('hex') }
}

/** Removes repeated names from the history: one of Ely's migrations wrote each current name a second time. */
function historyOf(username: string, names: readonly ElyName[]) {
  const all = names
    .filter(({ username: name }) => name !== '')
    .map(({ username: name, applied_in }) => ({
      name,
      changedToAt: storedInstant(applied_in) ?? null,
    }))
  const changes = all.filter(({ name }, index) => name !== all[index - 1]?.name)
  return changes.at(-1)?.name === username ? changes : [...changes, { name: username, changedToAt: null }]
}
