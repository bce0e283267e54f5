import { toAccount } from '../../domain/accounts/account-row.ts'
import { recordAll, recordImported } from '../../domain/audit/record.ts'
import { enterGroups } from '../../domain/community/imported-groups.ts'
import type { ChangeContext, PictureContext, ReadContext, SecretContext } from '../../domain/context.ts'
import { addImportedIdentities } from '../../domain/identities/imported.ts'
import { notifyOwner } from '../../domain/mail.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { countsOfCharacters } from '../../storage/accounts/all-characters.ts'
import { usedIds } from '../../storage/accounts/deletions.ts'
import { deleteEndedHolds, nameClaims } from '../../storage/accounts/name-claims.ts'
import { groupNames } from '../../storage/community/groups.ts'
import { providerNames } from '../../storage/community/providers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { linkedSubjects } from '../../storage/sign-in/linked-identities.ts'
import { isServed } from '../../storage/tools/service-lock.ts'
import { lockAllHashes } from '../../storage/wardrobe/taken-down.ts'
import { batchWeights } from './batches.ts'
import {
  type AccountKeys,
  type HolderRow,
  holdersOf,
  type ImportedLink,
  type ImportedTexture,
  insertAccounts,
  insertBelongings,
  insertCharacters,
  keyOfIdentity,
  type NewAccounts,
} from './rows.ts'

/** The place that accounts are imported into: the database, or a rehearsal. */
export interface ImportTarget {
  /** If false, nothing is changed, and nothing expensive need be computed. */
  isReal: boolean
  /** Returns how much the next transaction may hold. */
  batchWeight(): Promise<number>
  /** Returns the accounts that hold one of the keys. */
  holders(keys: AccountKeys): Promise<HolderRow[]>
  /** Returns how many characters each of the accounts has, but for those without any. */
  countsOfCharacters(ids: readonly string[]): Promise<Map<string, number>>
  /** Returns which of the folded names are held, and for which account. */
  heldNames(names: readonly string[]): Promise<Map<string, string | null>>
  /** Returns the names of all groups. */
  groups(): Promise<string[]>
  /** Returns the names of all providers. */
  providers(): Promise<string[]>
  /** Returns which of the identities have an account, in the form of `keyOfIdentity`. */
  linkedSubjects(identities: readonly Identity[]): Promise<Set<string>>
  /** Returns which of the UUIDs belong to an account, or belonged to a deleted one. */
  usedIds(ids: readonly string[]): Promise<Set<string>>
  /**
   * Adds the accounts whose keys are free, and the characters whose account is there. Returns their ids and the number of users who are notified that they now
   * have several accounts. Throws UniqueViolation, having added nothing, if a name or an identity was given to another
   * owner meanwhile.
   */
  insert(accounts: NewAccounts, users: readonly OfOneUser[]): Promise<{ ids: Set<string>; mails: number }>
}

type Identity = Pick<ImportedLink, 'provider' | 'subject'>

/** The accounts made from one user's players. */
export type OfOneUser = readonly AccountRow[]

export const database = (
  context: ChangeContext & SecretContext & PictureContext,
  by: Actor,
): ImportTarget => ({
  isReal: true,
  async batchWeight() {
    const path = embeddedFile(context.config.databaseUrl)
    return path === undefined || (await isServed(path)) ? batchWeights.small : batchWeights.large
  },
  holders: (keys) => holdersOf(context.db, keys),
  countsOfCharacters: (ids) => charactersAmong(context, ids),
  heldNames: async (names) => {
    const { held, ended } = await holdsAmong(context, names)
    if (ended.length > 0) await deleteEndedHolds(context.db, ended, context.clock())
    return held
  },
  groups: () => groupNames(context.db),
  providers: () => providerNames(context.db),
  linkedSubjects: (identities) => linkedAmong(context, identities),
  usedIds: (ids) => usedIds(context.db, ids),
  async insert(accounts, users) {
    const textures = await placed(context, accounts.textures)
    return context.db.unbounded.transaction(async (tx) => {
      await lockAllHashes(tx)
      if (accounts.rows.some(({ totp_secret }) => totp_secret !== null)) await context.secrets.lock(tx)
      const [own, others] = [accounts.rows.filter(isAccount), accounts.rows.filter((row) => !isAccount(row))]
      const ids = new Set(await insertAccounts(tx, own))
      await recordImported(
        context,
        tx,
        by,
        own.filter(({ id }) => ids.has(id)),
      )
      await enterGroups(
        context,
        tx,
        by,
        accounts.members.filter(({ account_id }) => ids.has(account_id)),
      )
      await addImportedIdentities(
        context,
        tx,
        by,
        accounts.links.filter(({ account_id }) => ids.has(account_id)),
      )
      // After the groups, as changes of these lock them before accounts, and before textures, as uploads do.
      const { added, chosen } = await insertCharacters(tx, others, accounts.primaries)
      for (const id of added) ids.add(id)
      await insertBelongings(tx, ids, { ...accounts, textures })
      await recordImported(
        context,
        tx,
        by,
        others.filter(({ id }) => ids.has(id)),
      )
      await recordPrimaries(context, tx, by, chosen)
      const told = ownersToNotify(ids, users)
      for (const { row, others } of told) {
        await notifyOwner(context, tx, toAccount(row, context.clock()), {
          about: 'players_separated',
          others,
        })
      }
      return { ids, mails: told.length }
    })
  },
})

/** So many files are written to the object store at once. */
const placedAtOnce = 8

/** Writes the files to the object store, if there is one. */
async function placed(
  { textureFiles }: PictureContext,
  textures: readonly ImportedTexture[],
): Promise<ImportedTexture[]> {
  const all: ImportedTexture[] = []
  for (let start = 0; start < textures.length; start += placedAtOnce) {
    const some = textures.slice(start, start + placedAtOnce)
    all.push(...(await Promise.all(some.map((texture) => textureFiles.place(texture, 'import')))))
  }
  return all
}

const recordPrimaries = (
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  players: readonly AccountRow[],
): Promise<void> =>
  recordAll(
    context,
    tx,
    by,
    players.map((row) => ({
      event: 'character.primary_changed',
      account: row.id,
      details: {},
      owner: toAccount(row, context.clock()),
    })),
  )

const isAccount = ({ owner_id }: AccountRow): boolean => owner_id === null

export async function charactersAmong(
  { db }: ReadContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const counts = await countsOfCharacters(db, ids)
  return new Map(counts.map(({ owner_id, characters }) => [owner_id, characters]))
}

/** One search for each provider, since the key of an identity begins with it. */
export async function linkedAmong(
  { db }: ReadContext,
  identities: readonly Identity[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [provider, its] of Map.groupBy(identities, ({ provider }) => provider)) {
    const subjects = its.map(({ subject }) => subject)
    for (const subject of await linkedSubjects(db, provider, subjects)) {
      found.add(keyOfIdentity({ provider, subject }))
    }
  }
  return found
}

export async function holdsAmong({ clock, db }: ReadContext, names: readonly string[]) {
  const now = clock()
  const held = new Map<string, string | null>()
  const ended: string[] = []
  for (const { name_key, kind, account_id, until } of await nameClaims(db, names)) {
    // A visitor has the name until an operator releases it.
    if (kind === 'visitor') held.set(name_key, null)
    if (until === null) continue
    if (until > now) held.set(name_key, account_id)
    else ended.push(name_key)
  }
  return { held, ended }
}

/**
 * Returns whom to notify: the account that has the user's email address, with the names of the accounts that were added
 * along with it.
 */
export function ownersToNotify(ids: ReadonlySet<string>, users: readonly OfOneUser[]) {
  return users.flatMap((rows) => {
    const added = rows.filter(({ id }) => ids.has(id))
    const row = added.find(({ email }) => email !== null && isMailAddress(email))
    const others = added.filter((each) => each !== row).map(({ username }) => username)
    return row && others.length > 0 ? { row, others } : []
  })
}
