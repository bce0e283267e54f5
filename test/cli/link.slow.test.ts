import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('link create prints a link and its expiry, records both, and refuses a link that it can’t create', async () => {
  const variables = { NORN_BASE_URL: 'https://accounts.example.test' }
  const run = async (...line: string[]) => norn.run(line, { variables })
  await run('account', 'create', '--username', 'Steve', '--password', 'a sentence of words')
  const begun = Date.now()
  const made = await run('link', 'create', 'steve', '--for', 'setup', '--json')
  assert.deepEqual([made.status, made.stderr], [0, ''])
  const { url, expiresAt, ...rest } = JSON.parse(made.stdout)
  assert.match(url, /^https:\/\/accounts\.example\.test\/link\/[\w-]{22}$/)
  assert.deepEqual(rest, {})
  const lastsMs = Date.parse(expiresAt) - begun
  assert.ok(lastsMs >= 86_400_000 && lastsMs < 86_400_000 + 60_000, expiresAt)
  const until = new Date(begun + 5 * 86_400_000).toISOString()
  const other = await run('link', 'create', 'Steve', '--for', 'second-factor', '--expires', until, '--json')
  assert.equal(JSON.parse(other.stdout).expiresAt, until)
  const audit = (await run('audit', 'export')).stdout
  assert.match(audit, /"link\.created".*"for":"setup"/)
  assert.ok(!audit.includes(url.slice(-22)))
  await run('account', 'suspend', 'Steve')
  for (const [line, status, stderr] of [
    [['Steve', '--for', 'password'], 1, /^norn: the account is suspended; end the suspension first/],
    [['Alex', '--for', 'password'], 1, /^norn: there is no account "Alex"/],
    [
      ['Steve', '--for', 'password', '--expires', '31d'],
      1,
      /^norn: the link would be valid for more than 30/,
    ],
    [['Steve', '--for', 'password', '--expires', 'never'], 2, /^norn: --expires is "never"/],
    [['Steve', '--for', 'admin'], 2, /^norn: --for is "admin", but must be setup, password or second-factor/],
    [['Steve'], 2, /--for/],
  ] as const) {
    const refused = await run('link', 'create', ...line)
    assert.deepEqual([refused.status, refused.stdout], [status, ''])
    assert.match(refused.stderr, stderr)
  }
})

test('the links in a restored backup have ended', async () => {
  await norn.json('account', 'create', '--username', 'Herobrine', '--password', 'a sentence of words')
  await norn.json('link', 'create', 'Herobrine', '--for', 'password')
  const backup = join(norn.directory, 'backup.gz')
  assert.equal((await norn.run(['backup', backup])).status, 0)
  const restored = join(norn.directory, 'restored')
  const variables = { NORN_DATA_DIR: restored }
  assert.equal((await norn.run(['restore', backup], { variables })).status, 0)
  const good = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = database
      .prepare(
        `select username from one_time_link join account on account.id = account_id
         where one_time_link.credentials_version = account.credentials_version`,
      )
      .all()
    database.close()
    return rows.map(({ username }) => username)
  }
  assert.ok(good(norn.database).includes('Herobrine'))
  assert.deepEqual(good(join(restored, 'norn.sqlite')), [])
})
