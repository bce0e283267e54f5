import { fold } from '../../lib/text/fold.ts'
import type { Candidate } from './batches.ts'
import type { ImportedAccount, OwnerName } from './imported-account.ts'
import { type HolderRow, keyOfIdentity } from './rows.ts'
import type { ImportTarget } from './target.ts'

/** The existing accounts that have to do with a batch. Keys are UUIDs, and names and addresses in their folded form. */
export interface Known {
  byId: ReadonlyMap<string, HolderRow>
  byUsername: ReadonlyMap<string, HolderRow>
  byEmail: ReadonlyMap<string | null, HolderRow>
  /** The names that are held, and for whom. */
  held: ReadonlyMap<string, string | null>
  /** The identities that have an account, in the form of `keyOfIdentity`. */
  linked: ReadonlySet<string>
  /** The numbers of characters that accounts have. */
  characters: ReadonlyMap<string, number>
}

/** Reads all of it. `ids` are further accounts that characters may be given to. */
export async function readKnown(
  target: ImportTarget,
  batch: readonly Candidate[],
  ids: Iterable<string>,
): Promise<Known> {
  const usernames = batch.map(({ account }) => fold(account.username))
  const owners = batch.flatMap(({ account }) => account.owner ?? [])
  const named = (column: OwnerName['column']) =>
    owners.flatMap((owner) => (owner.column === column ? owner.value : []))
  const [holders, held, linked] = await Promise.all([
    target.holders({
      ids: [...batch.flatMap(({ account }) => account.id ?? []), ...named('id'), ...ids],
      usernames: [...usernames, ...named('username_folded')],
      emails: batch.flatMap(({ account: { email } }) => (email === undefined ? [] : fold(email))),
    }),
    target.heldNames(usernames),
    target.linkedSubjects(batch.flatMap(({ account }) => account.linked)),
  ])
  return {
    byId: new Map(holders.map((holder) => [holder.id, holder])),
    byUsername: new Map(holders.map((holder) => [holder.username_folded, holder])),
    byEmail: new Map(holders.map((holder) => [holder.email_folded, holder])),
    held,
    linked,
    characters: hasCharacters(batch)
      ? await target.countsOfCharacters(holders.map(({ id }) => id))
      : new Map(),
  }
}

/** Returns true if some of these are characters, or may become some. Most batches have none, and need less memory. */
export const hasCharacters = (candidates: readonly Candidate[]): boolean =>
  candidates.some(({ account, user }) => account.owner !== undefined || user !== undefined)

/** Returns the account that a line names as the owner. A visitor, who may have its UUID, does not count. */
export function ownerAmong({ byId, byUsername }: Known, { column, value }: OwnerName): HolderRow | undefined {
  const holder = column === 'id' ? byId.get(value) : byUsername.get(value)
  return holder?.username_folded === '' ? undefined : holder
}

/**
 * An account that was imported without an email address may have been given one since. Its UUID shows that it is the
 * same.
 */
export function isSame({ id, username, email }: ImportedAccount, holder: HolderRow): boolean {
  if (!isSamePlayer({ id, username }, holder) || holder.owner_id !== null) return false
  return email === undefined ? holder.email === null || id !== undefined : email === holder.email
}

export const isSamePlayer = (
  { id, username }: Pick<ImportedAccount, 'id' | 'username'>,
  holder: HolderRow,
): boolean => username === holder.username && (id === undefined || id === holder.id)

/** Returns the account or character that has the UUID of the candidate, but for a visitor. */
export const holderOfId = ({ byId }: Known, { account: { id } }: Candidate): HolderRow | undefined => {
  const holder = id === undefined ? undefined : byId.get(id)
  return holder?.username_folded === '' ? undefined : holder
}

/** Returns a text that is true of the first identity that has an account already. */
export const takenIdentity = ({ linked }: Known, account: ImportedAccount) =>
  account.linked.find((identity) => linked.has(keyOfIdentity(identity)))
