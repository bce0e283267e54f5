// Expired rows are deleted, deferred writes take one connection, and an invalid request is logged with its
// reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startSweeping } from '../../src/jobs/sweep.ts'
import { migrated } from '../databases.ts'
import { exchange } from '../raw.ts'
import { onEveryDatabase, startService } from '../service.ts'
import { until } from '../until.ts'

onEveryDatabase('expired rows', (start) => {
  test('a grant whose account has ended it is deleted once none of its tokens is left', async (t) => {
    const { context, account } = await start()
    const { db } = context
    const [ended, kept] = [await account(), await account()]
    const row = {
      client_id: 'launchers',
      credentials_version: 0,
      scope: 'openid',
      created_at: 1,
      expires_at: null,
    }
    const grants = [
      { ...row, id: 'dead', account_id: ended.id },
      { ...row, id: 'dead-with-token', account_id: ended.id },
      { ...row, id: 'living', account_id: kept.id },
    ]
    await db.query.insertInto('oauth_grant').values(grants).execute()
    await db.query.updateTable('account').set({ credentials_version: 1 }).where('id', '=', ended.id).execute()
    await db.query.updateTable('account').set({ credentials_version: 0 }).where('id', '=', kept.id).execute()
    const artifact = {
      digest: 'd',
      kind: 'RefreshToken' as const,
      payload: '{}',
      issued_at: 1,
      expires_at: 2 ** 45,
      consumed_at: null,
      user_code_digest: null,
    }
    await db.query
      .insertInto('oauth_artifact')
      .values({ ...artifact, client_id: 'launchers', account_id: ended.id, grant_id: 'dead-with-token' })
      .execute()
    t.after(startSweeping(context, 20))
    const ids = async () => {
      const rows = await db.query.selectFrom('oauth_grant').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    await until('the grant is deleted', async () => (await ids()).length < 3)
    assert.deepEqual(await ids(), ['dead-with-token', 'living'])
    await db.query.deleteFrom('oauth_artifact').execute()
    await until('the next one is deleted', async () => (await ids()).length < 2)
    assert.deepEqual(await ids(), ['living'])
  })

  test('for three thousand uses of tokens, the latest use of each is written', async () => {
    const { context, account, advance, now, signIn } = await start()
    const player = await account()
    await signIn(player)
    const row = await context.db.query.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    advance(1000)
    for (let other = 0; other < 3000; other++) context.credentialUses.mark(`none-${other}`, '192.0.2.1')
    context.credentialUses.mark(row.digest, '192.0.2.7')
    await context.credentialUses.flush()
    const used = await context.db.query.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([used.last_used_at, used.address], [now(), '192.0.2.7'])
  })
})

test('the log distinguishes two Host headers, headers that are too large, and input that is not HTTP', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const sent = {
    host_repeated: 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    head_too_large: `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    not_http: 'nothing that is HTTP\r\n\r\n',
  }
  const statuses = { host_repeated: 400, head_too_large: 431, not_http: 400 }
  for (const [reason, bytes] of Object.entries(sent)) {
    const answer = await exchange(service, bytes)
    assert.equal(answer.status, statuses[reason as keyof typeof statuses])
    const lines = service.log.map((line) => JSON.parse(line)).filter((line) => line.reason === reason)
    assert.deepEqual(
      lines.map(({ status, ip, msg }) => [status, ip, msg]),
      [[answer.status, '127.0.0.1', 'request']],
    )
  }
})

test('recording uses of tokens takes one connection to PostgreSQL', async (t) => {
  const database = await migrated.postgres()
  const service = await startService(database.url)
  const watcher = new Client({ connectionString: database.url })
  await watcher.connect()
  t.after(async () => {
    await watcher.end()
    await service.close()
    await database.drop()
  })
  const { credentialUses } = service.context
  for (let other = 0; other < 5000; other++) credentialUses.mark(`none-${other}`, '192.0.2.1')
  const connections = async () => {
    const { rows } = await watcher.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database()',
    )
    return rows[0]?.count ?? 0
  }
  const before = await connections()
  await credentialUses.flush()
  assert.ok((await connections()) <= before + 1, `${before} connections, then ${await connections()}`)
})
