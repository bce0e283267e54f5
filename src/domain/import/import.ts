import { fold } from '../../lib/fold.ts'
import type { Folder } from '../../lib/folder.ts'
import type { Actor } from '../../model/actor.ts'
import type { HolderRow } from '../../storage/import.ts'
import type { Context } from '../context.ts'
import { EntryRefused, type ImportEntry, type ImportedAccount } from './imported-account.ts'
import { type Prepared, preparer } from './prepare.ts'
import type { Remark } from './reasons.ts'
import { database, type ImportTarget, type OfOneUser, rehearsal } from './target.ts'

interface RefusedEntry {
  number: number
  /** Of the account, where its source has no lines. */
  name?: string
  refused: EntryRefused
}

/** Something to know of an account that was added. */
interface Remarked {
  name: string
  remark: Remark
  /** Which file. */
  detail: string | undefined
}

/** What became of a batch of entries; all of it is durable. */
export interface ImportedBatch {
  added: number
  /** Entries whose account is there already: same username and e-mail, and id where the entry has one. */
  unchanged: number
  /** Users who are told by mail that their players are accounts of their own. */
  mails: number
  refused: RefusedEntry[]
  remarks: Remarked[]
  /** How far the source is read, in its own unit. */
  position: number
}

/** Few enough that a running service hardly waits for the import to write. */
const entriesPerBatch = 500

interface Options {
  folder: Folder
  isDryRun?: boolean
  /** Whether users with several players get a mail. */
  tellsOwners?: boolean
}

type Needed = Pick<
  Context,
  'db' | 'clock' | 'log' | 'random' | 'passwords' | 'secrets' | 'config' | 'imageWork'
>

interface Candidate {
  number: number
  name?: string
  user?: string
  account: ImportedAccount
  remarks?: readonly Remark[]
}

/**
 * Adds the accounts of a source, one transaction for each batch; pictures are in its folder. Nothing of an
 * account that is there already is changed, so an import that was interrupted is simply run again. A dry run
 * does all but change something.
 */
export async function* importAccounts(
  context: Needed,
  by: Actor,
  entries: AsyncIterable<ImportEntry>,
  { folder, isDryRun = false, tellsOwners = true }: Options,
): AsyncGenerator<ImportedBatch> {
  const target = isDryRun ? rehearsal(context) : database(context, by)
  const steps = { target, prepare: preparer(context, folder, target.isReal), tellsOwners }
  let batch: Candidate[] = []
  let refused: RefusedEntry[] = []
  let position = 0
  let user: string | undefined
  for await (const entry of entries) {
    const length = batch.length + refused.length
    // The players of one user arrive together, unless he has hundreds.
    const belongs = entry.user !== undefined && entry.user === user && length < 2 * entriesPerBatch
    if (length >= entriesPerBatch && !belongs) {
      yield await importBatch(steps, batch, refused, position)
      batch = []
      refused = []
    }
    ;({ position, user } = entry)
    if ('account' in entry) batch.push(entry)
    else refused.push(entry)
  }
  yield await importBatch(steps, batch, refused, position)
}

interface Steps {
  target: ImportTarget
  prepare: (account: ImportedAccount, isSecondTry: boolean) => Promise<Prepared>
  tellsOwners: boolean
}

async function importBatch(
  steps: Steps,
  batch: readonly Candidate[],
  refusedBefore: readonly RefusedEntry[],
  position: number,
): Promise<ImportedBatch> {
  const imported: ImportedBatch = {
    added: 0,
    unchanged: 0,
    mails: 0,
    refused: [...refusedBefore],
    remarks: [],
    position,
  }
  // Repeated for accounts whose keys were taken meanwhile, by another process or by an entry of this batch.
  for (let open = batch, isSecondTry = false; open.length > 0; isSecondTry = true) {
    const { free, refused, unchanged } = await compare(steps.target, open)
    const done = await add(steps, free, isSecondTry)
    imported.added += done.added.size
    imported.unchanged += unchanged
    imported.mails += done.mails
    imported.refused.push(...refused, ...done.refused)
    imported.remarks.push(
      ...[...done.added].flatMap(([candidate, prepared]) => remarksOn(candidate, prepared)),
    )
    const isRefused = new Set(done.refused.map(({ number }) => number))
    open = free.filter((candidate) => !done.added.has(candidate) && !isRefused.has(candidate.number))
  }
  imported.refused.sort((a, b) => a.number - b.number)
  return imported
}

function remarksOn({ account, remarks = [] }: Candidate, prepared: Prepared): Remarked[] {
  const name = account.username
  return [
    ...remarks.map((remark) => ({ name, remark, detail: undefined })),
    ...prepared.remarks.map(({ reason, detail }) => ({ name, remark: reason, detail })),
  ]
}

/** Compares candidates with the accounts that exist: whose keys are free, who is refused. */
async function compare(target: ImportTarget, batch: readonly Candidate[]) {
  const holders = await target.holders({
    ids: batch.flatMap(({ account }) => account.id ?? []),
    usernames: batch.map(({ account }) => fold(account.username)),
    emails: batch.flatMap(({ account: { email } }) => (email === undefined ? [] : fold(email))),
  })
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const byUsername = new Map(holders.map((holder) => [holder.username_folded, holder]))
  const byEmail = new Map(holders.map((holder) => [holder.email_folded, holder]))

  const free: Candidate[] = []
  const refused: RefusedEntry[] = []
  let unchanged = 0
  for (const candidate of batch) {
    const { number, name, account } = candidate
    const idHolder = account.id === undefined ? undefined : byId.get(account.id)
    const usernameHolder = byUsername.get(fold(account.username))
    const emailHolder = account.email === undefined ? undefined : byEmail.get(fold(account.email))
    const refuse = (reason: 'id_taken' | 'username_taken' | 'email_taken') =>
      refused.push({ number, ...(name && { name }), refused: new EntryRefused(reason) })
    if (usernameHolder && isSame(account, usernameHolder)) unchanged++
    else if (idHolder) refuse('id_taken')
    else if (usernameHolder) refuse('username_taken')
    else if (emailHolder) refuse('email_taken')
    else free.push(candidate)
  }
  return { free, refused, unchanged }
}

/** An account that came without an e-mail address may have got one since; its UUID shows that it is the same. */
function isSame({ id, username, email }: ImportedAccount, holder: HolderRow): boolean {
  if (username !== holder.username || (id !== undefined && id !== holder.id)) return false
  return email === undefined ? holder.email === null || id !== undefined : email === holder.email
}

/** Adds the candidates whose keys are free, and tells which were added and which can't be. */
async function add(
  { target, prepare, tellsOwners }: Steps,
  free: readonly Candidate[],
  isSecondTry: boolean,
): Promise<{ added: Map<Candidate, Prepared>; refused: RefusedEntry[]; mails: number }> {
  const ids = new Set<string>()
  const batch = free.filter(({ account: { id } }) => id === undefined || (!ids.has(id) && ids.add(id)))
  const refused: RefusedEntry[] = []
  const prepared = new Map<Candidate, Prepared>()
  await Promise.all(
    batch.map(async (candidate) => {
      try {
        prepared.set(candidate, await prepare(candidate.account, isSecondTry))
      } catch (error) {
        if (!(error instanceof EntryRefused)) throw error
        const { number, name } = candidate
        refused.push({ number, ...(name && { name }), refused: error })
      }
    }),
  )
  if (prepared.size === 0) return { added: new Map(), refused, mails: 0 }
  const all = [...prepared.values()]
  const accounts = {
    rows: all.map(({ row }) => row),
    names: all.flatMap(({ names }) => names),
    textures: all.flatMap(({ textures }) => textures),
  }
  const { ids: addedIds, mails } = await target.insert(accounts, tellsOwners ? ofOneUser(prepared) : [])
  const added = new Map([...prepared].filter(([, { row }]) => addedIds.has(row.id)))
  return { added, refused, mails }
}

function ofOneUser(prepared: ReadonlyMap<Candidate, Prepared>): OfOneUser[] {
  const byUser = Map.groupBy(prepared, ([{ user }]) => user)
  byUser.delete(undefined)
  return [...byUser.values()].map((candidates) => candidates.map(([, { row }]) => row))
}
