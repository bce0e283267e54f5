import type { Actor } from '../../model/actor.ts'
import { readRoles } from '../../model/role.ts'
import {
  type AccountKeys,
  type HolderRow,
  holdersOf,
  insertAccounts,
  type NewAccounts,
} from '../../storage/import.ts'
import { record, recordCreated } from '../audit/record.ts'
import type { Context } from '../context.ts'

/** Where the accounts of an import go. */
export interface ImportTarget {
  /** False: nothing is changed, and nothing expensive need be made. */
  isReal: boolean
  /** Whatever holds one of the keys. */
  holders(keys: AccountKeys): Promise<HolderRow[]>
  /** Adds those whose keys are free, and tells their ids. */
  insert(accounts: NewAccounts): Promise<Set<string>>
}

export const database = (
  context: Pick<Context, 'db' | 'clock' | 'random' | 'secrets'>,
  by: Actor,
): ImportTarget => ({
  isReal: true,
  holders: (keys) => holdersOf(context.db, keys),
  insert: (accounts) =>
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
      return ids
    }),
})

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
    async insert({ rows }) {
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
      return new Set(free.map(({ id }) => id))
    },
  }
}
