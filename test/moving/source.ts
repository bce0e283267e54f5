// Shared by the tests of all sources: the import itself, and the checks afterwards.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { Folder } from '../../src/lib/files/folder.ts'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { openForeign } from '../../src/moving/databases/open.ts'
import { entriesOf } from '../../src/moving/import/entries.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { linkIdentities } from '../../src/moving/programs/identities.ts'
import type { Source } from '../../src/moving/programs/source.ts'
import { operator, type RunningService } from '../service.ts'
import type { Expected } from './expected.ts'
import { assertServed, assertSignIns } from './plays.ts'

/** A text as an SQL literal; null stays null. */
export const quoted = (text: string | null): string =>
  text === null ? 'null' : `'${text.replaceAll("'", "''")}'`

export async function fill(address: string, statements: readonly string[]): Promise<void> {
  if (!address.startsWith('postgres')) {
    const database = new DatabaseSync(address)
    database.exec(`begin; ${statements.join(';\n')}; commit`)
    database.close()
    return
  }
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(statements.join(';\n'))
  await client.end()
}

type Read = (database: ForeignDatabase) => Promise<Source>

/** The report of the command, by name. */
export async function importFrom(
  { context }: RunningService,
  address: string,
  source: Read,
  { folder, ...options }: { folder: string; isDryRun?: boolean; splitsUsers?: boolean },
) {
  const database = await openForeign(address)
  try {
    const { players, left } = await source(database)
    const linked = linkIdentities(context, { players, left })
    return { ...(await importPlayers(context, linked, folder, options)), left: Object.fromEntries(left) }
  } finally {
    await database.close()
  }
}

export async function importPlayers(
  context: RunningService['context'],
  players: Source['players'],
  folder: string,
  { isDryRun = false, splitsUsers = false }: { isDryRun?: boolean; splitsUsers?: boolean } = {},
) {
  const sum = {
    added: 0,
    characters: 0,
    linked: 0,
    unchanged: 0,
    mails: 0,
    refused: {} as Record<string, string>,
    remarks: {} as Record<string, string[]>,
    /** The subject of the last remark on a player. */
    details: {} as Record<string, string>,
  }
  const entries = entriesOf(context, players, { splitsUsers })
  for await (const batch of importAccounts(context, operator, entries, {
    folder: new Folder(folder),
    isDryRun,
    splitsUsers,
  })) {
    sum.added += batch.added
    sum.characters += batch.characters
    sum.linked += batch.linked
    sum.unchanged += batch.unchanged
    sum.mails += batch.mails
    for (const { name = '', refused } of batch.refused) sum.refused[name] = refused.reason
    for (const { name, remark, detail } of batch.remarks) {
      ;(sum.remarks[name] ??= []).push(remark)
      if (detail !== undefined) sum.details[name] = detail
    }
  }
  return sum
}

/** Compares all accounts with the expected ones, field by field. */
export async function assertAccounts(service: RunningService, expected: readonly Expected[]): Promise<void> {
  const { query } = service.context.db
  const rows = await query.selectFrom('account').selectAll().execute()
  const history = await query.selectFrom('username_history').selectAll().orderBy('changed_at').execute()
  const namesById = Map.groupBy(history, ({ account_id }) => account_id)
  const usernameOf = new Map(rows.map(({ id, username }) => [id, username]))
  const actual = rows.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    language: row.language,
    created_at: row.created_at,
    isSuspended: row.suspended_at !== null,
    hasPassword: row.password_hash !== '!',
    hasSkin: row.skin_hash !== null,
    skin_model: row.skin_model,
    hasCape: row.cape_hash !== null,
    ...(row.roles !== null && { roles: row.roles }),
    hasTotp: row.totp_secret !== null,
    ...(row.owner_id !== null && { owner: usernameOf.get(row.owner_id) }),
    names: namesById.get(row.id)?.map(({ username }) => username),
  }))
  const byName = new Map(actual.map((row) => [row.username, row]))
  for (const { id, password, skin, cape, ...account } of expected) {
    const found = byName.get(account.username)
    const isCharacter = account.owner !== undefined
    const isSuspended = account.isSuspended && !isCharacter
    const has = {
      isSuspended,
      hasPassword: password !== null && !isCharacter,
      hasSkin: skin !== null,
      hasCape: cape !== null,
    }
    assert.deepEqual({ ...found }, { ...account, ...has, id: id ?? found?.id })
  }
  assert.equal(actual.length, expected.length)
}

/**
 * A thousand sign-ins take a quarter of a minute: `npm run moving` does all of them, `npm test` some of every kind.
 */
const isThorough = process.env['NORN_TEST_MOVING'] === 'all'

const some = (expected: readonly Expected[]): readonly Expected[] =>
  isThorough ? expected : expected.filter((_, index) => index < 32 || index % 48 === 0)

/** The recipients of the waiting emails, and what they say. */
export async function waitingMail({ context }: RunningService) {
  const rows = await context.db.query.selectFrom('mail').selectAll().orderBy('recipient').execute()
  return rows.map(({ recipient, language, content }) => ({ recipient, language, ...JSON.parse(content) }))
}

interface Move {
  source: Read
  splitsUsers?: boolean
  folder: string
  expected: readonly Expected[]
}

/**
 * Imports an installation and returns the report: first a dry run, which changes nothing and reports the same; then
 * everything about each account is compared, it signs in, and its pictures are served; then a second import, which
 * adds nothing.
 */
export async function moveIn(service: RunningService, address: string, move: Move) {
  const { source, folder, expected, splitsUsers = false } = move
  const dry = await importFrom(service, address, source, { folder, splitsUsers, isDryRun: true })
  await assertAccounts(service, [])
  const done = await importFrom(service, address, source, { folder, splitsUsers })
  assert.deepEqual(dry, done)
  assert.equal(done.added, expected.length)
  await assertAccounts(service, expected)
  await assertSignIns(service, some(expected))
  await assertServed(service, some(expected))
  const again = await importFrom(service, address, source, { folder, splitsUsers })
  assert.deepEqual([again.added, again.unchanged, again.mails], [0, expected.length, 0])
  assert.deepEqual(again.refused, done.refused)
  return done
}
