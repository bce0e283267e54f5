import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { Migrator } from 'kysely/migration'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { makePng } from '../png.ts'
import { type Ended, type Installation, install, type ShownAccount } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

const uuid = /^[0-9a-f]{32}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

interface ShownKey {
  use: string
  state: string
  signsFrom: string
  publishedUntil: string | null
}

function create(name: string, ...more: string[]) {
  return norn.json('account', 'create', '--username', name, '--email', `${name}@example.org`, ...more)
}

/** Expects one line on stderr and nothing on stdout. */
function assertRefused({ status, stdout, stderr }: Ended, expected: RegExp, expectedStatus = 1): void {
  assert.match(stderr, expected)
  assert.match(stderr, /^norn: [^\n]+\n$/)
  assert.equal(stdout, '')
  assert.equal(status, expectedStatus)
}

describe('account', () => {
  test('create prints id, username, email, language', async () => {
    const steve = await create('Steve', '--password', 'hunter 2')
    assert.match(steve.id, uuid)
    assert.deepEqual(steve, { id: steve.id, username: 'Steve', email: 'Steve@example.org', language: 'en' })
    const id = '0a1b2c3d-0000-4000-8000-00000000abcd'
    const alex = await create('Alex', '--password', 'x', '--language', 'pt-BR', '--id', id)
    assert.deepEqual([alex.id, alex.language], ['0a1b2c3d00004000800000000000abcd', 'pt-BR'])
  })

  test('create takes a password from standard input and never shows it', async () => {
    const line = [
      'account',
      'create',
      '--username',
      'Piped',
      '--email',
      'piped@example.org',
      '--password-stdin',
    ]
    const { status, stdout, stderr } = await norn.run(line, { stdin: 'hunter 2\n' })
    assert.equal(status, 0)
    assert.match(stdout, /^id: +[0-9a-f]{32}\nusername: +Piped\n/)
    assert.doesNotMatch(stdout + stderr, /hunter/)
  })

  test('create refuses invalid input', async () => {
    const line = [
      'account',
      'create',
      '--username',
      'STEVE',
      '--email',
      'other@example.org',
      '--password',
      'x',
    ]
    const other = (index: number, text: string) => line.with(index, text)
    const [taken, name, mail, password, empty, both, neither] = await Promise.all([
      norn.run(line),
      norn.run(other(3, 'not a name')),
      norn.run(other(3, 'Other').with(5, 'nothing')),
      norn.run(other(3, 'Other').with(7, '')),
      norn.run([...other(3, 'Other').slice(0, 6), '--password-stdin']),
      norn.run([...line, '--password-stdin']),
      norn.run(line.slice(0, 6)),
    ])
    assertRefused(taken, /^norn: "STEVE": the username is taken/)
    assertRefused(name, /^norn: "not a name": the username is not allowed/)
    assertRefused(mail, /^norn: "nothing": the email address is malformed/)
    assertRefused(password, /the password is not allowed/)
    assertRefused(empty, /the password is not allowed/)
    assertRefused(both, /give either --password PASSWORD or --password-stdin/, 2)
    assertRefused(
      neither,
      /no terminal to ask for the password: give --password PASSWORD or --password-stdin; see "norn help account create"\n/,
      2,
    )
  })

  test('show finds by username, email and UUID, in any letter case', async () => {
    const steve = await norn.json('account', 'show', 'steve')
    assert.deepEqual(Object.keys(steve), [
      'id',
      'username',
      'email',
      'language',
      'createdAt',
      'suspended',
      'owner',
      'characters',
      'primary',
      'suspendedUntil',
      'suspensionReason',
      'deletesAt',
      'totp',
      'roles',
      'groups',
      'linkedPlayers',
      'linked',
      'friends',
      'skin',
      'model',
      'cape',
      'usernameHistory',
    ])
    assert.match(steve.createdAt, instant)
    assert.equal(steve.suspended, false)
    assert.equal(steve.totp, false)
    assert.deepEqual(steve.usernameHistory, [{ name: 'Steve', changedToAt: steve.createdAt }])
    const found = await Promise.all(
      ['STEVE@example.org', steve.id.toUpperCase()].map((text) => norn.json('account', 'show', text)),
    )
    assert.deepEqual(found, [steve, steve])
  })

  test('list', async () => {
    const all = await norn.json<ShownAccount[]>('account', 'list')
    assert.deepEqual(all.map(({ username }) => username).toSorted(), ['Alex', 'Piped', 'Steve'])
    assert.deepEqual(Object.keys(all[0] ?? {}), [
      'id',
      'username',
      'email',
      'language',
      'createdAt',
      'suspended',
      'owner',
      'characters',
      'primary',
    ])
    const { stdout } = await norn.run(['account', 'list'])
    assert.match(stdout, /^id +username +email +language +suspended\n(.+\n){3}$/)
    const [found, first] = await Promise.all([
      norn.json<ShownAccount[]>('account', 'list', '--search', 'STEV', '--limit', '5'),
      norn.run(['account', 'list', '--limit', '2', '--json']),
    ])
    assert.deepEqual(
      found.map(({ username }) => username),
      ['Steve'],
    )
    const last = all[1]?.id ?? ''
    assert.equal(first.stderr, `There are more: add "--after ${last}" for the next ones.\n`)
    assert.deepEqual(JSON.parse(first.stdout), all.slice(0, 2))
    const rest = await norn.run(['account', 'list', '--limit', '2', '--json', '--after', last])
    assert.deepEqual([JSON.parse(rest.stdout), rest.stderr], [all.slice(2), ''])
    assertRefused(
      await norn.run(['account', 'list', '--limit', '0']),
      /--limit is "0", but must be a whole/,
      2,
    )
  })

  test('rename', async () => {
    const renamed = await norn.json('account', 'rename', 'Piped', 'Pied')
    assert.deepEqual([renamed.username, renamed.email], ['Pied', 'piped@example.org'])
    const { usernameHistory } = await norn.json('account', 'show', 'Pied')
    assert.deepEqual(
      usernameHistory.map(({ name }) => name),
      ['Piped', 'Pied'],
    )
    const [taken, unknown] = await Promise.all([
      norn.run(['account', 'rename', 'Pied', 'sTEVE']),
      norn.run(['account', 'rename', 'Piped', 'Other']),
    ])
    assertRefused(taken, /the username is taken/)
    assertRefused(unknown, /there is no account "Piped"; "norn account list" shows all accounts/)
  })

  test('password', async () => {
    const { status, stdout } = await norn.run(['account', 'password', 'Pied', '--password-stdin', '--json'], {
      stdin: 'correct horse\r\n',
    })
    assert.equal(status, 0)
    assert.equal((JSON.parse(stdout) as ShownAccount).username, 'Pied')
    assertRefused(await norn.run(['account', 'password', 'Pied']), /give --password PASSWORD/, 2)
  })

  test('email, language and unlock', async () => {
    assert.equal((await norn.json('account', 'email', 'Pied', 'pied@two.test')).email, 'pied@two.test')
    assert.equal((await norn.json('account', 'language', 'pied@two.test', 'ru')).language, 'ru')
    assert.equal((await norn.json('account', 'language', 'pied@two.test', 'zh_CN')).language, 'zh-CN')
    assert.deepEqual(await norn.json('account', 'unlock', 'Pied'), [])
    const [taken, language, address] = await Promise.all([
      norn.run(['account', 'email', 'Pied', 'steve@EXAMPLE.org']),
      norn.run(['account', 'language', 'Pied', 'russian']),
      norn.run(['account', 'unlock', 'Pied', '--address', 'here']),
    ])
    assertRefused(taken, /^norn: "steve@EXAMPLE.org": the email address belongs to another account/)
    assertRefused(
      language,
      /^norn: "russian": the language is not allowed; use the code of a language, such as en or pt-BR/,
    )
    assertRefused(
      address,
      /--address is "here", but must be an IP address; see "norn help account unlock"/,
      2,
    )
  })

  test('suspend and restore', async () => {
    const suspended = await norn.json(
      'account',
      'suspend',
      'Pied',
      '--until',
      '2999-12-31T12:00:00+02:00',
      '--reason',
      'grief',
    )
    assert.equal(suspended.suspended, true)
    const shown = await norn.json('account', 'show', 'Pied')
    assert.deepEqual([shown.suspendedUntil, shown.suspensionReason], ['2999-12-31T10:00:00.000Z', 'grief'])
    const again = await norn.run(['account', 'suspend', 'Pied', '--reason', 'more'])
    assert.equal(again.stdout, 'Pied is suspended until 2999-12-31T10:00:00.000Z; its tokens were revoked.\n')
    const week = await norn.run(['account', 'suspend', 'Pied', '--until', '7d'])
    const [, end = ''] = /until (\S+);/.exec(week.stdout) ?? []
    assert.ok(Math.abs(Date.parse(end) - Date.now() - 7 * 86_400_000) < 60_000, end)
    const forever = await norn.run(['account', 'suspend', 'Pied', '--until', 'never'])
    assert.equal(forever.stdout, 'Pied is suspended until it is restored; its tokens were revoked.\n')
    assert.equal((await norn.json('account', 'restore', 'Pied')).suspended, false)
    const [passed, garbled] = await Promise.all([
      norn.run(['account', 'suspend', 'Pied', '--until', '2020-01-01']),
      norn.run(['account', 'suspend', 'Pied', '--until', 'tomorrow']),
    ])
    assertRefused(passed, /is in the past/)
    assertRefused(
      garbled,
      /--until is "tomorrow", but must be a duration.*; see "norn help account suspend"\n/,
      2,
    )
  })

  test('delete --later, and cancelling it', async () => {
    const { deletesAt } = await norn.json<{ deletesAt: string }>('account', 'delete', 'Pied', '--later')
    assert.ok(Math.abs(Date.parse(deletesAt) - Date.now() - 7 * 86_400_000) < 60_000, deletesAt)
    const again = await norn.run(['account', 'delete', 'Pied', '--later'])
    assert.equal(again.stdout, `Pied will be deleted at ${deletesAt}; "norn account keep" takes that back.\n`)
    assert.equal((await norn.run(['account', 'keep', 'Pied'])).stdout, 'Pied is kept.\n')
    assert.equal((await norn.run(['account', 'keep', 'Pied'])).stdout, 'Pied was not to be deleted.\n')
    assert.equal((await norn.json('account', 'show', 'Pied')).deletesAt, null)
  })

  test('create --no-password creates an account that nobody can sign in to', async () => {
    const line = ['account', 'create', '--username', 'Guest', '--no-password']
    assertRefused(
      await norn.run([...line, '--password', '!']),
      /give either a password or --no-password, not both/,
      2,
    )
    assert.equal((await norn.json(...line)).username, 'Guest')
    assert.equal((await norn.json('account', 'delete', 'Guest')).username, 'Guest')
  })

  test('delete', async () => {
    assert.equal((await norn.json('account', 'delete', 'Pied')).username, 'Pied')
    assertRefused(await norn.run(['account', 'show', 'Pied', '--json']), /there is no account "Pied"/)
  })
})

describe('setting', () => {
  test('set, get, list and unset', async () => {
    interface Shown {
      name: string
      value: string | null
      source: string
    }
    const logo = join(dirname(norn.database), 'logo.png')
    await writeFile(
      logo,
      makePng(16, 16, () => [180, 71, 47, 255]),
    )
    const { value } = await norn.json<Shown>('setting', 'set', 'logo', logo)
    assert.match(value ?? '', /^data:image\/png;base64,iVBOR/)
    assert.deepEqual(await norn.json<Shown>('setting', 'set', 'accent', 'B4472F'), {
      name: 'accent',
      value: '#b4472f',
      source: 'database',
    })
    const listed = await norn.json<Shown[]>('setting', 'list')
    assert.deepEqual(
      listed.filter(({ source }) => source === 'database').map(({ name }) => name),
      ['accent', 'logo'],
    )
    const line = ['setting', 'set', 'links', 'http://forum.example.test Forum']
    assertRefused(await norn.run(line), /the value of links is not allowed; use 1 to 12 lines/)
    for (const name of ['accent', 'logo']) await norn.json<Shown>('setting', 'unset', name)
    assert.equal((await norn.json<Shown>('setting', 'get', 'logo')).value, null)
  })
})

describe('totp', () => {
  test('enable prints the secret and the URI, and disable turns it off', async () => {
    const { secret, uri } = await norn.json<{ secret: string; uri: string }>('totp', 'enable', 'Steve')
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.ok(uri.startsWith('otpauth://totp/Norn:Steve?'), uri)
    assert.ok(uri.includes(`secret=${secret}`))
    assert.equal((await norn.json('account', 'show', 'Steve')).totp, true)
    assert.equal((await norn.json('totp', 'disable', 'Steve')).username, 'Steve')
    assert.equal((await norn.json('account', 'show', 'Steve')).totp, false)
  })
})

describe('key', () => {
  test('list and rotate', async () => {
    const before = await norn.json<ShownKey[]>('key', 'list')
    const signing = (use: string) => ({ use, state: 'signing', publishedUntil: null })
    const short = ({ use, state, publishedUntil }: ShownKey) => ({
      use,
      state,
      publishedUntil,
    })
    assert.deepEqual(before.map(short), [signing('textures'), signing('tokens')])

    const tokens = await norn.json<ShownKey>('key', 'rotate', 'tokens')
    assert.deepEqual(short(tokens), signing('tokens'))
    const textures = await norn.json<ShownKey>('key', 'rotate', 'textures')
    assert.equal(textures.state, 'pending')
    assert.match(textures.signsFrom, instant)

    const states = (await norn.json<ShownKey[]>('key', 'list')).map(({ use, state }) => `${use} ${state}`)
    assert.deepEqual(states, ['textures signing', 'textures pending', 'tokens published', 'tokens signing'])
    assertRefused(
      await norn.run(['key', 'rotate', 'all']),
      /USE is "all", but must be tokens, textures or oauth; see "norn help key rotate"\n/,
      2,
    )
  })
})

/** Creates a database that lacks the newest migration, and returns its name. */
async function migrateAllButNewest(file: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../src/storage/schema/migrations')
  const names = readdirSync(folder).map((name) => basename(name, '.ts'))
  const [newest = '', ...earlier] = names.toSorted().toReversed()
  const modules = earlier.map(async (name) => [name, await import(join(folder, `${name}.ts`))])
  const migrations = Object.fromEntries(await Promise.all(modules))
  await using db = await openDatabase(`sqlite:${file}`)
  await db.unbounded.transaction(async ({ query }) => {
    const provider = { getMigrations: async () => migrations }
    assert.equal((await new Migrator({ db: query, provider }).migrateToLatest()).error, undefined)
  })
  return newest
}

describe('migrate', () => {
  test('prints what it did', async () => {
    assert.deepEqual(await norn.json('migrate'), { applied: [], pending: [] })
    const fresh = await install({ isEmpty: true })
    const { applied, pending } = await fresh.json<{ applied: string[]; pending: string[] }>('migrate')
    assert.equal(applied[0], '0001-accounts')
    assert.deepEqual(pending, [])
    await fresh.remove()
  })

  test('--dry-run lists pending migrations, and changes nothing', async () => {
    const fresh = await install({ isEmpty: true })
    assertRefused(await fresh.run(['migrate', '--dry-run']), /there is no database at /)
    const newest = await migrateAllButNewest(fresh.database)
    const database = new DatabaseSync(fresh.database)
    const before = database.prepare('select * from sqlite_master').all()
    const { pending, ...rest } = await fresh.json<{ pending: string[]; seconds: number }>(
      'migrate',
      '--dry-run',
    )
    assert.deepEqual(pending, [newest])
    assert.ok(rest.seconds > 0)
    assert.deepEqual(database.prepare('select * from sqlite_master').all(), before)
    database.close()
    const { stdout } = await fresh.run(['migrate', '--dry-run'])
    assert.match(stdout, /^One migration is pending and took [\d.]+ s\. Nothing was changed\.\n$/)
    const left = readdirSync(dirname(fresh.database)).filter((name) => name.includes('rehearsal'))
    assert.deepEqual(left, [])
    const { applied } = await fresh.json<{ applied: string[] }>('migrate')
    assert.deepEqual(applied, [newest])
    const nothing = await fresh.json<{ pending: string[] }>('migrate', '--dry-run')
    assert.deepEqual(nothing, { applied: [], pending: [], seconds: 0 })
    await fresh.remove()
  })

  test('every command refuses a database of a newer version', async () => {
    const fresh = await install()
    await fresh.json('migrate')
    const database = new DatabaseSync(fresh.database)
    database.exec("insert into kysely_migration values ('9999-future', '2999-01-01T00:00:00.000Z')")
    database.close()
    for (const line of [['serve'], ['migrate'], ['account', 'list', '--json']]) {
      assertRefused(await fresh.run(line), /made by a newer version of Norn \(it has 9999-future\)/)
    }
    await fresh.remove()
  })
})

describe('config', () => {
  test('lists each setting with its value and source; secrets are hidden', async () => {
    const { status, stdout } = await norn.run(['config', '--json'], {
      variables: { NORN_GAME: 'voxels', NORN_SMTP_URL: 'smtp://norn:hunter2@mail.example.org' },
    })
    assert.equal(status, 0)
    const settings = JSON.parse(stdout) as Record<string, { value: string | null; source: string }>
    assert.deepEqual(settings['NORN_GAME'], { value: 'voxels', source: 'environment' })
    assert.deepEqual(settings['NORN_LANGUAGE'], { value: 'en', source: 'default' })
    assert.deepEqual(settings['NORN_REGISTRATION'], { value: null, source: 'default' })
    assert.deepEqual(settings['NORN_SKIN_SYSTEM_URL'], { value: null, source: 'default' })
    assert.doesNotMatch(stdout, /hunter2/)
  })

  test('reports every bad value on one line', async () => {
    const { status, stdout, stderr } = await norn.run(['config'], {
      variables: { NORN_PORT: 'http', NORN_LOG_LEVEL: 'loud' },
    })
    assert.match(stderr, /^norn: NORN_PORT="http" must be .+\nnorn: NORN_LOG_LEVEL="loud" must be .+\n$/)
    assert.deepEqual([status, stdout], [1, ''])
  })

  test('warns about an unknown variable on stderr', async () => {
    const { status, stdout, stderr } = await norn.run(['config', '--json'], { variables: { NORN_PROT: '1' } })
    assert.equal(
      stderr,
      'warning: NORN_PROT is not a setting of Norn and is ignored; did you mean NORN_PORT?\n',
    )
    assert.equal(status, 0)
    JSON.parse(stdout)
  })
})

describe('help and version', () => {
  test('norn help, norn COMMAND --help, norn --version', async () => {
    const [all, one, version, unknown, nothing] = await Promise.all([
      norn.run(['help']),
      norn.run(['account', 'create', '--help']),
      norn.run(['--version']),
      norn.run(['acount', 'create']),
      norn.run([]),
    ])
    assert.match(all.stdout, /\n {2}account create +creates an account\n/)
    assert.match(one.stdout, /^Usage: norn account create --username NAME /)
    assert.match(version.stdout, /^\d+\.\d+\.\d+(\+[0-9a-f]{10})?\n$/)
    assert.deepEqual([all.status, one.status, version.status], [0, 0, 0])
    assertRefused(
      unknown,
      /there is no command "acount create"; did you mean "account create"\?; see "norn help"\n/,
      2,
    )
    assertRefused(nothing, /a command is missing; see "norn help"\n/, 2)
  })
})

describe('an unavailable database', () => {
  test('is reported on one line', async () => {
    const [unreachable, unwritable] = await Promise.all([
      norn.run(['account', 'list'], {
        variables: { NORN_DATABASE_URL: 'postgres://norn:hunter2@127.0.0.1:1/norn' },
      }),
      norn.run(['ban', 'add', '192.0.2.1'], { variables: { NORN_DATA_DIR: norn.database } }),
    ])
    assertRefused(unreachable, /the database cannot be used; check NORN_DATABASE_URL/)
    assert.doesNotMatch(unreachable.stderr, /hunter2/)
    assertRefused(unwritable, /the database cannot be used; .*NORN_DATA_DIR.*norn\.sqlite/)
  })
})
