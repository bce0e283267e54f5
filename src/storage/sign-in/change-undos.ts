import { bedrock } from '../../model/community/bedrock.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsAny, readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import type { ChangeUndoRow } from '../schema/rows/sign-in.ts'

const insert = inserts('change_undo')

/** True for a link that ends recovery codes. */
const isOfCodes = `change_undo.email is null and change_undo.player_id is null and change_undo.app_password_id is null
   and change_undo.provider is null`

const deleteSpent = executes<[accountId: string], Transaction>(
  'delete_spent_change_undos',
  `delete from change_undo where account_id = $1
     and ((player_id is not null and not exists
       (select 1 from neighbour_link where neighbour_link.account_id = change_undo.account_id
          and neighbour_link.neighbour_id = change_undo.neighbour_id and uuid = player_id and at = since)
       and not exists (select 1 from bedrock_link where bedrock_link.account_id = change_undo.account_id
          and change_undo.neighbour_id is null and xuid = player_id and at = since))
     or (app_password_id is not null and not exists
       (select 1 from app_password where app_password.id = change_undo.app_password_id))
     or (provider is not null and not exists
       (select 1 from linked_identity where linked_identity.account_id = change_undo.account_id
          and linked_identity.provider = change_undo.provider and linked_at = since)))`,
)

/** Inserts a link, and deletes those of the account whose player, app password or provider is gone. */
export async function insertChangeUndo(tx: Transaction, row: ChangeUndoRow): Promise<void> {
  await deleteSpent(tx, row.account_id)
  await insert(tx, row)
}

/** Returns true if the account has a link that gives it back an earlier email address. */
export const hasEmailUndo = readsAny<[accountId: string, now: number]>(
  'has_email_undo',
  'select digest from change_undo where account_id = $1 and email is not null and expires_at > $2 limit 1',
)

/** Returns true if the account's recovery codes were renewed since then, in epoch milliseconds, and can be ended. */
export const hasCodesUndo = readsAny<[accountId: string, since: number]>(
  'has_codes_undo',
  `select digest from change_undo where account_id = $1 and ${isOfCodes} and since >= $2 limit 1`,
)

/** Deletes the links that give the account an earlier email address back. */
export const deleteEmailUndos = executes<[accountId: string], Transaction>(
  'delete_email_undos',
  'delete from change_undo where account_id = $1 and email is not null',
)

export const deleteCodesUndos = executes<[accountId: string], Transaction>(
  'delete_codes_undos',
  `delete from change_undo where account_id = $1 and ${isOfCodes}`,
)

type UndoableRow = AccountRow & {
  undone_email: string | null
  undone_neighbour: string | null
  undone_player: string | null
  undone_name: string | null
  undone_app_password: string | null
  undone_app_name: string | null
  undone_provider: string | null
  undone_identity: string | null
  undone_since: number
}

/** Returns the account that a link is for, as long as there is something to undo. */
export const changeToUndo = readsFirst<UndoableRow, [digest: string, now: number]>(
  'change_to_undo',
  `select account.*, change_undo.email as undone_email,
     case when bedrock_link.xuid is null then change_undo.neighbour_id else '${bedrock}' end as undone_neighbour,
     change_undo.player_id as undone_player, change_undo.since as undone_since,
     coalesce(neighbour_link.name, bedrock_link.gamertag, bedrock_link.xuid) as undone_name,
     app_password.id as undone_app_password, app_password.name as undone_app_name,
     linked_identity.provider as undone_provider,
     coalesce(linked_identity.name, linked_identity.subject) as undone_identity
   from change_undo join account on account.id = change_undo.account_id
     left join neighbour_link on neighbour_link.neighbour_id = change_undo.neighbour_id
       and neighbour_link.uuid = change_undo.player_id and neighbour_link.account_id = account.id
       and neighbour_link.at = change_undo.since
     left join bedrock_link on change_undo.neighbour_id is null and bedrock_link.xuid = change_undo.player_id
       and bedrock_link.account_id = account.id and bedrock_link.at = change_undo.since
     left join app_password on app_password.id = change_undo.app_password_id
       and app_password.account_id = account.id
     left join linked_identity on linked_identity.provider = change_undo.provider
       and linked_identity.account_id = account.id and linked_identity.linked_at = change_undo.since
   where change_undo.digest = $1 and change_undo.expires_at > $2
     and (change_undo.email is not null or neighbour_link.uuid is not null or bedrock_link.xuid is not null
       or app_password.id is not null
       or linked_identity.provider is not null
       or (${isOfCodes} and account.totp_secret is not null and account.totp_since <= change_undo.since))`,
)

/** Deletes an undo link. Returns true for exactly one of several concurrent callers. */
export const deleteChangeUndo = writesAny<[digest: string], Transaction>(
  'delete_change_undo',
  'delete from change_undo where digest = $1 returning digest',
)

/** Deletes the undo links of an account and its characters since an instant in epoch milliseconds, those of factors too. */
export async function deleteUndosOf(db: Queries, accountId: string, since: number): Promise<void> {
  await deleteChangeUndos(db, accountId, since)
  await deleteFactorUndos(db, accountId, since)
}

const deleteChangeUndos = executes<[accountId: string, since: number]>(
  'delete_change_undos',
  `delete from change_undo where since >= $2 and account_id in
     (select cast($1 as text) union all select id from account where owner_id = $1)`,
)

const deleteFactorUndos = executes<[accountId: string, since: number]>(
  'delete_factor_undos',
  'delete from factor_undo where account_id = $1 and since >= $2',
)
