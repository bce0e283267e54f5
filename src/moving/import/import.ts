import type { ChangeContext, PasswordContext, PictureContext, SecretContext } from '../../domain/context.ts'
import type { Folder } from '../../lib/files/folder.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isReservedBy } from '../../model/accounts/username-shape.ts'
import { maxGroups } from '../../model/community/group.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { type Batch, batchesOf, type Candidate, type RefusedEntry } from './batches.ts'
import { EntryRefused, type ImportEntry, type ImportedAccount } from './imported-account.ts'
import { type Prepare, type Prepared, preparer } from './prepare.ts'
import { type ImportRefusal, isOfPicture, type Remark } from './reasons.ts'
import { type HolderRow, keyOfIdentity } from './rows.ts'
import { database, type ImportTarget, type OfOneUser, rehearsal } from './target.ts'

/** A remark on an account that was added. */
interface AddedWithRemark {
  name: string
  remark: Remark
  /** The file, the place in it or the method that the remark is about. */
  detail: string | undefined
}

/** The result of a batch of entries, all of which is durable. */
interface ImportedBatch {
  added: number
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
  /** If true, users with several players are notified by email. */
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
  { folder, isDryRun = false, notifiesOwners = true, takesReserved = false }: Options,
): AsyncGenerator<ImportedBatch> {
  const target = isDryRun ? rehearsal(context) : database(context, by)
  const steps = {
    target,
    prepare: preparer(context, folder, target.isReal),
    isReserved: isReservedBy(takesReserved ? [] : context.config.reservedNames),
    groups: new Set(await target.groups()),
    providers: new Set(await target.providers()),
    notifiesOwners,
  }
  let importing: Promise<ImportedBatch> | undefined
  try {
    for await (const batch of batchesOf(entries, () => target.batchWeight())) {
      const ready = makeReady(steps, batch.candidates)
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

interface Steps {
  target: ImportTarget
  prepare: Prepare
  isReserved: (username: string) => boolean
  /** The groups that exist, and those that the entries so far have added. */
  groups: Set<string>
  providers: ReadonlySet<string>
  notifiesOwners: boolean
}

/** The entries to be written, and what became of the other ones. */
interface PreparedBatch {
  /** Candidates whose keys were free. */
  free: Candidate[]
  prepared: Map<Candidate, Prepared>
  refused: RefusedEntry[]
  unchanged: number
}

async function makeReady(steps: Steps, candidates: readonly Candidate[]): Promise<PreparedBatch> {
  const { target, prepare } = steps
  const { free, refused, unchanged } = await compare(steps, candidates)
  const isFirst = firstOfKeys()
  const batch = free.filter(({ account }) => isFirst(account))
  const accounts = batch.map(({ account }) => account)
  const uuidOf = await prepare.uuids(accounts, (made) => target.usedIds(made))
  const results = await Promise.all(
    batch.map(async (candidate): Promise<[Candidate, Prepared] | undefined> => {
      try {
        return [candidate, await prepare.account(candidate.account, uuidOf(candidate.account))]
      } catch (error) {
        if (!(error instanceof EntryRefused)) throw error
        const { number, name } = candidate
        refused.push({ number, ...(name && { name }), refused: error })
        return undefined
      }
    }),
  )
  // In the order of the source, whichever hash was ready first: if two entries have the same name, the first one gets
  // it.
  const prepared = new Map(results.filter((result) => result !== undefined))
  return { free, prepared, refused, unchanged }
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
    remarks: [],
    position,
  }
  // Repeated if keys were taken meanwhile by another process, by the previous batch, or within this batch.
  let isInterrupted = false
  for (let open: readonly Candidate[] = candidates, ready = await madeReady; open.length > 0; ) {
    const { added, mails } = await add(steps, ready.prepared).catch((error: unknown) => {
      // A name was given to somebody meanwhile. The next attempt finds out to whom.
      if (isInterrupted || !(error instanceof UniqueViolation)) throw error
      isInterrupted = true
      return { added: new Map<Candidate, Prepared>(), mails: 0 }
    })
    imported.added += added.size
    for (const { links } of added.values()) imported.linked += links.length
    imported.unchanged += ready.unchanged
    imported.mails += mails
    imported.refused.push(...ready.refused)
    imported.remarks.push(...[...added].flatMap(([candidate, prepared]) => remarksOn(candidate, prepared)))
    const isRefused = new Set(ready.refused.map(({ number }) => number))
    open = ready.free.filter((candidate) => !added.has(candidate) && !isRefused.has(candidate.number))
    if (open.length > 0) ready = await makeReady(steps, open)
  }
  imported.refused.sort((a, b) => a.number - b.number)
  return imported
}

function remarksOn(
  { account, remarks = [], details = {} }: Candidate,
  prepared: Prepared,
): AddedWithRemark[] {
  const name = account.username
  return [
    ...remarks.map((remark) => ({ name, remark, detail: details[remark] })),
    ...prepared.remarks.flatMap(({ reason, detail }) =>
      isOfPicture(reason) ? { name, remark: reason, detail } : [],
    ),
  ]
}

/** Compares candidates with the existing accounts: which keys are free, and which entries are refused. */
async function compare({ target, isReserved, groups, providers }: Steps, batch: readonly Candidate[]) {
  const usernames = batch.map(({ account }) => fold(account.username))
  const [holders, held, linked] = await Promise.all([
    target.holders({
      ids: batch.flatMap(({ account }) => account.id ?? []),
      usernames,
      emails: batch.flatMap(({ account: { email } }) => (email === undefined ? [] : fold(email))),
    }),
    target.heldNames(usernames),
    target.linkedSubjects(batch.flatMap(({ account }) => account.linked)),
  ])
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const byUsername = new Map(holders.map((holder) => [holder.username_folded, holder]))
  const byEmail = new Map(holders.map((holder) => [holder.email_folded, holder]))

  const free: Candidate[] = []
  const refused: RefusedEntry[] = []
  let unchanged = 0
  for (const candidate of batch) {
    const { number, name, account } = candidate
    const idHolder = account.id === undefined ? undefined : byId.get(account.id)
    const key = fold(account.username)
    const usernameHolder = byUsername.get(key)
    const emailHolder = account.email === undefined ? undefined : byEmail.get(fold(account.email))
    const strange = account.linked.find(({ provider }) => !providers.has(provider))
    const taken = account.linked.find((identity) => linked.has(keyOfIdentity(identity)))
    const refuse = (reason: ImportRefusal, detail?: string) =>
      refused.push({ number, ...(name && { name }), refused: new EntryRefused(reason, detail) })
    if (usernameHolder && isSame(account, usernameHolder)) unchanged++
    else if (idHolder) refuse('id_taken')
    else if (usernameHolder) refuse('username_taken')
    else if (held.has(key) && (account.id === undefined || held.get(key) !== account.id))
      refuse('username_held')
    else if (isReserved(account.username)) refuse('username_reserved')
    else if (emailHolder) refuse('email_taken')
    else if (strange) refuse('provider_unknown', JSON.stringify(strange.provider.slice(0, 40)))
    else if (taken) refuse('subject_taken', `${taken.provider} ${JSON.stringify(taken.subject)}`)
    else if (!addWithin(maxGroups, groups, account.groups)) refuse('groups_too_many')
    else free.push(candidate)
  }
  return { free, refused, unchanged }
}

/**
 * Returns a function that is true for an account unless an earlier one has its id or one of its links. Such an account
 * has its turn once the earlier one is there, and is then refused.
 */
function firstOfKeys(): (account: ImportedAccount) => boolean {
  const seen = new Set<string>()
  return ({ id, linked }) => {
    const keys = [...(id === undefined ? [] : [id]), ...linked.map(keyOfIdentity)]
    if (keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  }
}

/** Adds the names. Returns false, having added none, if there would be too many. */
function addWithin(limit: number, all: Set<string>, names: readonly string[]): boolean {
  const added = names.filter((name) => !all.has(name))
  if (all.size + added.length > limit && added.length > 0) return false
  for (const name of added) all.add(name)
  return true
}

/**
 * An account that was imported without an email address may have been given one since. Its UUID shows that it is the
 * same.
 */
function isSame({ id, username, email }: ImportedAccount, holder: HolderRow): boolean {
  if (username !== holder.username || (id !== undefined && id !== holder.id)) return false
  return email === undefined ? holder.email === null || id !== undefined : email === holder.email
}

/** Adds the accounts whose keys are still free, and returns which ones they were. */
async function add({ target, notifiesOwners }: Steps, prepared: ReadonlyMap<Candidate, Prepared>) {
  if (prepared.size === 0) return { added: new Map<Candidate, Prepared>(), mails: 0 }
  const all = [...prepared.values()]
  const accounts = {
    rows: all.map(({ row }) => row),
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
