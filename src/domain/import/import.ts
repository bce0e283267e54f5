import { fold } from '../../lib/fold.ts'
import type { Folder } from '../../lib/folder.ts'
import type { Actor } from '../../model/actor.ts'
import type { HolderRow } from '../../storage/import.ts'
import type { Context } from '../context.ts'
import { EntryRefused, type ImportEntry, type ImportedAccount } from './imported-account.ts'
import { type Prepared, preparer } from './prepare.ts'
import { database, type ImportTarget, rehearsal } from './target.ts'

interface RefusedEntry {
  number: number
  refused: EntryRefused
}

/** What became of a batch of entries; all of it is durable. */
export interface ImportedBatch {
  added: number
  /** Entries whose account is there already: same username and e-mail, and id where the entry has one. */
  unchanged: number
  refused: RefusedEntry[]
  /** How far the source is read, in its own unit. */
  position: number
}

/** Few enough that a running service hardly waits for the import to write. */
const entriesPerBatch = 500

type Needed = Pick<Context, 'db' | 'clock' | 'random' | 'passwords' | 'secrets' | 'config' | 'imageWork'>

interface Candidate {
  number: number
  account: ImportedAccount
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
  { folder, isDryRun = false }: { folder: Folder; isDryRun?: boolean },
): AsyncGenerator<ImportedBatch> {
  const target = isDryRun ? rehearsal(context) : database(context, by)
  const prepare = preparer(context, folder, target.isReal)
  let batch: Candidate[] = []
  let refused: RefusedEntry[] = []
  let position = 0
  for await (const entry of entries) {
    position = entry.position
    if ('account' in entry) batch.push(entry)
    else refused.push(entry)
    if (batch.length + refused.length < entriesPerBatch) continue
    yield await importBatch(target, prepare, batch, refused, position)
    batch = []
    refused = []
  }
  yield await importBatch(target, prepare, batch, refused, position)
}

type Prepare = (account: ImportedAccount, isSecondTry: boolean) => Promise<Prepared>

async function importBatch(
  target: ImportTarget,
  prepare: Prepare,
  batch: readonly Candidate[],
  refusedBefore: readonly RefusedEntry[],
  position: number,
): Promise<ImportedBatch> {
  const imported: ImportedBatch = { added: 0, unchanged: 0, refused: [...refusedBefore], position }
  // Repeated for accounts whose keys were taken meanwhile, by another process or by an entry of this batch.
  for (let open = batch, isSecondTry = false; open.length > 0; isSecondTry = true) {
    const { free, refused, unchanged } = await compare(target, open)
    const done = await add(target, (account) => prepare(account, isSecondTry), free)
    imported.added += done.added.size
    imported.unchanged += unchanged
    imported.refused.push(...refused, ...done.refused)
    const isRefused = new Set(done.refused.map(({ number }) => number))
    open = free.filter((candidate) => !done.added.has(candidate) && !isRefused.has(candidate.number))
  }
  imported.refused.sort((a, b) => a.number - b.number)
  return imported
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
    const { number, account } = candidate
    const idHolder = account.id === undefined ? undefined : byId.get(account.id)
    const usernameHolder = byUsername.get(fold(account.username))
    const emailHolder = account.email === undefined ? undefined : byEmail.get(fold(account.email))
    const refuse = (reason: 'id_taken' | 'username_taken' | 'email_taken') =>
      refused.push({ number, refused: new EntryRefused(reason) })
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
  target: ImportTarget,
  prepare: (account: ImportedAccount) => Promise<Prepared>,
  free: readonly Candidate[],
): Promise<{ added: Set<Candidate>; refused: RefusedEntry[] }> {
  const ids = new Set<string>()
  const batch = free.filter(({ account: { id } }) => id === undefined || (!ids.has(id) && ids.add(id)))
  const refused: RefusedEntry[] = []
  const prepared = new Map<Candidate, Prepared>()
  await Promise.all(
    batch.map(async (candidate) => {
      try {
        prepared.set(candidate, await prepare(candidate.account))
      } catch (error) {
        if (!(error instanceof EntryRefused)) throw error
        refused.push({ number: candidate.number, refused: error })
      }
    }),
  )
  if (prepared.size === 0) return { added: new Set(), refused }
  const all = [...prepared.values()]
  const added = await target.insert({
    rows: all.map(({ row }) => row),
    names: all.flatMap(({ names }) => names),
    textures: all.flatMap(({ textures }) => textures),
  })
  return { added: new Set([...prepared].flatMap(([it, { row }]) => (added.has(row.id) ? it : []))), refused }
}
