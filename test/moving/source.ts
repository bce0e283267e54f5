// What the tests of all sources share: their pictures, the import itself, and what is there afterwards.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { entriesOf } from '../../src/domain/import/entries.ts'
import { importAccounts } from '../../src/domain/import/import.ts'
import type { Source } from '../../src/domain/import/source.ts'
import { Folder } from '../../src/lib/folder.ts'
import type { ForeignDatabase } from '../../src/storage/foreign/database.ts'
import { openForeign } from '../../src/storage/foreign/open.ts'
import { makePng } from '../png.ts'
import { operator, type RunningService } from '../service.ts'

export const skin = makePng(64, 64, (x, y) => [x, y, 7, 255])
export const cape = makePng(64, 32, (x, y) => [x, y, 9, 255])
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A text as SQL has it; null stays null. */
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

/** What the command reports, by name. */
export async function importFrom(
  { context }: RunningService,
  address: string,
  source: (database: ForeignDatabase) => Promise<Source>,
  { folder, isDryRun = false }: { folder: string; isDryRun?: boolean },
) {
  const database = await openForeign(address)
  try {
    const { players, left } = await source(database)
    return { ...(await importPlayers(context, players, folder, isDryRun)), left: Object.fromEntries(left) }
  } finally {
    await database.close()
  }
}

export async function importPlayers(
  context: RunningService['context'],
  players: Source['players'],
  folder: string,
  isDryRun = false,
) {
  const sum = {
    added: 0,
    unchanged: 0,
    refused: {} as Record<string, string>,
    remarks: {} as Record<string, string[]>,
  }
  const entries = entriesOf(context, players)
  for await (const batch of importAccounts(context, operator, entries, {
    folder: new Folder(folder),
    isDryRun,
  })) {
    sum.added += batch.added
    sum.unchanged += batch.unchanged
    for (const { name = '', refused } of batch.refused) sum.refused[name] = refused.reason
    for (const { name, remark } of batch.remarks) (sum.remarks[name] ??= []).push(remark)
  }
  return sum
}

/** What an account is to be once it is here. */
export interface Expected {
  id?: string
  username: string
  email: string | null
  language: string
  created_at: number
  isSuspended: boolean
  skin_model: 'default' | 'slim' | null
  hasCape: boolean
  hasTotp: boolean
  names: string[]
}

/** Compares all accounts with what is expected, field by field. */
export async function assertAccounts(service: RunningService, expected: readonly Expected[]): Promise<void> {
  const { query } = service.context.db
  const rows = await query.selectFrom('account').selectAll().execute()
  const history = await query.selectFrom('username_history').selectAll().orderBy('changed_at').execute()
  const namesById = Map.groupBy(history, ({ account_id }) => account_id)
  const actual = rows.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    language: row.language,
    created_at: row.created_at,
    isSuspended: row.suspended_at !== null,
    skin_model: row.skin_model,
    hasCape: row.cape_hash !== null,
    hasTotp: row.totp_secret !== null,
    names: namesById.get(row.id)?.map(({ username }) => username),
  }))
  const byName = new Map(actual.map((row) => [row.username, row]))
  for (const account of expected)
    assert.deepEqual(
      { ...byName.get(account.username), ...(account.id ? {} : { id: undefined }) },
      { id: undefined, ...account },
    )
  assert.equal(actual.length, expected.length)
}

/** It signs in, and this is its profile. */
export async function assertPlays(
  service: RunningService,
  username: string,
  password: string,
): Promise<{ id: string; name: string }> {
  const answer = await service.post('/auth/authenticate', { username, password, clientToken: 'x' })
  assert.equal(answer.status, 200, `${username}: ${answer.text}`)
  return answer.json.selectedProfile
}

/** The game gets its skin, signed, from this service. */
export async function assertServed(service: RunningService, id: string): Promise<void> {
  const { json } = await service.get(`/session/profile/${id}?unsigned=false`)
  const [property] = json.properties
  assert.ok(property.signature.length > 100)
  const { textures } = JSON.parse(Buffer.from(property.value, 'base64').toString())
  const file = await service.get(new URL(textures.SKIN.url).pathname)
  assert.equal(file.status, 200)
  assert.equal(file.headers.get('content-type'), 'image/png')
}
