import type { ChangeContext, PasswordContext, PictureContext, SecretContext } from '../../domain/context.ts'
import type { Folder } from '../../lib/files/folder.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { type Batch, batchesOf, type Candidate, type RefusedEntry } from './batches.ts'
import { type CompareWith, compare, isCandidate, type Pass, type Planned } from './compare.ts'
import { EntryRefused, type ImportEntry, type ImportedAccount } from './imported-account.ts'
import { hasCharacters } from './known.ts'
import { type Prepare, type Prepared, preparer } from './prepare.ts'
import { isOfPicture, type Remark, remarksOnPlayers } from './reasons.ts'
import { rehearsal } from './rehearsal.ts'
import { keyOfIdentity } from './rows.ts'
import { database, type OfOneUser } from './target.ts'

/** A remark on an account that was added. */
interface AddedWithRemark {
  name: string
  remark: Remark
  /** The file, the place in it or the method that the remark is about. */
  detail: string | undefined
}

/** The result of a batch of entries, all of which is durable. */
interface ImportedBatch {
  /** The number of accounts and characters. */
  added: number
  characters: number
  /** The number of links to providers that the added accounts have. */
  linked: number
  /**
   * The number of entries whose account already exists: with the same username and email, and the same id if the entry
   * has one.
   */
  unchanged: number
  /** The number of users who are notified by email that their players are now separate accounts. */
  mails: number
  refused: RefusedEntry[]
  remarks: AddedWithRemark[]
  /** The position up to which the source has been read, in its own unit. */
  position: number
}

interface Options {
  folder: Folder
  isDryRun?: boolean
  /** If true, each player of a user becomes an account. Otherwise one of them does, and the others its characters. */
  splitsUsers?: boolean
  /** If true, users whose players are split are notified by email. */
  notifiesOwners?: boolean
  /** If true, reserved usernames are accepted. */
  takesReserved?: boolean
}

type Deps = ChangeContext & SecretContext & PasswordContext & PictureContext

/**
 * Imports the accounts of a source, in one transaction per batch. Pictures are in its folder. While one batch is being
 * written, the next is read, checked and prepared. Accounts that already exist are never changed, so an interrupted
 * import can simply be run again. A dry run does everything except change something.
 */
export async function* importAccounts(
  context: Deps,
  by: Actor,
  entries: AsyncIterable<ImportEntry>,
  { folder, isDryRun = false, splitsUsers = false, notifiesOwners = true, takesReserved = false }: Options,
): AsyncGenerator<ImportedBatch> {
  const target = isDryRun ? rehearsal(context) : database(context, by)
  const steps = {
    target,
    prepare: preparer(context, folder, target.isReal),
    isReserved: isReservedBy(takesReserved ? [] : context.config.reservedNames),
    groups: new Set(await target.groups()),
    providers: new Set(await target.providers()),
    refusedNames: new Map<string, number>(),
    splitsUsers,
    notifiesOwners: splitsUsers && notifiesOwners,
  }
  let importing: Promise<ImportedBatch> | undefined
  try {
    for await (const batch of batchesOf(entries, () => target.batchWeight(), splitsUsers)) {
      for (const { number, username } of batch.refused) rememberName(steps, number, username)
      const ready = makeReady(steps, batch.candidates, {
        isFinal: false,
        accountsOfUsers: new Map(),
        added: new Map(),
      })
      // A failure is reported when the batch has its turn. Until then this prevents an unhandled rejection.
      ready.catch(() => undefined)
      if (importing) yield await importing
      importing = importBatch(steps, batch, ready)
      importing.catch(() => undefined)
    }
    if (importing) yield await importing
  } finally {
    await importing?.catch(() => undefined)
  }
}

interface Steps extends CompareWith {
  prepare: Prepare
  refusedNames: Map<string, number>
  notifiesOwners: boolean
}

/** The entries to be written, and what became of the other ones. */
interface PreparedBatch {
  /** Candidates whose keys were free, and those that wait for their account. */
  free: Candidate[]
  prepared: Map<Candidate, Prepared>
  /** The plan of each, in a batch with characters. */
  plans: ReadonlyMap<Candidate, Planned>
  refused: RefusedEntry[]
  unchanged: number
}

async function makeReady(steps: Steps, candidates: readonly Candidate[], pass: Pass): Promise<PreparedBatch> {
  const { target, prepare } = steps
  const { free, waiting, refused, unchanged } = await compare(steps, candidates, pass)
  const isOfSeveral = hasCharacters(candidates)
  const isFirst = firstOfKeys(isOfSeveral)
  const batch = free.filter(({ account }) => isFirst(account))
  const accounts = batch.map(({ account }) => account)
  const uuidOf = await prepare.uuids(accounts, (made) => target.usedIds(made))
  const ids = new Map(isOfSeveral ? batch.map(({ candidate, account }) => [candidate, uuidOf(account)]) : [])
  const results = await Promise.all(
    batch.map(async ({ candidate, account, owner }): Promise<[Candidate, Prepared] | undefined> => {
      const ownerId = owner && (isCandidate(owner) ? ids.get(owner) : owner.id)
      // The key of its account is that of an earlier one, which has its turn first.
      if (owner && ownerId === undefined) return undefined
      const id = ids.get(candidate) ?? uuidOf(account)
      try {
        return [candidate, await prepare.account(account, id, ownerId ?? null)]
      } catch (error) {
        if (!(error instanceof EntryRefused)) throw error
        const { number, name } = candidate
        refused.push({ number, ...(name && { name }), username: account.username, refused: error })
        return undefined
      }
    }),
  )
  for (const { number, username } of refused) rememberName(steps, number, username)
  // In the order of the source, whichever hash was ready first: if two entries have the same name, the first one gets
  // it.
  const prepared = new Map(results.filter((result) => result !== undefined))
  const plans = new Map(isOfSeveral ? batch.map((plan) => [plan.candidate, plan]) : [])
  const open = [...free.map(({ candidate }) => candidate), ...waiting]
  return { free: open, prepared, plans, refused, unchanged }
}

/** Remembers the name of a refused line: a later one that names it as its owner means nobody else of that name. */
function rememberName({ refusedNames }: Steps, number: number, username: string | undefined): void {
  if (username === undefined) return
  const key = fold(username)
  refusedNames.set(key, Math.min(number, refusedNames.get(key) ?? number))
}

async function importBatch(
  steps: Steps,
  { candidates, refused, position }: Batch,
  madeReady: Promise<PreparedBatch>,
): Promise<ImportedBatch> {
  const imported: ImportedBatch = {
    added: 0,
    linked: 0,
    unchanged: 0,
    mails: 0,
    refused: [...refused],
    characters: 0,
    remarks: [],
    position,
  }
  const accountsOfUsers = new Map<string, string>()
  const numbers = new Map<string, number>()
  const isOfSeveral = hasCharacters(candidates)
  // Repeated if keys were taken meanwhile by another process, by the previous batch, or within this batch.
  let isInterrupted = false
  for (let open: readonly Candidate[] = candidates, ready = await madeReady; open.length > 0; ) {
    const { plans } = ready
    const { added, mails } = await add(steps, ready.prepared, plans).catch((error: unknown) => {
      // A name was given to somebody meanwhile. The next attempt finds out to whom.
      if (isInterrupted || !(error instanceof UniqueViolation)) throw error
      isInterrupted = true
      return { added: new Map<Candidate, Prepared>(), mails: 0 }
    })
    imported.added += added.size
    for (const [{ user, number }, { links, row }] of added) {
      if (isOfSeveral) numbers.set(row.id, number)
      imported.linked += links.length
      if (row.owner_id !== null) imported.characters++
      else if (user !== undefined) accountsOfUsers.set(user, row.id)
    }
    imported.unchanged += ready.unchanged
    imported.mails += mails
    imported.refused.push(...ready.refused)
    for (const [candidate, prepared] of added)
      imported.remarks.push(...remarksOn(candidate, prepared, plans.get(candidate)))
    const isRefused = new Set(ready.refused.map(({ number }) => number))
    const isOpen = new Set(
      ready.free.filter((candidate) => !added.has(candidate) && !isRefused.has(candidate.number)),
    )
    // In their order: an account stands before its characters.
    open = open.filter((candidate) => isOpen.has(candidate))
    if (open.length > 0)
      ready = await makeReady(steps, open, { isFinal: true, accountsOfUsers, added: numbers })
  }
  imported.refused.sort((a, b) => a.number - b.number)
  return imported
}

function remarksOn(
  { account, remarks = [], details = {} }: Candidate,
  prepared: Prepared,
  plan: Planned | undefined,
): AddedWithRemark[] {
  const name = account.username
  const { owner, unsure } = plan ?? {}
  const isOfPlayer = (remark: Remark) => !owner || remarksOnPlayers.has(remark)
  const ownerName = owner && (isCandidate(owner) ? owner.account.username : owner.username)
  const isOfUser = owner !== undefined && account.owner === undefined
  return [
    ...(isOfUser ? [{ name, remark: 'character' as const, detail: ownerName }] : []),
    ...(unsure ? [{ name, remark: 'account_unsure' as const, detail: unsure.username }] : []),
    ...remarks.filter(isOfPlayer).map((remark) => ({ name, remark, detail: details[remark] })),
    ...prepared.remarks.flatMap(({ reason, detail }) =>
      isOfPicture(reason) ? { name, remark: reason, detail } : [],
    ),
  ]
}

/**
 * Returns a function that is true for an account unless an earlier one has its id or one of its links, or with characters,
 * which are inserted after accounts, its name. Such an account has its turn once the earlier one is there, and is then
 * refused.
 */
function firstOfKeys(withNames: boolean): (account: ImportedAccount) => boolean {
  const seen = new Set<string>()
  return ({ id, username, linked }) => {
    const keys = [...(id === undefined ? [] : [id]), ...linked.map(keyOfIdentity)]
    if (withNames) keys.push(fold(username))
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  }
}

/** Adds the accounts whose keys are still free, and returns which ones they were. */
async function add(
  { target, notifiesOwners, refusedNames }: Steps,
  prepared: ReadonlyMap<Candidate, Prepared>,
  plans: ReadonlyMap<Candidate, Planned>,
) {
  if (prepared.size === 0) return { added: new Map<Candidate, Prepared>(), mails: 0 }
  const lost = new Set<Prepared>()
  const primaries = new Set<string>()
  for (const [{ number, account }, its] of plans.size === 0 ? [] : prepared) {
    const { owner, isPrimary } = account
    // An earlier line may have been refused since this one was compared.
    const first = owner?.column === 'username_folded' ? refusedNames.get(owner.value) : undefined
    if (first !== undefined && first < number) lost.add(its)
    if (isPrimary && its.row.owner_id !== null) primaries.add(its.row.id)
  }
  const all = [...prepared.values()].filter((its) => !lost.has(its))
  const accounts = {
    rows: all.map(({ row }) => row),
    primaries,
    names: all.flatMap(({ names }) => names),
    holds: all.flatMap(({ holds }) => holds),
    members: all.flatMap(({ members }) => members),
    links: all.flatMap(({ links }) => links),
    textures: all.flatMap(({ textures }) => textures),
  }
  const { ids, mails } = await target.insert(accounts, notifiesOwners ? ofOneUser(prepared) : [])
  return { added: new Map([...prepared].filter(([, { row }]) => ids.has(row.id))), mails }
}

function ofOneUser(prepared: ReadonlyMap<Candidate, Prepared>): OfOneUser[] {
  const byUser = Map.groupBy(prepared, ([{ user }]) => user)
  byUser.delete(undefined)
  return [...byUser.values()].map((candidates) => candidates.map(([, { row }]) => row))
}
