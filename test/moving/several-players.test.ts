// Users of several players in other programs: one account with characters, and nobody's player in a stranger's account.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { openForeign } from '../../src/moving/databases/open.ts'
import { blessing } from '../../src/moving/programs/blessing.ts'
import { drasl } from '../../src/moving/programs/drasl.ts'
import { renamePlayers } from '../../src/moving/programs/rename.ts'
import { inGroups } from '../../src/moving/programs/source.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { blessingSchema } from './blessing.ts'
import { draslSchema } from './drasl.ts'
import { fill, importFrom, importPlayers, waitingMail } from './source.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-several-'))
})
after(() => rm(directory, { recursive: true, force: true }))

let files = 0
const newFile = (): string => join(directory, `${files++}.db`)

const bcrypt = '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'

interface BlessingUser {
  uid: number
  email: string
  password?: string
  permission?: number
  players: readonly string[]
}

/** UUIDs by name: a name that two users have has the same one, as the plugin's table says. */
async function blessingFile(
  users: readonly BlessingUser[],
  uuidOf: (name: string) => string,
): Promise<string> {
  const file = newFile()
  const names = new Set(users.flatMap(({ players }) => players))
  await fill(file, [
    ...blessingSchema('sqlite', '').filter((statement) => !statement.includes('ygg_uuid_algorithm')),
    ...users.flatMap(({ uid, email, password = bcrypt, permission = 0, players }) => [
      `insert into users (uid, email, score, password, ip, permission, last_sign_at, register_at)
       values (${uid}, '${email}', 0, '${password}', '', ${permission}, '', '2019-05-01 12:00:00')`,
      ...players.map(
        (name) => `insert into players (uid, name, last_modified) values (${uid}, '${name}', '')`,
      ),
    ]),
    ...[...names].map((name) => `insert into uuid (name, uuid) values ('${name}', '${uuidOf(name)}')`),
  ])
  return file
}

const readBlessing = (database: ForeignDatabase) => blessing(database)

/** The accounts with the names of their characters; an email address after a colon. */
async function families({ context }: RunningService): Promise<Record<string, string[]>> {
  const rows = await context.db.query.selectFrom('account').selectAll().orderBy('username').execute()
  const charactersOf = (owner: string) =>
    rows.filter(({ owner_id }) => owner_id === owner).map(({ username }) => username)
  const accounts = rows.filter(({ owner_id }) => owner_id === null)
  return Object.fromEntries(
    accounts.map(({ id, username, email }) => [
      email === null ? username : `${username}: ${email}`,
      charactersOf(id),
    ]),
  )
}

const either = async (service: RunningService, address: string, source = readBlessing) => {
  const folder = directory
  const dry = await importFrom(service, address, source, { folder, isDryRun: true })
  const done = await importFrom(service, address, source, { folder })
  assert.deepEqual(dry, done, 'a dry run says the same')
  const before = await families(service)
  const again = await importFrom(service, address, source, { folder })
  assert.deepEqual([again.added, again.refused, await families(service)], [0, done.refused, before])
  return done
}

onEveryDatabase('users of several players', (start) => {
  test('the first player that can be imported becomes the account', async () => {
    const service = await start()
    await service.account({ username: 'Taken', email: 'here@example.org' })
    const address = await blessingFile(
      [
        {
          uid: 1,
          email: 'a@example.org',
          permission: 1,
          players: ['Taken', 'admin', '史蒂夫', 'First', 'Second'],
        },
        { uid: 2, email: 'b@example.org', permission: -1, players: ['Banned', 'Banned_2'] },
        { uid: 3, email: 'c@example.org', password: '', players: ['Without', 'Without_2', 'Taken'] },
        { uid: 4, email: 'd@example.org', players: ['Shared', 'D_2'] },
        { uid: 5, email: 'e@example.org', players: ['Shared', 'E_2', 'E_3'] },
        { uid: 6, email: 'A@example.org', players: ['F_1', 'F_2'] },
        { uid: 7, email: 'here@example.org', players: ['G_1', 'G_2'] },
        { uid: 8, email: 'none@example.org', players: [] },
      ],
      offlineUuid,
    )
    const done = await either(service, address)
    assert.deepEqual(done.refused, {
      Taken: 'username_taken',
      admin: 'username_reserved',
      史蒂夫: 'username_malformed',
      Shared: 'id_taken',
      G_1: 'email_taken',
      G_2: 'email_taken',
    })
    assert.deepEqual(await families(service), {
      'Taken: here@example.org': [],
      'First: a@example.org': ['Second'],
      'Banned: b@example.org': ['Banned_2'],
      'Without: c@example.org': ['Without_2'],
      'Shared: d@example.org': ['D_2'],
      'E_2: e@example.org': ['E_3'],
      F_1: ['F_2'],
    })
    assert.deepEqual([done.added, done.characters, done.mails], [12, 6, 0])
    assert.equal(done.left['users_without_player'], 1)
    assert.deepEqual([done.remarks['First'], done.remarks['Second']], [['administrator'], ['character']])
    assert.deepEqual([done.remarks['F_1'], done.remarks['F_2']], [['email_shared'], ['character']])
    assert.deepEqual([done.remarks['Without'], done.remarks['Without_2']], [['no_password'], ['character']])
    assert.equal(done.details['E_3'], 'E_2')
    assert.deepEqual(await waitingMail(service), [])

    const banned = await service.post('/auth/authenticate', {
      username: 'Banned_2',
      password: 'password',
      clientToken: 'x',
    })
    assert.deepEqual([banned.status, banned.json.errorMessage], [401, 'This account has been suspended.'])
    const rows = await service.context.db.query.selectFrom('account').selectAll().execute()
    const suspended = rows.filter(({ suspended_at }) => suspended_at !== null)
    assert.deepEqual(
      suspended.map(({ username }) => username),
      ['Banned'],
    )
    const roles = rows.filter((row) => row.roles !== null).map(({ username }) => username)
    assert.deepEqual(roles, ['First'])
  })

  test('a player that comes later under another name goes to the account with the address', async () => {
    const service = await start()
    const address = await blessingFile(
      [{ uid: 1, email: 'a@example.org', players: ['史蒂夫', 'Alex', 'Steve', 'Not allowed'] }],
      offlineUuid,
    )
    await either(service, address)
    assert.deepEqual(await families(service), { 'Alex: a@example.org': ['Steve'] })
    const database = await openForeign(address)
    const { players } = await readBlessing(database)
    const names = new Map([
      ['史蒂夫', 'Shidifu'],
      ['Not allowed', 'Allowed'],
    ])
    const done = await importPlayers(
      service.context,
      renamePlayers(service.context, inGroups(players, []), names),
      directory,
    )
    await database.close()
    assert.deepEqual([done.added, done.characters, done.unchanged, done.refused], [2, 2, 2, {}])
    assert.deepEqual(await families(service), { 'Alex: a@example.org': ['Allowed', 'Shidifu', 'Steve'] })
  })

  test('an account that has the name and UUID of a user’s first player is not given the others', async () => {
    const service = await start({ NORN_UUIDS: 'offline' })
    await service.account({ username: 'First', email: 'alice@example.org' })
    await service.account({ username: 'Second', email: 'stranger@example.org' })
    const salt = Buffer.alloc(16)
    const address = newFile()
    const user = (name: string, ...players: string[]) => [
      `insert into users (uuid, username, is_admin, is_locked, password_salt, password_hash)
       values ('${name}', '${name}', false, false, x'${salt.toString('hex')}', x'00')`,
      ...players.map(
        (
          player,
          index,
        ) => `insert into players (uuid, name, offline_uuid, created_at, name_last_changed_at, user_uuid)
          values ('${offlineUuid(player)}', '${player}', '', '2026-01-0${index + 1} 00:00:00+00:00',
            '2026-01-0${index + 1} 00:00:00+00:00', '${name}')`,
      ),
    ]
    await fill(address, [
      ...draslSchema(false),
      ...user('bob', 'First', 'Bobby', 'Robert'),
      ...user('kim@example.org', 'Second', 'Kimmy', 'Kimberly'),
    ])
    const done = await either(service, address, (database) => drasl(database))
    assert.deepEqual(done.refused, { Second: 'id_taken' })
    assert.deepEqual(await families(service), {
      'First: alice@example.org': [],
      'Second: stranger@example.org': [],
      Bobby: ['Robert'],
      'Kimmy: kim@example.org': ['Kimberly'],
    })
    assert.deepEqual(done.remarks['Bobby']?.[0], 'account_unsure')
    assert.equal(done.details['Bobby'], 'First')
  })

  test('of three hundred players of one user a hundred arrive, and others are not kept waiting', async () => {
    const service = await start()
    const many = Array.from({ length: 300 }, (_, index) => `Many_${index}`)
    const address = await blessingFile(
      [
        { uid: 1, email: 'many@example.org', players: many },
        { uid: 2, email: 'one@example.org', players: ['One', 'One_2'] },
      ],
      offlineUuid,
    )
    const done = await either(service, address)
    assert.deepEqual([done.added, done.characters], [102, 100])
    const reasons = new Set(Object.values(done.refused))
    assert.deepEqual([...reasons], ['character_limit'])
    assert.equal(Object.keys(done.refused).length, 200)
  })

  test('players that were split before are not joined, and the reverse', async () => {
    const service = await start()
    const users = [{ uid: 1, email: 'a@example.org', players: ['Alex', 'Steve', 'Zoe'] }]
    const address = await blessingFile(users, offlineUuid)
    const split = (database: ForeignDatabase) => blessing(database, { splitsUsers: true })
    const options = { folder: directory, splitsUsers: true }
    const first = await importFrom(service, address, split, options)
    assert.deepEqual([first.added, first.characters, first.mails], [3, 0, 1])
    const joined = await importFrom(service, address, readBlessing, { folder: directory })
    assert.deepEqual([joined.added, joined.unchanged, joined.refused], [0, 3, {}])

    const other = await start()
    await either(other, address)
    const again = await importFrom(other, address, split, options)
    assert.deepEqual([again.added, again.unchanged, again.mails], [0, 1, 0])
    assert.deepEqual(again.refused, { Steve: 'id_taken', Zoe: 'id_taken' })
  })
})
