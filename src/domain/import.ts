import { fold } from '../lib/fold.ts'
import { Gate } from '../lib/gate.ts'
import { linesOf } from '../lib/lines.ts'
import { type HolderRow, holdersOf, insertAccounts } from '../storage/import.ts'
import { newAccountRow } from './accounts.ts'
import { type ImportedAccount, type LineRefusal, LineRefused, readImportLine } from './import-line.ts'
import type { Services } from './services.ts'

/** What became of a stretch of lines; all of it is durable. */
export interface ImportedBatch {
  added: number
  /** Lines whose account is there already: same username and e-mail, and id where the line has one. */
  unchanged: number
  refused: { line: number; reason: LineRefusal }[]
  /** Bytes of the source that this and all earlier stretches have taken. */
  bytes: number
}

/** Few enough that a running service hardly waits for its turn to write. */
const batchSize = 500

/** A line with a long history of names is some kilobytes. */
const longestLine = 64 * 1024

/** Passwords in line for a hash at once: fewer than Passwords turns away. */
const hashing = 64

interface Candidate {
  line: number
  account: ImportedAccount
}

/**
 * Adds the accounts of newline-delimited JSON, one transaction for each batch. Nothing of an account that
 * is there already is changed, so an import that was cut off is simply run again.
 */
export async function* importAccounts(
  services: Services,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<ImportedBatch> {
  let bytes = 0
  let batch: Candidate[] = []
  let refused: ImportedBatch['refused'] = []
  for await (const { number, bytes: line, length } of linesOf(source, longestLine)) {
    bytes += length
    if (line?.every(isBlank)) continue
    try {
      if (!line) throw new LineRefused('line_too_long')
      batch.push({ line: number, account: readImportLine(line, services.clock()) })
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error
      refused.push({ line: number, reason: error.reason })
    }
    if (batch.length + refused.length < batchSize) continue
    yield await settle(services, batch, refused, bytes)
    batch = []
    refused = []
  }
  yield await settle(services, batch, refused, bytes)
}

/** Spaces, tabs and the CR of CRLF. */
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13

async function settle(
  services: Services,
  batch: readonly Candidate[],
  unreadable: ImportedBatch['refused'],
  bytes: number,
): Promise<ImportedBatch> {
  const settled: ImportedBatch = { added: 0, unchanged: 0, refused: [...unreadable], bytes }
  // Again for keys that were taken meanwhile, by another process or by a line of this very batch.
  for (let open = batch; open.length > 0; ) {
    const { free, refused, unchanged } = await compare(services, open)
    const added = await add(services, free)
    settled.added += added.size
    settled.unchanged += unchanged
    settled.refused.push(...refused)
    open = free.filter((candidate) => !added.has(candidate))
  }
  settled.refused.sort((a, b) => a.line - b.line)
  return settled
}

/** Holds candidates against the accounts that there are. */
async function compare({ db }: Services, batch: readonly Candidate[]) {
  const holders = await holdersOf(db, {
    ids: batch.flatMap(({ account }) => account.id ?? []),
    usernames: batch.map(({ account }) => fold(account.username)),
    emails: batch.map(({ account }) => fold(account.email)),
  })
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  const byUsername = new Map(holders.map((holder) => [holder.username_folded, holder]))
  const byEmail = new Map(holders.map((holder) => [holder.email_folded, holder]))

  const free: Candidate[] = []
  const refused: ImportedBatch['refused'] = []
  let unchanged = 0
  for (const candidate of batch) {
    const { line, account } = candidate
    const ofId = account.id === undefined ? undefined : byId.get(account.id)
    const ofUsername = byUsername.get(fold(account.username))
    const ofEmail = byEmail.get(fold(account.email))
    if (ofUsername && isSame(account, ofUsername)) unchanged++
    else if (ofId) refused.push({ line, reason: 'id_taken' })
    else if (ofUsername) refused.push({ line, reason: 'username_taken' })
    else if (ofEmail) refused.push({ line, reason: 'email_taken' })
    else free.push(candidate)
  }
  return { free, refused, unchanged }
}

const isSame = ({ id, username, email }: ImportedAccount, holder: HolderRow): boolean =>
  username === holder.username && email === holder.email && (id === undefined || id === holder.id)

/** Adds those that found their keys free, and tells which are in. */
async function add(services: Services, free: readonly Candidate[]): Promise<Set<Candidate>> {
  const ids = new Set<string>()
  const batch = free.filter(({ account: { id } }) => id === undefined || (!ids.has(id) && ids.add(id)))
  if (batch.length === 0) return new Set()
  const { passwords, random } = services
  const line = new Gate(() => hashing, Number.POSITIVE_INFINITY)
  const rows = await Promise.all(
    batch.map(async ({ account }) => {
      const { id = random.uuid(), password = '' } = account
      const passwordHash = account.passwordHash ?? (await line.run(() => passwords.hash(password)))
      return newAccountRow({ ...account, id, passwordHash })
    }),
  )
  const names = batch.flatMap(({ account }, index) =>
    account.names.map(({ username, changedAt }) => ({
      account_id: rows[index]?.id ?? '',
      username,
      changed_at: changedAt,
    })),
  )
  const added = await services.db.patient.transaction((tx) => insertAccounts(tx, rows, names))
  return new Set(batch.filter((_, index) => added.has(rows[index]?.id ?? '')))
}
