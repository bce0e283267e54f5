import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { drasl } from '../../src/moving/programs/drasl.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { addProvider, comeBack, providerOf } from '../web/provider.ts'
import { draslInstallation, draslSchema } from './drasl.ts'
import { writePictures } from './pictures.ts'
import { fill, importFrom, moveIn } from './source.ts'

let directory: string
const made: FreshDatabase[] = []
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-drasl-'))
  await writePictures(directory, (kind, hash) => join(kind, `${hash}.png`))
})
after(async () => {
  for (const database of made) await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** A SQLite file in its state directory, or a PostgreSQL database, as for the service itself. */
async function place(service: RunningService): Promise<string> {
  if (!service.context.config.databaseUrl.startsWith('postgres')) return join(directory, 'drasl.db')
  const database = await databases.postgres()
  made.push(database)
  return database.url
}

onEveryDatabase('drasl', (start, shared) => {
  test('a thousand players arrive with all their data, and play', async () => {
    const service = await shared()
    const address = await place(service)
    const isPostgres = address.startsWith('postgres')
    // Each way on one database.
    const splitsUsers = isPostgres
    const { statements, expected } = draslInstallation(isPostgres, { splitsUsers })
    await fill(address, statements)
    const before = await readdir(directory)

    const source = (database: ForeignDatabase) => drasl(database, { splitsUsers })
    const done = await moveIn(service, address, { source, folder: directory, expected, splitsUsers })
    const [mails, characters] = splitsUsers ? [48, 0] : [0, 48]
    assert.deepEqual([done.refused, done.mails, done.characters], [{}, mails, characters])
    assert.deepEqual(done.left, {
      users_without_player: 5,
      players_without_user: 0,
      name_changes: 0,
      identities: 0,
      invites: 1,
    })
    assert.deepEqual(done.remarks['Player_3'], ['administrator'])
    assert.deepEqual(
      done.remarks['Player_20_b'],
      splitsUsers ? ['one_of_several', 'login_changed'] : ['character'],
    )
    assert.deepEqual(done.remarks['Player_13'], ['no_password'])
    assert.deepEqual(await readdir(directory), before)
  })

  test('links to single sign-on are kept where a provider here has the issuer, and all others are named', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service, { registration: 'off' })
    // By name the second provider of this issuer.
    await addProvider(service, mock.url, { name: 'second' })
    await addProvider(service, 'https://discord.com', { name: 'discord', preset: 'discord' })
    const tenant = 'https://login.microsoftonline.com/11111111-2222-4333-8444-555555555555/v2.0'
    await addProvider(service, tenant, { name: 'work', preset: 'microsoft' })
    const isPostgres = service.context.config.databaseUrl.startsWith('postgres')
    const address = isPostgres ? await place(service) : join(directory, 'linked.db')
    const user = (name: string, ...players: string[]) => [
      `insert into users (uuid, username, is_admin, is_locked, password_salt, password_hash, preferred_language)
       values ('user-${name}', '${name}', false, false, ${isPostgres ? "'', ''" : "x'', x''"}, 'en')`,
      ...(players.length > 0 ? players : [name]).map(
        (
          player,
        ) => `insert into players (uuid, name, offline_uuid, created_at, name_last_changed_at, user_uuid)
          values ('${randomUUID()}', '${player}', '', '2026-01-0${players.indexOf(player) + 2} 00:00:00+00:00',
            '2026-01-0${players.indexOf(player) + 2} 00:00:00+00:00', 'user-${name}')`,
      ),
    ]
    let number = 0
    const identity = (name: string, issuer: string, subject: string) =>
      `insert into user_oidc_identities values (${number++}, 'user-${name}', '${subject}', '${issuer}')`
    await fill(address, [
      ...draslSchema(isPostgres),
      ...user('Kept'),
      identity('Kept', mock.url, 'kept-1'),
      identity('Kept', 'https://discord.com', '80351110224678912'),
      ...user('Elsewhere'),
      identity('Elsewhere', 'https://elsewhere.example', 'e-1'),
      identity('Elsewhere', 'https://also.example', 'e-2'),
      // Not exactly the issuer.
      ...user('Slash'),
      identity('Slash', `${mock.url}/`, 's-1'),
      ...user('Office'),
      identity('Office', tenant, 'o-1'),
      ...user('Odd'),
      identity('Odd', mock.url, 'o\n1'),
      ...user('Several', 'Several_a', 'Several_b'),
      identity('Several', mock.url, 'several-1'),
      identity('Nobody', mock.url, 'n-1'),
    ])
    const dry = await importFrom(service, address, drasl, { folder: directory, isDryRun: true })
    const done = await importFrom(service, address, drasl, { folder: directory })
    assert.deepEqual(dry, done)
    assert.deepEqual([done.added, done.linked, done.refused, done.left.identities], [7, 3, {}, 6])
    assert.deepEqual(done.remarks, {
      Kept: ['single_sign_on'],
      Elsewhere: ['no_password', 'issuer_unknown'],
      Slash: ['no_password', 'issuer_unknown'],
      Office: ['no_password', 'subject_of_application'],
      Odd: ['no_password', 'identity_unusable'],
      Several_a: ['single_sign_on', 'login_changed'],
      Several_b: ['character'],
    })
    assert.equal(done.details['Elsewhere'], '"https://also.example", "https://elsewhere.example"')
    const { query } = service.context.db
    const rows = await query
      .selectFrom('linked_identity')
      .innerJoin('account', 'account.id', 'account_id')
      .select(['username', 'provider', 'subject', 'password_hash'])
      .orderBy('username')
      .orderBy('provider')
      .execute()
    assert.deepEqual(
      rows.map((row) => [row.username, row.provider, row.subject, row.password_hash]),
      [
        ['Kept', 'discord', '80351110224678912', '!'],
        ['Kept', 'school', 'kept-1', '!'],
        ['Several_a', 'school', 'several-1', '!'],
      ],
    )
    const again = await importFrom(service, address, drasl, { folder: directory })
    assert.deepEqual([again.added, again.linked, again.unchanged], [0, 0, 7])

    for (const [sub, username] of [
      ['kept-1', 'Kept'],
      ['several-1', 'Several_a'],
    ] as const) {
      const browser = browserOf(service)
      const page = await comeBack(browser, mock, { sub })
      assert.deepEqual([page.status, page.path], [200, '/account'], page.text)
      assert.ok(page.text.includes(username))
    }
    const stranger = await comeBack(browserOf(service), mock, { sub: 'n-1' })
    assert.match(stranger.alert ?? '', /not|closed|linked/)
  })

  test('a player with an invalid name is refused; a lost picture is omitted', async () => {
    const service = await start()
    const address = service.context.config.databaseUrl.startsWith('postgres')
      ? await place(service)
      : join(directory, 'odd.db')
    const hasOne = `insert into users (uuid, username, is_admin, preferred_language)
      values ('u', 'u@example.org', true, 'xx-')`
    const odd = (
      id: string,
      name: string,
    ) => `insert into players (uuid, name, offline_uuid, skin_hash, user_uuid)
      values ('${id.padStart(36, '00000000-0000-4000-8000-000000000000')}', '${name}', '', '../x', 'u')`
    await fill(address, [
      ...draslSchema(address.startsWith('postgres')),
      hasOne,
      odd('1', 'Not allowed'),
      odd('2', 'Fine'),
    ])
    const { added, mails, refused, remarks } = await importFrom(service, address, drasl, {
      folder: directory,
    })
    assert.deepEqual([added, mails], [1, 0])
    assert.deepEqual(refused, { 'Not allowed': 'username_malformed' })
    assert.deepEqual(remarks['Fine'], [
      'administrator',
      'no_password',
      'language_malformed',
      'file_unreadable',
    ])
    // What a user has only once goes to the first player that arrives.
    const row = await service.context.db.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.username, row.email, row.roles], ['Fine', 'u@example.org', 'admin'])
  })
})
