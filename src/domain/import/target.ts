import { isMailAddress } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { readRoles } from '../../model/role.ts'
import {
  type AccountKeys,
  type HolderRow,
  holdersOf,
  insertAccounts,
  type NewAccounts,
} from '../../storage/import.ts'
import type { AccountRow } from '../../storage/schema.ts'
import { toAccount } from '../accounts/account-row.ts'
import { record, recordCreated } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'

/** Where the accounts of an import go. */
export interface ImportTarget {
  /** False: nothing is changed, and nothing expensive need be made. */
  isReal: boolean
  /** Whatever holds one of the keys. */
  holders(keys: AccountKeys): Promise<HolderRow[]>
  /** Adds those whose keys are free, and tells their ids, and how many users are told that they have several now. */
  insert(accounts: NewAccounts, users: readonly OfOneUser[]): Promise<{ ids: Set<string>; mails: number }>
}

/** The accounts that one user's players become. */
export type OfOneUser = readonly AccountRow[]

export const database = (
  context: Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'secrets'>,
  by: Actor,
): ImportTarget => ({
  isReal: true,
  holders: (keys) => holdersOf(context.db, keys),
  insert: (accounts, users) =>
    context.db.patient.transaction(async (tx) => {
      if (accounts.rows.some(({ totp_secret }) => totp_secret !== null)) await context.secrets.hold(tx)
      const ids = await insertAccounts(tx, accounts)
      await recordCreated(context, tx, by, [...ids])
      for (const { id, roles } of accounts.rows) {
        if (!ids.has(id)) continue
        for (const role of readRoles(roles)) {
          await record(context, tx, by, { event: 'account.granted', account: id, details: { role } })
        }
      }
      const told = toTell(ids, users)
      for (const { row, others } of told) {
        await tellOwner(context, tx, toAccount(row, context.clock()), { about: 'players_separated', others })
      }
      return { ids, mails: told.length }
    }),
})

/** Whom to mail: the account that has a user's e-mail address, and the names of those that came along with it. */
function toTell(ids: ReadonlySet<string>, users: readonly OfOneUser[]) {
  return users.flatMap((rows) => {
    const added = rows.filter(({ id }) => ids.has(id))
    const row = added.find(({ email }) => email !== null && isMailAddress(email))
    const others = added.filter((each) => each !== row).map(({ username }) => username)
    return row && others.length > 0 ? { row, others } : []
  })
}

/** Remembers what would have been added: some 500 bytes an account. */
export function rehearsal({ db }: Pick<Context, 'db'>): ImportTarget {
  const byId = new Map<string, HolderRow>()
  const byUsername = new Map<string, HolderRow>()
  const byEmail = new Map<string, HolderRow>()
  return {
    isReal: false,
    async holders(keys) {
      const added = [
        ...keys.ids.map((id) => byId.get(id)),
        ...keys.usernames.map((username) => byUsername.get(username)),
        ...keys.emails.map((email) => byEmail.get(email)),
      ]
      return [...(await holdersOf(db, keys)), ...added.filter((row) => row !== undefined)]
    },
    async insert({ rows }, users) {
      const free = rows.filter((row) => {
        const isTaken =
          byId.has(row.id) || byUsername.has(row.username_folded) || byEmail.has(row.email_folded ?? '')
        if (isTaken) return false
        const { id, username, username_folded, email, email_folded } = row
        const holder = { id, username, username_folded, email, email_folded }
        byId.set(id, holder)
        byUsername.set(username_folded, holder)
        if (email_folded !== null) byEmail.set(email_folded, holder)
        return true
      })
      const ids = new Set(free.map(({ id }) => id))
      return { ids, mails: toTell(ids, users).length }
    },
  }
}
