// A restored backup does nothing again that has been done since, and revives nothing that has been used up since.
import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { tables } from '../../src/storage/schema/schema.ts'
import { type Installation, install } from '../cli/norn.ts'
import { databases, withoutPostgres } from '../databases.ts'
import { fillWithSample } from '../storage/sample.ts'

/** Tables that are empty after a restore. */
const emptied = [
  'api_token',
  'app_password',
  'credential',
  'email_change',
  'idempotency_key',
  'link_code',
  'bedrock_code',
  'link_sign_in',
  'mail',
  'oauth_artifact',
  'oauth_grant',
  'one_time_link',
  'pending_join',
  'presence',
  'recovery',
  'setup_code',
  'deletion',
  'deletion_part',
]

/**
 * Tables that a restore leaves as they were, although their rows may have changed since: what people and operators have
 * set up, what is only counted, and what takes away. A new table belongs into one of the lists.
 */
const left = [
  // Their rows are changed: versions, the end of a deletion, where webhooks start.
  'account',
  'webhook',
  'webhook_delivery',
  // What makes the service and its players.
  'name_claim',
  'deleted_account',
  'texture',
  'loose_object',
  'former_skin',
  'wardrobe_texture',
  'shared_texture',
  'texture_report',
  'taken_down_texture',
  'likeness_band',
  'username_history',
  'player_group',
  'shelf_texture',
  'shelf_wearer',
  'provider',
  'group_member',
  'game_server',
  'game_server_key',
  'game_server_group',
  'neighbour',
  'neighbour_key',
  'game_server_neighbour',
  'visitor',
  'mirrored_textures',
  'listed_visitor',
  'neighbour_link',
  'bedrock_link',
  'friendship',
  'blocked_player',
  'declined_player',
  'oauth_client',
  'signing_key',
  'encryption',
  'setting',
  'invite',
  // Proofs that an account still has.
  'passkey',
  'linked_identity',
  'recovery_code',
  'used_totp_step',
  'used_challenge',
  'used_sign_in_state',
  'known_device',
  // Links that undo what the backup has, too, or that make an account with its own password.
  'factor_undo',
  'change_undo',
  'registration',
  // Counts and records.
  'guess',
  'lookup_client',
  'audit_entry',
  'audit_seal',
  'attempt',
  'hour_count',
  'day_count',
  'neighbour_answer',
  'refused_visit',
]

let norn: Installation

/** An installation whose database has rows in every table, and a backup of it. */
async function backedUp(): Promise<Installation> {
  const made = await install()
  await rm(made.database, { force: true })
  const db = await openDatabase(`sqlite:${made.database}`)
  await migrate(db)
  await fillWithSample(db, 4)
  // Otherwise the secret would have to be known to restore it.
  await db.query.deleteFrom('encryption').execute()
  await db.query
    .updateTable('account')
    .set({ deletes_at: 1_700_000_000_000 })
    .where('username', '=', 'Player_2')
    .execute()
  await db.query
    .insertInto('email_change')
    .values({
      digest: 'd',
      account_id: '1'.padStart(32, '0'),
      secrets_version: 0,
      credentials_version: 0,
      email: 'n@example.test',
      expires_at: 9e12,
    })
    .execute()
  await db.close()
  assert.equal((await made.run(['backup', 'backup.gz'])).status, 0)
  return made
}

async function restored(
  name: string,
  ...options: string[]
): Promise<(text: string) => Record<string, any>[]> {
  const directory = join(norn.directory, name)
  const answer = await norn.run(['restore', 'backup.gz', '--verify', ...options], {
    variables: { NORN_DATA_DIR: directory },
  })
  assert.equal(answer.status, 0, answer.stderr)
  assert.deepEqual(await readdir(directory), ['norn.sqlite'])
  const file = new DatabaseSync(join(directory, 'norn.sqlite'), { readOnly: true })
  after(() => file.close())
  return (text) => file.prepare(text).all()
}

describe('a restored backup', () => {
  before(async () => {
    norn = await backedUp()
  })
  after(() => norn.remove())

  test('has no credential, link or code, and nothing that waits to be sent', async () => {
    const before = new DatabaseSync(norn.database, { readOnly: true })
    after(() => before.close())
    const ask = await restored('restored')
    const rowsIn = (table: string): number => ask(`select count(*) as rows from ${table}`)[0]?.['rows']
    const had = (table: string): boolean => before.prepare(`select 1 from ${table}`).get() !== undefined
    for (const table of emptied) assert.deepEqual([table, had(table), rowsIn(table)], [table, true, 0])
    for (const table of left) {
      // The only delivery of the sample waits.
      if (table !== 'webhook_delivery') assert.equal(rowsIn(table) > 0, had(table), table)
    }
    assert.deepEqual(tables.toSorted(), [...emptied, ...left].toSorted(), 'each table is in one of the lists')
    assert.deepEqual(ask("select id from webhook_delivery where state = 'waiting'"), [])
    const [webhook] = ask('select min(fed_seal) as fed from webhook')
    const [sealed] = ask('select max(number) as last from audit_seal')
    assert.ok(webhook?.['fed'] >= sealed?.['last'], 'webhooks start after what was sealed')
  })

  test('deletes no account before its owner can cancel that again', async () => {
    const ask = await restored('deleting')
    const [account] = ask("select deletes_at from account where username = 'Player_2'")
    assert.ok(account?.['deletes_at'] > Date.now() + 3_600_000, String(account?.['deletes_at']))
    const [other] = ask("select deletes_at from account where username = 'Player_3'")
    assert.equal(other?.['deletes_at'], null)
  })

  test('has everything with --keep-tokens, which is for moving to another machine', async () => {
    const ask = await restored('moved', '--keep-tokens')
    for (const table of emptied) assert.ok(ask(`select 1 from ${table}`).length > 0, table)
    assert.ok(ask("select 1 from webhook_delivery where state = 'waiting'").length > 0)
  })
})

test('a restored PostgreSQL has none of it either, by what docs/operations.md says', {
  skip: withoutPostgres(),
}, async (t) => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, block = ''] = /\*\*PostgreSQL\*\*: `pg_dump`[^]*?```sql\n([^]*?)```/.exec(page) ?? []
  const statements = block.split(';').filter((each) => each.trim() !== '')
  const database = await databases.postgres()
  const db = await openDatabase(database.url)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  await fillWithSample(db, 4)
  const rowsOf = async (table: (typeof tables)[number]) =>
    (await db.query.selectFrom(table).selectAll().execute()).length
  const had = new Map<string, number>()
  for (const table of tables) had.set(table, await rowsOf(table))
  const versions = () => db.query.selectFrom('account').select('credentials_version').orderBy('id').execute()
  const before = await versions()
  for (const statement of statements) await sql.raw(statement).execute(db.query)
  const emptyNow: string[] = []
  for (const table of tables) {
    if ((had.get(table) ?? 0) > 0 && (await rowsOf(table)) === 0) emptyNow.push(table)
  }
  // The only delivery of the sample waits.
  const expected = [...emptied.filter((table) => had.get(table)), 'webhook_delivery']
  assert.deepEqual(emptyNow.toSorted(), expected.toSorted())
  assert.deepEqual(
    await versions(),
    before.map(({ credentials_version: version }) => ({ credentials_version: version + 1 })),
  )
  const { deleting } = await db.query
    .selectFrom('account')
    .select((row) => row.fn.count('deletes_at').as('deleting'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(deleting), 0)
  // Entries without a seal get the next one, which is not sent either; without any seal there is a number too.
  const fed = async () =>
    (await db.query.selectFrom('webhook').select('fed_seal').execute()).map(({ fed_seal }) => fed_seal)
  const { last } = await db.query
    .selectFrom('audit_seal')
    .select((row) => row.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const { unsealed } = await db.query
    .selectFrom('audit_entry')
    .where('seal', 'is', null)
    .select((row) => row.fn.countAll().as('unsealed'))
    .executeTakeFirstOrThrow()
  assert.ok((await fed()).every((seal) => seal === (last ?? 0) + (Number(unsealed) > 0 ? 1 : 0)))
  await db.query.updateTable('audit_entry').set({ seal: null }).execute()
  await db.query.deleteFrom('audit_seal').execute()
  for (const statement of statements) await sql.raw(statement).execute(db.query)
  assert.deepEqual([...new Set(await fed())], [1])
})
