import type { ReadContext } from '../../domain/context.ts'
import { usedIds } from '../../storage/accounts/deletions.ts'
import { groupNames } from '../../storage/community/groups.ts'
import { providerNames } from '../../storage/community/providers.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { batchWeights } from './batches.ts'
import { type HolderRow, holdersOf, keyOfIdentity } from './rows.ts'
import { charactersAmong, holdsAmong, type ImportTarget, linkedAmong, ownersToNotify } from './target.ts'

/** Remembers the accounts that would have been added, at about 500 bytes each, and changes nothing. */
export function rehearsal(context: ReadContext): ImportTarget {
  const { db } = context
  const byId = new Map<string, HolderRow>()
  const byUsername = new Map<string, HolderRow>()
  const byEmail = new Map<string, HolderRow>()
  const linked = new Set<string>()
  const characters = new Map<string, number>()
  /** The primary players that accounts which are there would get. */
  const primaries = new Map<string, string>()

  const add = (row: AccountRow, hasOwner: (id: string) => boolean, isPrimary: boolean): boolean => {
    const isTaken =
      byId.has(row.id) || byUsername.has(row.username_folded) || byEmail.has(row.email_folded ?? '')
    const { id, username, username_folded, email, email_folded, owner_id } = row
    if (isTaken || (owner_id !== null && !hasOwner(owner_id))) return false
    const holder = { id, username, username_folded, email, email_folded, owner_id, primary_id: null }
    byId.set(id, holder)
    byUsername.set(username_folded, holder)
    if (email_folded !== null) byEmail.set(email_folded, holder)
    if (owner_id !== null) characters.set(owner_id, (characters.get(owner_id) ?? 0) + 1)
    if (owner_id !== null && isPrimary) primaries.set(owner_id, id)
    return true
  }

  return {
    isReal: false,
    batchWeight: async () => batchWeights.small,
    async holders(keys) {
      const added = [
        ...keys.ids.map((id) => byId.get(id)),
        ...keys.usernames.map((username) => byUsername.get(username)),
        ...keys.emails.map((email) => byEmail.get(email)),
      ]
      const all = [...(await holdersOf(db, keys)), ...added.filter((row) => row !== undefined)]
      for (const row of all) row.primary_id = primaries.get(row.id) ?? row.primary_id
      return all
    },
    async countsOfCharacters(ids) {
      const counts = await charactersAmong(context, ids)
      for (const id of ids) {
        const more = characters.get(id)
        if (more !== undefined) counts.set(id, (counts.get(id) ?? 0) + more)
      }
      return counts
    },
    heldNames: async (names) => (await holdsAmong(context, names)).held,
    groups: () => groupNames(db),
    providers: () => providerNames(db),
    async linkedSubjects(identities) {
      const keys = identities.map(keyOfIdentity)
      return new Set([...(await linkedAmong(context, identities)), ...keys.filter((key) => linked.has(key))])
    },
    async usedIds(ids) {
      return new Set([...(await usedIds(db, ids)), ...ids.filter((id) => byId.has(id))])
    },
    async insert({ rows, links, primaries: chosen }, users) {
      const owners = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]
      const there = new Set(
        owners.length === 0
          ? []
          : (await holdersOf(db, { ids: owners, usernames: [], emails: [] })).map(({ id }) => id),
      )
      const hasOwner = (id: string) => there.has(id) || byId.has(id)
      const ids = new Set(rows.filter((row) => add(row, hasOwner, chosen.has(row.id))).map(({ id }) => id))
      for (const link of links) if (ids.has(link.account_id)) linked.add(keyOfIdentity(link))
      return { ids, mails: ownersToNotify(ids, users).length }
    },
  }
}
