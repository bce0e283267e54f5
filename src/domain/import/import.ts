import { fold } from '../../lib/fold.ts'
import { Gate } from '../../lib/gate.ts'
import { linesOf } from '../../lib/lines.ts'
import type { Actor } from '../../model/actor.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import { type HolderRow, holdersOf, insertAccounts } from '../../storage/import.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { recordCreated } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { type ImportedAccount, type LineRefusal, LineRefused, readImportLine } from './line.ts'

/** What became of a batch of lines; all of it is durable. */
export interface ImportedBatch {
  added: number
  /** Lines whose account is there already: same username and e-mail, and id where the line has one. */
  unchanged: number
  refused: { line: number; reason: LineRefusal }[]
  /** Bytes of the source that this batch and all before it have taken. */
  bytes: number
}

/** Few enough that a running service hardly waits for the import to write. */
const linesPerBatch = 500

/** A line with a long history of names is some kilobytes. */
const maxLineBytes = 64 * 1024

/** Hashes asked for at once: so few that Passwords never refuses one. */
const maxHashesAtOnce = 64

type Needed = Pick<Context, 'db' | 'clock' | 'random' | 'passwords' | 'secrets'>

interface Candidate {
  line: number
  account: ImportedAccount
}

/**
 * Adds the accounts of newline-delimited JSON, one transaction for each batch. Nothing of an account that
 * is there already is changed, so an import that was interrupted is simply run again.
 */
export async function* importAccounts(
  context: Needed,
  by: Actor,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<ImportedBatch> {
  let bytes = 0
  let batch: Candidate[] = []
  let refused: ImportedBatch['refused'] = []
  for await (const { number, bytes: line, length } of linesOf(source, maxLineBytes)) {
    bytes += length
    if (line?.every(isBlank)) continue
    try {
      if (!line) throw new LineRefused('line_too_long')
      batch.push({ line: number, account: readImportLine(line, context.passwords, context.clock()) })
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error
      refused.push({ line: number, reason: error.reason })
    }
    if (batch.length + refused.length < linesPerBatch) continue
    yield await importBatch(context, by, batch, refused, bytes)
    batch = []
    refused = []
  }
  yield await importBatch(context, by, batch, refused, bytes)
}

/** Spaces, tabs and the CR of CRLF. */
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13

async function importBatch(
  context: Needed,
  by: Actor,
  batch: readonly Candidate[],
  refusedLines: ImportedBatch['refused'],
  bytes: number,
): Promise<ImportedBatch> {
  const imported: ImportedBatch = { added: 0, unchanged: 0, refused: [...refusedLines], bytes }
  // Repeated for accounts whose keys were taken meanwhile, by another process or by a line of this batch.
  for (let open = batch; open.length > 0; ) {
    const { free, refused, unchanged } = await compare(context, open)
    const added = await add(context, by, free)
    imported.added += added.size
    imported.unchanged += unchanged
    imported.refused.push(...refused)
    open = free.filter((candidate) => !added.has(candidate))
  }
  imported.refused.sort((a, b) => a.line - b.line)
  return imported
}

/** Compares candidates with the accounts that exist: whose keys are free, who is refused. */
async function compare({ db }: Pick<Context, 'db'>, batch: readonly Candidate[]) {
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
    const idHolder = account.id === undefined ? undefined : byId.get(account.id)
    const usernameHolder = byUsername.get(fold(account.username))
    const emailHolder = byEmail.get(fold(account.email))
    if (usernameHolder && isSame(account, usernameHolder)) unchanged++
    else if (idHolder) refused.push({ line, reason: 'id_taken' })
    else if (usernameHolder) refused.push({ line, reason: 'username_taken' })
    else if (emailHolder) refused.push({ line, reason: 'email_taken' })
    else free.push(candidate)
  }
  return { free, refused, unchanged }
}

const isSame = ({ id, username, email }: ImportedAccount, holder: HolderRow): boolean =>
  username === holder.username && email === holder.email && (id === undefined || id === holder.id)

/** Adds the candidates whose keys are free, and returns those that were added. */
async function add(context: Needed, by: Actor, free: readonly Candidate[]): Promise<Set<Candidate>> {
  const { db, random, passwords, secrets } = context
  const ids = new Set<string>()
  const batch = free.filter(({ account: { id } }) => id === undefined || (!ids.has(id) && ids.add(id)))
  if (batch.length === 0) return new Set()
  const gate = new Gate(() => maxHashesAtOnce, Number.POSITIVE_INFINITY)
  const rows = await Promise.all(
    batch.map(async ({ account }) => {
      const { id = random.uuid(), password = '' } = account
      const passwordHash = account.passwordHash ?? (await gate.run(() => passwords.hash(password)))
      const { totpSecret } = account
      const sealed = totpSecret === null ? null : secrets.seal(totpSecretPlace(id), totpSecret)
      return newAccountRow({ ...account, id, passwordHash, totpSecret: sealed })
    }),
  )
  const names = batch.flatMap(({ account }, index) =>
    account.names.map(({ username, changedAt }) => ({
      account_id: rows[index]?.id ?? '',
      username,
      changed_at: changedAt,
    })),
  )
  const added = await db.patient.transaction(async (tx) => {
    if (rows.some(({ totp_secret }) => totp_secret !== null)) await secrets.hold(tx)
    const ids = await insertAccounts(tx, rows, names)
    await recordCreated(context, tx, by, [...ids])
    return ids
  })
  return new Set(batch.filter((_, index) => added.has(rows[index]?.id ?? '')))
}
