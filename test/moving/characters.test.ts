// Characters in lines: each goes to the account that its line names, and to nobody else's.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { exportAccounts } from '../../src/moving/export.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { makePng } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-lines-'))
  await writeFile(
    join(directory, 'skin.png'),
    makePng(64, 64, (x, y) => [x, y, 7, 255]),
  )
})
after(() => rm(directory, { recursive: true, force: true }))

type Lines = readonly object[]

async function run({ context }: RunningService, lines: Lines, isDryRun = false) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const accounts = accountsOfLines(context, Readable.from([Buffer.from(text)]))
  const sum = { added: 0, characters: 0, unchanged: 0, refused: {} as Record<number, string> }
  for await (const batch of importAccounts(context, operator, accounts, {
    folder: new Folder(directory),
    isDryRun,
  })) {
    sum.added += batch.added
    sum.characters += batch.characters
    sum.unchanged += batch.unchanged
    for (const { number, refused } of batch.refused)
      sum.refused[number] =
        refused.detail === undefined ? refused.reason : `${refused.reason} ${refused.detail}`
  }
  return sum
}

const both = async (service: RunningService, lines: Lines) => {
  const dry = await run(service, lines, true)
  assert.deepEqual(await run(service, lines), dry, 'a dry run says the same')
  return dry
}

const uuid = (number: number) => `00000000000040008000${String(number).padStart(12, '0')}`
const hash = { passwordHash: '!' }

async function rowsOf({ context }: RunningService) {
  const rows = await context.db.query.selectFrom('account').selectAll().orderBy('id').execute()
  return new Map(rows.map((row) => [row.username, row]))
}

async function exported({ context }: RunningService): Promise<object[]> {
  const lines: object[] = []
  for await (const page of exportAccounts(context)) lines.push(...page.map(({ fields }) => fields))
  return lines
}

onEveryDatabase('characters in lines', (start, shared) => {
  test('an owner is a UUID or a username, here or on an earlier line; twice is once', async () => {
    const service = await start()
    const here = await service.account({ username: 'Here', email: 'here@example.org' })
    const lines = [
      { id: uuid(1), username: 'Steve', password: 'secret', language: 'de', groups: ['staff'] },
      { id: uuid(2), username: 'Alex', owner: uuid(1), skin: 'skin.png', createdAt: '2020-01-01T00:00:00Z' },
      { username: 'Zoe', owner: 'sTEVE', primary: true, usernameHistory: [{ name: 'Zoë' }] },
      { username: 'Robin', owner: 'Here', suspended: true, suspensionReason: 'griefing' },
      { username: 'Kai', owner: here.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase() },
    ]
    assert.deepEqual(await both(service, lines), { added: 5, characters: 4, unchanged: 0, refused: {} })
    assert.deepEqual(await both(service, lines), { added: 0, characters: 0, unchanged: 5, refused: {} })

    const rows = await rowsOf(service)
    const [steve, alex, zoe] = ['Steve', 'Alex', 'Zoe'].map((name) => rows.get(name))
    assert.deepEqual(
      [alex, zoe].map((row) => [
        row?.owner_id,
        row?.language,
        row?.group_names,
        row?.password_hash,
        row?.email,
      ]),
      Array.from({ length: 2 }, () => [uuid(1), 'de', 'staff', '!', null]),
    )
    assert.equal(steve?.primary_id, zoe?.id)
    assert.notEqual(alex?.skin_hash, null)
    assert.deepEqual(
      ['Robin', 'Kai'].map((name) => [rows.get(name)?.owner_id, rows.get(name)?.suspension_reason]),
      [
        [here.id, 'griefing'],
        [here.id, null],
      ],
    )
    for (const [username, name] of [
      ['Steve', 'Steve'],
      ['zoe', 'Zoe'],
      ['Alex', 'Alex'],
    ]) {
      const answer = await service.post('/auth/authenticate', {
        username,
        password: 'secret',
        clientToken: 'x',
      })
      assert.equal(answer.json.selectedProfile?.name, name, answer.text)
    }
    const created = await service.context.db.query
      .selectFrom('audit_entry')
      .select(['account_id', 'event', 'details'])
      .where('event', 'in', ['account.created', 'character.primary_changed'])
      .orderBy('event')
      .execute()
    assert.equal(created.length, 7)
    const detailsOf = (id: string | undefined) =>
      created.filter(({ account_id }) => account_id === id).map(({ details }) => JSON.parse(details))
    assert.deepEqual(detailsOf(uuid(1)), [{ username: 'Steve' }])
    assert.deepEqual(detailsOf(zoe?.id), [{ username: 'Zoe', owner: uuid(1) }, { owner: uuid(1) }])
  })

  test('a line that is nobody’s character, or has what belongs to accounts, is refused', async () => {
    const service = await start()
    await service.account({ username: 'Here', email: 'here@example.org' })
    const lines = [
      { username: 'Holds', ...hash },
      { username: 'Character', owner: 'Holds' },
      { username: 'A1', owner: 'Nobody' },
      { username: 'A2', owner: 'Later' },
      { username: 'Later', ...hash },
      { username: 'A3', owner: 'Character' },
      { username: 'A4', owner: uuid(77) },
      { username: 'A5', owner: 'here@example.org' },
      { username: 'A6', owner: '' },
      { username: 'A7', owner: 'A7' },
      { username: 'A8', owner: 'Holds', ...hash },
      { username: 'A9', owner: 'Holds', email: 'a9@example.org', roles: [], groups: [], language: 'en' },
      { username: 'B1', owner: 'Holds', password: 'x', passwordSalt: 'y', totpSecret: 'z', linked: [] },
      { username: 'B2', owner: null, ...hash },
      { username: 'B3', owner: 7 },
      { username: 'B4', owner: 'Holds', primary: 'yes' },
      { username: 'B5', owner: 'Holds', primary: true },
      { username: 'B6', owner: 'Holds', primary: true },
      { username: 'B7', owner: 'Holds', skin: 'nowhere.png' },
      { username: 'B8', owner: 'B7' },
      { username: 'Here', owner: 'Holds' },
      { username: 'admin', owner: 'Holds' },
    ]
    assert.deepEqual(await both(service, lines), {
      added: 5,
      characters: 2,
      unchanged: 0,
      refused: {
        3: 'owner_unknown "nobody"',
        4: 'owner_unknown "later"',
        6: 'owner_is_character',
        7: `owner_unknown "${uuid(77)}"`,
        8: 'owner_unknown "here@example.org"',
        9: 'owner_unknown ""',
        10: 'owner_unknown "a7"',
        11: 'account_only passwordHash',
        12: 'account_only email, language, roles, groups',
        13: 'account_only passwordSalt, password, totpSecret, linked',
        15: 'line_incomplete',
        16: 'line_incomplete',
        18: 'primary_taken',
        19: 'file_unreadable nowhere.png',
        20: 'owner_is_character',
        21: 'username_taken',
        22: 'username_reserved',
      },
    })
  })

  test('a character goes to nobody whose name another line only wanted', async () => {
    const service = await start()
    const steve = await service.account({ username: 'Steve', email: 'here@example.org' })
    const lines = [
      { username: 'Steve', email: 'other@example.org', ...hash },
      { username: 'Robin', owner: 'Steve' },
      { username: 'steve', email: 'no address' },
      { username: 'Kai', owner: steve.id },
      { id: uuid(1), username: 'Second', ...hash },
      { id: uuid(2), username: 'Of_another', owner: 'Second' },
      { id: uuid(2), username: 'Of_another', owner: 'Steve' },
      { id: uuid(2), username: 'Of_another', owner: steve.id },
      { id: uuid(2), username: 'Of_another', ...hash },
      { username: 'Of_another', ...hash },
      { id: uuid(1), username: 'Second', owner: steve.id },
      { id: uuid(2), username: 'Renamed', owner: 'Second' },
    ]
    const first = await both(service, lines)
    assert.deepEqual(first, {
      added: 3,
      characters: 2,
      unchanged: 0,
      refused: {
        1: 'username_taken',
        2: 'owner_unknown "steve"',
        3: 'email_malformed',
        7: 'owner_unknown "steve"',
        8: 'id_taken',
        9: 'id_taken',
        10: 'username_taken',
        11: 'id_taken',
        12: 'id_taken',
      },
    })
    const again = await both(service, lines)
    assert.deepEqual([again.added, again.unchanged, again.refused], [0, 3, first.refused])
    const rows = await rowsOf(service)
    assert.deepEqual([rows.get('Kai')?.owner_id, rows.get('Of_another')?.owner_id], [steve.id, uuid(1)])
    // A malformed line loses its name, too, even if its account is there.
    const lost = await both(service, [
      { username: 'Steve', email: 'here@example.org', passwordHash: 'x' },
      { username: 'Nobodys', owner: 'Steve' },
    ])
    assert.deepEqual([lost.added, lost.refused[2]], [0, 'owner_unknown "steve"'])
  })

  test('an account has 100 players at most, on any number of imports; settings do not bind', async () => {
    const service = await start({ NORN_CHARACTERS: '1', NORN_REGISTRATION: 'closed' })
    const lines = [
      { username: 'Many', ...hash },
      ...Array.from({ length: 101 }, (_, n) => ({ username: `Many_${n}`, owner: 'Many' })),
    ]
    const refused = { 101: 'character_limit', 102: 'character_limit' }
    assert.deepEqual(await both(service, lines), { added: 100, characters: 99, unchanged: 0, refused })
    assert.deepEqual(await both(service, lines), { added: 0, characters: 0, unchanged: 100, refused })
    const account = { username: 'Race', ...hash }
    await run(service, [account])
    const half = (letter: string) =>
      Array.from({ length: 80 }, (_, n) => ({ username: `${letter}_${n}`, owner: 'Race', primary: n === 0 }))
    const results = await Promise.all(['a', 'b'].map((letter) => run(service, half(letter))))
    assert.equal(results[0]!.added + results[1]!.added, 99)
    const reasons = results.flatMap((result) => Object.values(result.refused))
    assert.equal(reasons.filter((reason) => reason === 'character_limit').length, 60)
    assert.equal(reasons.filter((reason) => reason === 'primary_taken').length, 1)
  })

  test('owners in the batch that is being written are known', async () => {
    const service = await start()
    const accounts = Array.from({ length: 1500 }, (_, n) => ({ username: `P${n}`, ...hash }))
    const characters = Array.from({ length: 1500 }, (_, n) => ({ username: `C${n}`, owner: `P${n}` }))
    const mixed = accounts.slice(0, 700).flatMap((account, n) => [
      { ...account, username: `M${n}` },
      { username: `N${n}`, owner: `M${n}`, primary: n % 2 === 0 },
    ])
    const lines = [...accounts, ...characters, ...mixed]
    assert.deepEqual(await both(service, lines), { added: 4400, characters: 2200, unchanged: 0, refused: {} })
    const primaries = await service.context.db.query
      .selectFrom('account')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('primary_id', 'is not', null)
      .executeTakeFirstOrThrow()
    assert.equal(primaries.count, 350)
  })

  test('a player who has chosen another primary player keeps it', async () => {
    const service = await start()
    const lines = [
      { id: uuid(1), username: 'Steve', ...hash },
      { id: uuid(2), username: 'Alex', owner: 'Steve', primary: true },
      { id: uuid(3), username: 'Robin', owner: 'Steve' },
    ]
    await run(service, lines)
    await choosePrimary(service, await service.stored({ id: 'Robin' }))
    assert.deepEqual(await both(service, lines), { added: 0, characters: 0, unchanged: 3, refused: {} })
    assert.equal((await rowsOf(service)).get('Steve')?.primary_id, uuid(3))
    const more = [{ username: 'Kai', owner: 'Steve', primary: true }]
    assert.deepEqual((await both(service, more)).refused, { 1: 'primary_taken' })
  })

  test('an export goes in again without loss, and its own import changes nothing', async () => {
    const service = await start()
    const owner = await service.account({ username: 'Steve', email: 'steve@example.org' })
    const [alex] = [await addCharacter(service, owner, 'Alex'), await addCharacter(service, owner, 'Robin')]
    await choosePrimary(service, alex)
    const leaving = await service.account({ username: 'Leaving', email: 'leaving@example.org' })
    await addCharacter(service, leaving, 'Leaving_2')
    await requestDeletion(service.context, operator, await service.stored({ id: leaving.id }), {
      withCharacters: true,
    })
    const lines = await exported(service)
    const kinds = lines.map((line) => ('owner' in line ? 'character' : 'account')).join(' ')
    assert.match(kinds, /^account account character character character$/)
    const before = await rowsOf(service)
    assert.deepEqual(await both(service, lines), { added: 0, characters: 0, unchanged: 5, refused: {} })
    assert.deepEqual(await rowsOf(service), before)

    const other = await start()
    assert.deepEqual(await both(other, lines), { added: 5, characters: 3, unchanged: 0, refused: {} })
    const plain = (rows: typeof before) =>
      [...rows.values()].map((row) => ({ ...row, credentials_version: 0 }))
    assert.deepEqual(plain(await rowsOf(other)), plain(before))
    assert.deepEqual(await exported(other), lines)
  })

  test('a name that is held for an account is free for a character of it, and for nobody else’s', async () => {
    const service = await shared()
    const until = '2090-01-01T00:00:00.000Z'
    const lines = [
      { id: uuid(51), username: 'Holder', ...hash, heldNames: [{ name: 'formerly', until }] },
      { username: 'Stranger', ...hash },
    ]
    await run(service, lines)
    const taken = await both(service, [
      { username: 'Formerly', owner: 'Stranger' },
      { username: 'Formerly', owner: 'Holder' },
      { username: 'Third', owner: 'Holder', heldNames: [{ name: 'third_before', until }] },
    ])
    assert.deepEqual(taken.refused, { 1: 'username_held' })
    const claims = await service.context.db.query
      .selectFrom('name_claim')
      .select(['name_key', 'kind', 'account_id'])
      .where('name_key', 'in', ['formerly', 'third_before'])
      .orderBy('name_key')
      .execute()
    const formerly = (await rowsOf(service)).get('Formerly')
    assert.deepEqual(
      claims.map(({ kind, account_id }) => [kind, account_id]),
      [
        ['account', formerly?.id],
        ['held', uuid(51)],
      ],
    )
    // In one file, the name that a line has goes before the one that another only holds.
    const once = await both(service, [
      { username: 'Keeps', ...hash, heldNames: [{ name: 'wanted', until }] },
      { username: 'Wanted', owner: 'Stranger' },
    ])
    assert.deepEqual(once.refused, {})
  })
})
