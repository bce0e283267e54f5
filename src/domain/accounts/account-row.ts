import { fold } from '../../lib/text/fold.ts'
import type { Account, Suspension } from '../../model/accounts/account.ts'
import { readRoles } from '../../model/accounts/role.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { usernameColumns } from '../../storage/accounts/usernames.ts'
import { texturesOf } from '../../storage/game/profiles.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'

/** Returns the row of a new account, which has no textures and has never been suspended. */
export function newAccountRow(account: {
  id: string
  username: string
  email: string | undefined
  /** True if the owner has opened a link that was sent to the address. */
  isEmailConfirmed?: boolean
  passwordHash: string
  language: string
  /** The secret in the form in which it is stored. */
  totpSecret: string | null
  createdAt: number
  /** The rules that its owner has accepted by registering. */
  rules?: Pick<AccountRow, 'rules_accepted_at' | 'rules_version'>
}): AccountRow {
  const emailFolded = account.email === undefined ? null : fold(account.email)
  return {
    id: account.id,
    ...usernameColumns(account.username),
    email: account.email ?? null,
    email_folded: emailFolded,
    email_confirmed: account.isEmailConfirmed ? emailFolded : null,
    password_hash: account.passwordHash,
    credentials_version: 0,
    secrets_version: 0,
    language: account.language,
    totp_secret: account.totpSecret,
    totp_since: null,
    skin_hash: null,
    skin_model: null,
    cape_hash: null,
    hidden_cape: null,
    suspended_at: null,
    suspended_until: null,
    suspension_reason: null,
    suspended_by: null,
    created_at: account.createdAt,
    deletes_at: null,
    roles: null,
    group_names: null,
    owner_id: null,
    primary_id: null,
    friends_list: null,
    friend_requests: null,
    uploads_suspended_at: null,
    uploads_suspended_reason: null,
    rules_version: account.rules?.rules_version ?? null,
    rules_accepted_at: account.rules?.rules_accepted_at ?? null,
  }
}

/** Converts a row. `now` decides whether a suspension that has an end is still in force. */
export function toAccount(row: AccountRow, now: number): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? undefined,
    isEmailConfirmed: row.email_folded !== null && row.email_confirmed === row.email_folded,
    language: row.language,
    createdAt: row.created_at,
    credentialsVersion: row.credentials_version,
    hasPassword: row.password_hash !== unusableHash,
    hasSecondFactor: row.totp_secret !== null,
    secondFactorSince: row.totp_since ?? undefined,
    suspension: suspensionOf(row, now),
    deletesAt: row.deletes_at ?? undefined,
    roles: readRoles(row.roles),
    textures: texturesOf(row),
    // The previous release does not forget it when another cape is set.
    hiddenCape: row.cape_hash === null ? (row.hidden_cape ?? undefined) : undefined,
    ownerId: row.owner_id ?? undefined,
    primaryId: row.primary_id ?? undefined,
    uploadsSuspension:
      row.uploads_suspended_at === null
        ? undefined
        : { at: row.uploads_suspended_at, reason: row.uploads_suspended_reason ?? undefined },
    rulesAccepted:
      row.rules_version === null || row.rules_accepted_at === null
        ? undefined
        : { version: row.rules_version, at: row.rules_accepted_at },
  }
}

/** Returns true if a suspension is in force. */
export const isSuspendedAt = (
  row: Pick<AccountRow, 'suspended_at' | 'suspended_until'>,
  now: number,
): boolean => row.suspended_at !== null && (row.suspended_until === null || row.suspended_until > now)

function suspensionOf(row: AccountRow, now: number): Suspension | undefined {
  if (row.suspended_at === null || !isSuspendedAt(row, now)) return undefined
  return {
    at: row.suspended_at,
    until: row.suspended_until ?? undefined,
    reason: row.suspension_reason ?? undefined,
    by: row.suspended_by ?? undefined,
  }
}
