// norn doctor, on installations that are broken on purpose.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, cp, mkdir, open, writeFile } from 'node:fs/promises'
import { createServer as createPlainServer, type IncomingHttpHeaders, request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { SMTPServer } from 'smtp-server'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { insertNeighbourKey } from '../../src/storage/community/neighbour-keys.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { databases, migrated } from '../databases.ts'
import { type Authority, type Issued, makeAuthority, without } from '../deploy/debian.ts'
import { freePort } from '../free-port.ts'
import { json, startAuthorizationServer } from '../neighbours/authorization-server.ts'
import { startNeighbour } from '../neighbours/mock.ts'
import { makePng, noise } from '../png.ts'
import { operator, startService } from '../service.ts'
import { createSteve, type Installation, install, type Serving } from './norn.ts'

interface Row {
  check: string
  state: 'ok' | 'warning' | 'wrong' | 'skipped'
  message: string
  remedy: string | null
}

type Variables = Record<string, string>

async function doctor(
  norn: Installation,
  variables: Variables,
): Promise<{ status: number | null; rows: Row[] }> {
  const { status, stdout, stderr } = await norn.run(['doctor', '--json'], { variables })
  assert.ok(status === 0 || status === 1, stderr)
  const rows = JSON.parse(stdout) as Row[]
  assert.equal(status, rows.some(({ state }) => state === 'wrong') ? 1 : 0, stdout)
  return { status, rows }
}

type Expected = readonly [check: string, state: Row['state'], message: RegExp, remedy?: RegExp]

/** One run of the doctor finds all of these, each with its remedy. */
async function finds(norn: Installation, variables: Variables, ...all: readonly Expected[]): Promise<void> {
  const { rows } = await doctor(norn, variables)
  for (const [check, state, message, remedy] of all) {
    const match = rows.find((row) => row.check === check && row.state === state && message.test(row.message))
    assert.ok(match, `${check} ${state} ${String(message)}:\n${JSON.stringify(rows, undefined, 1)}`)
    if (remedy) assert.match(match.remedy ?? '', remedy)
  }
}

const create = createSteve('pw')
const secret = 'a secret of more than thirty-two characters'

let original: Installation
before(async () => {
  original = await install({ isEmpty: true, isOnDisk: true })
  const { status, stderr } = await original.run(create)
  assert.equal(status, 0, stderr)
})
after(() => original.remove())

/** With an account and keys, but without a running service. */
async function installed(t: TestContext): Promise<Installation> {
  const norn = await install({ isEmpty: true, isOnDisk: true })
  t.after(() => norn.remove())
  await cp(join(original.directory, 'data'), join(norn.directory, 'data'), { recursive: true })
  return norn
}

describe('doctor, without a running service', { concurrency: 2 }, () => {
  test('invalid settings, each with the allowed values', async (t) => {
    const norn = await install({ isEmpty: true, isOnDisk: true })
    t.after(() => norn.remove())
    const { rows } = await doctor(norn, { NORN_PORT: 'http', NORN_WORKERS: '0' })
    assert.deepEqual(
      rows.map(({ check, state, message }) => [check, state, message.split(' ', 1)[0]]),
      [
        ['settings', 'wrong', 'NORN_PORT="http"'],
        ['settings', 'wrong', 'NORN_WORKERS="0"'],
      ],
    )
  })

  test('no database', async (t) => {
    const norn = await install({ isEmpty: true, isOnDisk: true })
    t.after(() => norn.remove())
    await finds(norn, {}, ['database', 'wrong', /^there is no database at .*; run "norn serve"/])
  })

  test('a folder that cannot be written, before there is a database and after', async (t) => {
    const norn = await installed(t)
    const file = join(norn.directory, 'a-file')
    await writeFile(file, '')
    const at = (dir: string) => ({ NORN_DATA_DIR: dir })
    const isFile = ['database', 'wrong', /a-file is not a directory/, /correct NORN_DATA_DIR/] as const
    await finds(norn, at(file), isFile)
    await finds(norn, at(join(file, 'data')), isFile)
    const { rows } = await doctor(norn, at(join(file, 'data')))
    assert.ok(
      rows.every(({ message, remedy }) => !/norn serve/.test(`${message} ${remedy}`)),
      'serve would fail, too',
    )
    // Root writes everywhere.
    if (process.getuid?.() === 0) return
    for (const dir of ['data', 'other/data']) {
      const folder = join(norn.directory, dir.split('/')[0] ?? '')
      await mkdir(folder, { recursive: true })
      await chmod(folder, 0o500)
      await finds(norn, at(join(norn.directory, dir)), [
        'database',
        'wrong',
        /the user .* cannot write/,
        /chown -R/,
      ])
      await chmod(folder, 0o700)
    }
  })

  test('keys that are damaged: no text of OpenSSL, and a remedy that works', async (t) => {
    const norn = await installed(t)
    const database = new DatabaseSync(join(norn.directory, 'data', 'norn.sqlite'))
    database.exec(
      `update signing_key set private_key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'`,
    )
    database.close()
    await finds(
      norn,
      {},
      ['secrets', 'wrong', /a signing key in the database is damaged/, /norn restore/],
      ['signatures', 'skipped', /cannot be read: fix what "secrets" says first/],
    )
    const { rows } = await doctor(norn, {})
    assert.doesNotMatch(JSON.stringify(rows), /DECODER|error:|creates the first/)
  })

  test('an address that speaks no TLS is reported in words', async (t) => {
    const norn = await installed(t)
    const plain = createPlainServer((_request, response) => response.end('hello'))
    const port = await freePort()
    await new Promise<void>((listening) => void plain.listen(port, '127.0.0.1', listening))
    t.after(() => plain.close())
    const variables = {
      NORN_BASE_URL: `https://127.0.0.1:${port}`,
      NORN_SMTP_URL: `smtps://127.0.0.1:${port}`,
    }
    await finds(
      norn,
      variables,
      ['base url', 'wrong', /cannot be opened: no TLS is spoken there/, /certificate in the proxy.*http:/],
      ['certificate', 'wrong', /speaks no TLS/, /certificate in the proxy/],
      ['mail', 'wrong', /cannot be used \(no TLS is spoken there/, /smtps:\/\/ for port 465/],
    )
    const { rows } = await doctor(norn, variables)
    assert.doesNotMatch(JSON.stringify(rows), /SSL routines|EPROTO|\.c:\d+|error:[0-9A-F]{8}/)
  })

  test('an unreachable database server', async (t) => {
    const norn = await install({ isEmpty: true, isOnDisk: true })
    t.after(() => norn.remove())
    const variables = { NORN_DATABASE_URL: 'postgres://norn:se-cret@127.0.0.1:1/norn' }
    await finds(norn, variables, ['database', 'wrong', /ECONNREFUSED.*check NORN_DATABASE_URL/])
    const { stdout, stderr } = await norn.run(['doctor'], { variables })
    assert.doesNotMatch(stdout, /se-cret/)
    assert.equal(stderr, 'norn: one thing is wrong\n')
    for (const line of stdout.trimEnd().split('\n'))
      assert.match(
        line,
        /^(ok|warning|wrong|skipped) +(settings|database|secrets|disk|files|signatures|service|base url|certificate|proxy|textures|game servers|neighbours|providers|clock|mail|backup|updates)  +\S/,
      )
  })

  test('game servers on PostgreSQL: working roots, and a deleted group', async (t) => {
    const norn = await install({ isEmpty: true, isOnDisk: true })
    const database = await databases.postgres()
    const service = await startService(database.url)
    t.after(async () => {
      await service.close()
      await database.drop()
      await norn.remove()
    })
    const variables = { NORN_DATABASE_URL: database.url, NORN_BASE_URL: service.baseUrl }
    await createGroup(service.context, operator, { name: 'staff' })
    for (const name of ['survival', 'creative']) {
      await addServer(service.context, operator, { name, groups: ['staff'] })
    }
    await finds(norn, variables, ['game servers', 'ok', /all 2 roots answer/])
    const elsewhere = { ...variables, NORN_BASE_URL: 'http://127.0.0.1:1' }
    await finds(norn, elsewhere, ['game servers', 'skipped', /does not answer at the base URL/])
    await deleteGroup(service.context, operator, 'staff')
    await finds(norn, variables, [
      'game servers',
      'warning',
      /creative names groups that no longer exist: staff/,
    ])
  })

  test('providers: one that answers, one that refuses the secret, and a silent one', async (t) => {
    const norn = await installed(t)
    const mock = await startAuthorizationServer(Date.now)
    const variables = { NORN_BASE_URL: 'https://accounts.example.test' }
    await finds(norn, variables, ['providers', 'ok', /none/])
    const withoutPasswords = { ...variables, NORN_PASSWORD_SIGN_IN: 'off' }
    await finds(norn, withoutPasswords, ['providers', 'wrong', /none.*nobody can sign in/, /provider add/])
    const client = ['--private', '--client-id', 'norn', '--client-secret-stdin']
    const add = ['provider', 'add', 'school', '--issuer', mock.url, ...client]
    assert.equal((await norn.run(add, { variables, stdin: 'secret' })).status, 0)
    mock.answers['/authorize'] = (response) => json(response, {})
    mock.answers['/token'] = (response) => json(response, { error: 'invalid_grant' }, 400)
    await finds(norn, variables, ['providers', 'ok', /^school answers/])
    mock.answers['/token'] = (response) => json(response, { error: 'invalid_client' }, 401)
    await finds(norn, variables, ['providers', 'wrong', /school does not accept the id and the secret/])
    await mock.close()
    await finds(norn, variables, ['providers', 'wrong', /school does not answer/])
  })

  test('providers: another issuer, a wrong callback and a clock that is five minutes off, told apart', async (t) => {
    const norn = await installed(t)
    const mock = await startAuthorizationServer(Date.now)
    t.after(() => mock.close())
    const variables = { NORN_BASE_URL: 'https://accounts.example.test' }
    const client = ['--private', '--client-id', 'norn', '--client-secret-stdin']
    const add = ['provider', 'add', 'school', '--issuer', mock.url, ...client]
    assert.equal((await norn.run(add, { variables, stdin: 'secret' })).status, 0)
    const found = async (state: Row['state'], message: RegExp, remedy?: RegExp) => {
      const { rows } = await doctor(norn, variables)
      const its = rows.filter(({ check }) => check === 'providers')
      assert.deepEqual([its.length, its[0]?.state], [1, state], JSON.stringify(its))
      assert.match(its[0]?.message ?? '', message)
      if (remedy) assert.match(its[0]?.remedy ?? '', remedy)
      // The command says the same, and neither is content.
      const tested = await norn.run(['provider', 'test', 'school'], { variables })
      assert.equal(tested.status, state === 'ok' ? 0 : 1, tested.stderr)
      if (state !== 'ok')
        assert.match(tested.stderr, /^norn: nobody can sign in through school[^\n]*norn doctor/m)
    }
    mock.answers['/authorize'] = (response) => json(response, {})
    mock.answers['/token'] = (response) => json(response, { error: 'invalid_grant' }, 400)
    await found('ok', /^school answers/)

    mock.discovery = { issuer: 'https://elsewhere.example.test' }
    await found('wrong', /^school is another issuer now/, /remove it and add it again/)
    mock.discovery = {}

    const callback = /https:\/\/accounts\.example\.test\/sign-in\/with\/school\/callback$/
    mock.answers['/authorize'] = (response) => json(response, {}, 400)
    await found('wrong', /^school does not accept the callback[^(]*\(status 400\)/, callback)
    mock.answers['/authorize'] = (response) => json(response, {})
    mock.answers['/token'] = (response) => json(response, { error: 'redirect_uri_mismatch' })
    await found('wrong', /^school does not accept the callback/, callback)
    mock.answers['/token'] = (response) => json(response, { error: 'invalid_grant' }, 400)

    const path = '/.well-known/openid-configuration'
    const document = await (await fetch(`${mock.url}${path}`)).json()
    for (const seconds of [300, -300]) {
      mock.answers[path] = (response) => {
        response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString())
        json(response, document)
      }
      const said = seconds > 0 ? /\((?:300|299) s\)/ : /\(-30[0-2] s\)/
      await found('wrong', /^school has another time/, /set the clock/)
      await found('wrong', said)
    }
  })

  test('neighbours: one that answers, a silent one, a paused one, other hosts, and a setting that is off', async (t) => {
    const norn = await installed(t)
    const mock = await startNeighbour({ skinHost: 'skins.friends.test' })
    t.after(() => mock.close())
    const variables = { NORN_BASE_URL: 'https://accounts.example.test' }
    const add = async (id: string, ...more: string[]) => {
      const line = ['neighbour', 'add', id, '--kind', 'authlib-injector', '--private', ...more]
      const { status, stderr } = await norn.run(line, { variables })
      assert.equal(status, 0, stderr)
    }
    const on = { ...variables, NORN_NEIGHBOURS: 'on' }
    await finds(norn, on, ['neighbours', 'ok', /none/])
    await add('friends', '--root', mock.root, '--accept-hosts')
    await finds(norn, on, ['neighbours', 'ok', /^friends answers$/])
    await holdKey(norn, 'friends')
    await finds(norn, on, [
      'neighbours',
      'warning',
      /a changed key of friends for chat is held: [0-9a-f]{64}/,
      /norn neighbour confirm-key friends/,
    ])
    await norn.json('neighbour', 'confirm-key', 'friends')
    await finds(norn, on, ['neighbours', 'ok', /^friends answers$/])
    await norn.json('server', 'add', 'survival', '--neighbour', 'friends')
    await finds(norn, variables, [
      'neighbours',
      'warning',
      /NORN_NEIGHBOURS is off, but survival names neighbours/,
      /NORN_NEIGHBOURS=watch/,
    ])
    await norn.json('server', 'set', 'survival', '--links', 'as_account')
    await finds(norn, on, [
      'neighbours',
      'warning',
      /linked players join survival as their accounts/,
      /^run survival with authlib-injector, or let them join as themselves/,
    ])
    await norn.json('server', 'set', 'survival', '--links', 'admit')
    mock.behaveForNames('html')
    await finds(norn, on, [
      'neighbours',
      'wrong',
      /friends gives no usable answers \(not_json\)/,
      /norn neighbour pause/,
    ])
    await norn.json('neighbour', 'pause', 'friends')
    await finds(norn, on, [
      'neighbours',
      'warning',
      /survival names friends, which is paused/,
      /neighbour resume/,
    ])
    await norn.json('neighbour', 'remove', 'friends')
    await add('friends', '--root', 'http://127.0.0.1:1/', '--offline')
    await finds(norn, on, ['neighbours', 'wrong', /friends does not answer \(.*ECONNREFUSED/])
    await norn.json('neighbour', 'remove', 'friends')
    await norn.json('server', 'remove', 'survival')
  })

  test('an older schema', async (t) => {
    const norn = await installed(t)
    const db = await openDatabase(`sqlite:${norn.database}`)
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      db.query,
    )
    await db.close()
    await finds(norn, {}, ['database', 'wrong', /older version of Norn; run "norn migrate"/])
  })

  test('a damaged page', async (t) => {
    const norn = await installed(t)
    // Opening the database does not read these pages, which are then its last ones.
    const database = new DatabaseSync(norn.database)
    database.exec('create table filler (content blob); insert into filler values (zeroblob(65536))')
    database.close()
    const file = await open(norn.database, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(8192, 0x55), 0, 8192, size - 8192)
    await file.close()
    await finds(norn, {}, ['disk', 'wrong', /is damaged \(/, /norn restore FILE --verify/])
  })

  test('a character without its account, and a primary player that is another account’s', async (t) => {
    const norn = await installed(t)
    const lines = [
      { username: 'Sam', passwordHash: '!' },
      { username: 'Aki', owner: 'Sam', primary: true },
      { username: 'Rob', passwordHash: '!' },
    ]
    const stdin = lines.map((line) => JSON.stringify(line)).join('\n')
    const { status, stderr } = await norn.run(['account', 'import', '-'], { stdin })
    assert.equal(status, 0, stderr)
    const about = async () => (await doctor(norn, {})).rows.filter(({ check }) => check === 'characters')
    assert.deepEqual(await about(), [])
    const database = new DatabaseSync(norn.database)
    database.exec(`update account set primary_id =
      (select id from account where username = 'Aki') where username = 'Rob'`)
    await finds(norn, {}, ['characters', 'wrong', /none of theirs: Rob$/, /norn character primary NAME/])
    database.exec(`drop trigger account_with_characters_stays; delete from account where username = 'Sam'`)
    database.close()
    await finds(norn, {}, ['characters', 'wrong', /does not exist: Aki$/, /restore a backup/])
  })

  test('files that others can read, and a misspelt setting', async (t) => {
    const norn = await installed(t)
    await chmod(norn.database, 0o644)
    await writeFile(join(norn.directory, '.env'), `NORN_SECRET=${secret}\n`, { mode: 0o644 })
    await finds(
      norn,
      { NORN_BASE_ULR: 'x' },
      ['settings', 'warning', /did you mean NORN_BASE_URL/],
      ['files', 'wrong', /can read .*\.env/, /^chmod 600 .*\.env$/],
      ['files', 'wrong', /can open .*norn\.sqlite/, /^chmod 600 /],
    )
  })

  test('an address that Java cannot read, and a pattern of names that nobody can have', async (t) => {
    const norn = await installed(t)
    await finds(
      norn,
      { NORN_BASE_URL: 'http://my_game.norn.invalid', NORN_USERNAME_PATTERN: '[\\u0400-\\u04ff]{2,9}' },
      ['settings', 'warning', /^NORN_BASE_URL=.* has an underscore in its host name, which Java can't read/],
      ['settings', 'warning', /^NORN_USERNAME_PATTERN matches "яя", but nobody can have such a name/],
    )
    await finds(norn, { NORN_SKIN_SYSTEM_URL: 'http://skins-.norn.invalid' }, [
      'settings',
      'warning',
      /^NORN_SKIN_SYSTEM_URL=.* has "skins-" in its host name/,
    ])
  })

  test('a missing or different secret', async (t) => {
    const norn = await installed(t)
    assert.equal(
      (await norn.run(['token', 'revoke', 'Steve'], { variables: { NORN_SECRET: secret } })).status,
      0,
    )
    await finds(norn, {}, ['secrets', 'wrong', /NORN_SECRET is not set/])
    await finds(norn, { NORN_SECRET: `${secret}!` }, ['secrets', 'wrong', /is not the secret/])
    await finds(norn, { NORN_SECRET: secret }, ['secrets', 'ok', /are encrypted/])
  })

  test('keys that do not belong together, and a clock that is behind', async (t) => {
    const norn = await installed(t)
    const db = await openDatabase(`sqlite:${norn.database}`)
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await db.query
      .updateTable('signing_key')
      .set({ public_key, created_at: Date.now() + 3_600_000 })
      .where('use', '=', 'textures')
      .execute()
    await db.close()
    await finds(
      norn,
      {},
      ['signatures', 'wrong', /do not verify/, /norn key rotate textures --now/],
      ['clock', 'wrong', /clock is 3\d{3} s behind the time of the newest key/, /NTP/],
    )
  })

  test('a base URL that does not resolve, and mail that cannot be delivered', async (t) => {
    const norn = await installed(t)
    const { rows } = await doctor(norn, {
      NORN_BASE_URL: 'https://accounts.norn.invalid',
      NORN_SMTP_URL: 'smtps://norn:se-cret@127.0.0.1:1',
    })
    const wrong = rows.filter(({ state }) => state === 'wrong')
    assert.deepEqual(
      wrong.map(({ check }) => check),
      ['base url', 'mail'],
    )
    assert.equal(rows.find(({ check }) => check === 'certificate')?.state, 'skipped')
    assert.equal(wrong[0]?.message, 'the name accounts.norn.invalid has no address')
    assert.match(wrong[1]?.message ?? '', /^smtps:\/\/127\.0\.0\.1:1 cannot be used/)
    assert.doesNotMatch(JSON.stringify(rows), /se-cret/)
  })

  test('a mail server that does not know the user, or has a bad certificate', async (t) => {
    const norn = await installed(t)
    const server = new SMTPServer({
      authOptional: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'norn' }) : done(new Error('no such user norn')),
    })
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    t.after(() => server.close())
    const url = (password: string) => ({ NORN_SMTP_URL: `smtp://norn:${password}@127.0.0.1:${port}` })
    // The certificate that comes with the package expired long ago.
    await finds(norn, url('right'), ['mail', 'wrong', /^the certificate of .* is not accepted/])
    const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    await finds(norn, { ...url('wrong'), ...trusting }, ['mail', 'wrong', /does not accept the user/, /%40/])
    await finds(norn, { ...url('right'), ...trusting }, ['mail', 'ok', /accepts email from this user/])
  })

  test('a relay without STARTTLS is used, and reported', async (t) => {
    const norn = await installed(t)
    const server = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', resolve))
    t.after(() => server.close())
    // On Linux it is this machine, though its name does not reveal it.
    await finds(norn, { NORN_SMTP_URL: `smtp://0.0.0.0:${port}` }, [
      'mail',
      'warning',
      /^email to smtp:\/\/0\.0\.0\.0:\d+ crosses the network unencrypted/,
      /smtps:/,
    ])
    // A password is not sent like this; the mailer does not do it either.
    await finds(norn, { NORN_SMTP_URL: `smtp://norn:pw@0.0.0.0:${port}` }, [
      'mail',
      'wrong',
      /offers no STARTTLS/,
    ])
    await finds(norn, { NORN_SMTP_URL: `smtp://127.0.0.1:${port}` }, ['mail', 'ok', /accepts email/])
  })

  test('mail that is written into files: the doctor names the folder', async (t) => {
    const norn = await installed(t)
    const folder = join(norn.directory, 'data', 'mail')
    await finds(norn, {}, ['mail', 'warning', new RegExp(`: each one is written to a file in ${folder}$`)])
  })

  test('a PostgreSQL that does not write durably', async (t) => {
    const database = await migrated.postgres()
    t.after(database.drop)
    const variables = { NORN_DATABASE_URL: database.url }
    const norn = await install({ isEmpty: true, isOnDisk: true })
    t.after(() => norn.remove())
    assert.equal((await norn.run(['migrate'], { variables })).status, 0)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      `alter database "${new URL(database.url).pathname.slice(1)}" set synchronous_commit = off`,
    )
    await client.end()
    await finds(
      norn,
      variables,
      ['disk', 'wrong', /synchronous_commit=off/, /synchronous_commit = on/],
      ['disk', 'wrong', /fsync=off/, /fsync = on/],
    )
  })
})

describe('doctor, next to a service behind a proxy', { skip: without('openssl') }, () => {
  let norn: Installation
  let service: Serving
  let authority: Authority
  let good: Issued
  let variables: Variables
  let front: ReturnType<typeof createServer>
  /** Decides what the proxy does with a request. */
  let pass: {
    headers: (from: IncomingHttpHeaders, address: string) => IncomingHttpHeaders
    localAddress?: string
  }
  let answers:
    | ((path: string) => { status: number; headers?: Record<string, string>; body?: string } | undefined)
    | undefined
  let port: number

  const forwarding: typeof pass = { headers: (from, address) => ({ ...from, 'x-forwarded-for': address }) }
  const serve = ({ chain, key }: { chain: string; key: string }) =>
    front.setSecureContext({ cert: readFileSync(chain), key: readFileSync(key) })

  before(async () => {
    norn = await install({ isEmpty: true, isOnDisk: true })
    authority = await makeAuthority(norn.directory)
    good = await authority.issue('localhost')
    const [upstream, operators] = [await freePort(), await freePort()]
    port = await freePort()
    variables = {
      NORN_BASE_URL: `https://localhost:${port}`,
      NORN_PORT: String(upstream),
      NORN_METRICS_LISTEN: `127.0.0.1:${operators}`,
      NORN_TRUST_PROXY: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: authority.root,
    }
    service = await norn.serve(variables)
    assert.equal((await norn.run(create, { variables })).status, 0)
    await writeFile(join(norn.directory, 'skin.png'), makePng(64, 64, noise(1)))
    const set = await norn.run(['texture', 'set', 'Steve', '--skin', 'skin.png'], { variables })
    assert.equal(set.status, 0, set.stderr)
    front = createServer(
      { cert: readFileSync(good.chain), key: readFileSync(good.key) },
      (incoming, answer) => {
        const own = answers?.(incoming.url ?? '')
        if (own) {
          answer.writeHead(own.status, own.headers).end(own.body)
          return
        }
        const { remoteAddress = '' } = incoming.socket
        const { method, url: path } = incoming
        const headers = { ...pass.headers(incoming.headers, remoteAddress.replace('::ffff:', '')) }
        const { localAddress = '127.0.0.1' } = pass
        const outgoing = request({
          port: upstream,
          host: '127.0.0.1',
          method,
          path,
          headers,
          localAddress,
          agent: false,
        })
        outgoing.on('response', (response) => {
          answer.writeHead(response.statusCode ?? 502, { ...response.headers, server: 'front' })
          response.pipe(answer)
        })
        outgoing.on('error', () => answer.writeHead(502).end())
        incoming.pipe(outgoing)
      },
    )
    await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  })
  after(async () => {
    front.close()
    service.kill('SIGTERM')
    await service.ended
    await norn.remove()
  })

  const broken = async (t: TestContext, how: () => void) => {
    t.after(() => {
      pass = forwarding
      answers = undefined
      serve(good)
    })
    pass = forwarding
    how()
  }

  test('a correct setup has no findings', async () => {
    pass = forwarding
    const { status, rows } = await doctor(norn, variables)
    assert.equal(status, 0, JSON.stringify(rows))
    const ok = rows.filter(({ state }) => state === 'ok').map(({ check }) => check)
    assert.deepEqual(ok, [
      'settings',
      'database',
      'disk',
      'files',
      'signatures',
      'service',
      'base url',
      'certificate',
      'proxy',
      'textures',
      'game servers',
      'neighbours',
      'providers',
      'clock',
    ])
  })

  test('a certificate without its intermediate', async (t) => {
    await broken(t, () => serve({ chain: good.leaf, key: good.key }))
    await finds(norn, variables, [
      'certificate',
      'wrong',
      /is incomplete: .*Test Intermediate was not sent/,
      /fullchain\.pem/,
    ])
  })

  test('a certificate of a private authority', async (t) => {
    await broken(t, () => undefined)
    await finds(norn, { ...variables, NODE_EXTRA_CA_CERTS: '' }, [
      'certificate',
      'wrong',
      /private/,
      /public authority/,
    ])
  })

  test('a certificate for another name, and one that expires soon', async (t) => {
    const other = await authority.issue('other.example.org', { days: 3 })
    await broken(t, () => serve(other))
    await finds(
      norn,
      variables,
      ['certificate', 'wrong', /is for .*other\.example\.org.*, not for localhost/],
      ['certificate', 'warning', /ends at \d{4}-\d\d-\d\dT/, /renew/],
    )
  })

  test('an untrusted proxy', async (t) => {
    await broken(t, () => {
      pass = { ...forwarding, localAddress: '127.0.0.9' }
    })
    await finds(norn, variables, [
      'proxy',
      'wrong',
      /\(front\) at 127\.0\.0\.9 is not trusted/,
      /NORN_TRUST_PROXY=127\.0\.0\.9/,
    ])
  })

  test('a proxy that trusts headers of clients', async (t) => {
    await broken(t, () => {
      pass = { headers: (from, address) => ({ 'x-forwarded-for': address, ...from }) }
    })
    await finds(norn, variables, ['proxy', 'wrong', /can choose its own address/, /\$remote_addr/])
  })

  test("a proxy that does not forward the client's address", async (t) => {
    await broken(t, () => {
      pass = {
        headers: (from) =>
          Object.fromEntries(Object.entries(from).filter(([name]) => name !== 'x-forwarded-for')),
      }
    })
    await finds(norn, variables, ['proxy', 'wrong', /sends no X-Forwarded-For/, /docs\/deploy\.md/])
  })

  test('a proxy that blocks or changes textures', async (t) => {
    await broken(t, () => {
      answers = (path) => (path.startsWith('/textures/') ? { status: 403 } : undefined)
    })
    await finds(norn, variables, ['textures', 'wrong', /\/textures\/[0-9a-f]{64} answers 403/])
    answers = (path) => (path.startsWith('/textures/') ? { status: 200, body: 'smaller' } : undefined)
    await finds(norn, variables, ['textures', 'wrong', /arrives changed/])
  })

  test('a proxy that blocks the roots of game servers, and a deleted group', async (t) => {
    await broken(t, () => undefined)
    await norn.json('group', 'create', 'staff')
    const line = ['server', 'add', 'survival', '--group', 'staff', '--json']
    const { stdout } = await norn.run(line, { variables })
    const { root } = JSON.parse(stdout) as { root: string }
    await finds(norn, variables, ['game servers', 'ok', /the root of survival answers/])
    await norn.json('group', 'delete', 'staff')
    const gone = /survival names groups that no longer exist: staff/
    await finds(norn, variables, ['game servers', 'warning', gone, /norn server set survival --group NAME/])
    answers = (path) => (path.startsWith('/at/') ? { status: 403 } : undefined)
    const expected = [
      'game servers',
      'wrong',
      /survival, .*\/at\/…, answers 403/,
      /pass on \/at\/ unchanged/,
    ] as const
    await finds(norn, variables, expected)
    const output = await norn.run(['doctor'], { variables })
    assert.ok(!output.stdout.includes(root.split('/at/')[1] ?? root), output.stdout)
    await norn.json('server', 'remove', 'survival')
  })

  test('textures on a host that games do not trust', async (t) => {
    await broken(t, () => undefined)
    const set = { ...variables, NORN_SKIN_SYSTEM_URL: 'http://127.0.0.1:1/skinsystem' }
    await finds(
      norn,
      set,
      [
        'textures',
        'wrong',
        /127\.0\.0\.1, which is not among the skin domains \(localhost\)/,
        /same NORN_SKIN_SYSTEM_URL/,
      ],
      ['textures', 'warning', /the skin system does not answer/],
    )
  })

  test('a proxy that redirects, cannot reach Norn, or serves something different', async (t) => {
    await broken(t, () => {
      answers = () => ({ status: 301, headers: { location: 'https://www.example.org/' } })
    })
    await finds(norn, variables, ['base url', 'wrong', /redirects to https:\/\/www\.example\.org\//])
    answers = () => ({ status: 502 })
    await finds(norn, variables, ['base url', 'wrong', /a proxy answers 502/, /start the service/])
    answers = () => ({ status: 200, body: 'Welcome to nginx!' })
    await finds(norn, variables, ['base url', 'wrong', /something else answers/])
  })

  test("a clock that differs from the proxy's", async (t) => {
    await broken(t, () => {
      answers = (path) =>
        path === '/authlib-injector/'
          ? {
              status: 200,
              headers: { server: 'front', date: new Date(Date.now() - 600_000).toUTCString() },
              body: '{}',
            }
          : undefined
    })
    await finds(norn, variables, ['clock', 'wrong', /clock is \d+ s ahead of the proxy's/])
  })

  test('another database, another base URL', async (t) => {
    await broken(t, () => undefined)
    const other = await installed(t)
    await finds(other, variables, ['base url', 'wrong', /has other keys than this database/])
    const moved = { ...variables, NORN_BASE_URL: `https://localhost:${port}/norn` }
    answers = (path) =>
      path.startsWith('/norn/')
        ? {
            status: 200,
            headers: { 'x-authlib-injector-api-location': `https://localhost:${port}/authlib-injector/` },
          }
        : undefined
    await finds(norn, moved, [
      'base url',
      'wrong',
      /says that its address is https:\/\/localhost:\d+$/,
      /restart the service/,
    ])
  })

  test('a service that runs on another port', async (t) => {
    await broken(t, () => undefined)
    const away = { ...variables, NORN_METRICS_LISTEN: `127.0.0.1:${await freePort()}` }
    await finds(norn, away, ['service', 'warning', /does not run on this machine/, /norn serve/])
  })
})

/** Stores a changed key of a neighbour for chat. */
async function holdKey(norn: Installation, neighbour: string): Promise<void> {
  const db = await openDatabase(`sqlite:${norn.database}`)
  const key = { neighbour_id: neighbour, use: 'chat' as const, spki: 'MIIB', first_seen: Date.now() }
  await db.transaction((tx) => insertNeighbourKey(tx, { ...key, confirmed_at: null }))
  await db.close()
}
