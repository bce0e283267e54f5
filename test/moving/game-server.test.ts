// The player lists of a game server, as it writes them, and as people and plugins have changed them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameServer } from '../../src/moving/programs/game-server.ts'
import { onEveryDatabase } from '../service.ts'
import { assertAccounts, importPlayers } from './source.ts'

const uuid = (number: number) => `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const file = (name: string, json: unknown) => ({ name, content: json === undefined ? undefined : { json } })

const files = ({ players, bans, operators }: { players: unknown; bans?: unknown; operators?: unknown }) => ({
  players: file('usercache.json', players),
  bans: file('banned-players.json', bans),
  operators: file('ops.json', operators),
})

onEveryDatabase('usercache.json', (_start, shared) => {
  test('all players keep name and UUID, banned players are suspended, and nobody has a password yet', async () => {
    const service = await shared()
    const players = Array.from({ length: 1000 }, (_, number) => ({
      name: `Cached_${number}`,
      uuid: uuid(number),
      expiresOn: '2026-12-21 12:00:00 +0100',
    }))
    players.push({ name: 'CACHED_1', uuid: uuid(2000), expiresOn: '' })
    const ban = { created: '2026-01-01 00:00:00 +0000', source: 'Server', name: '' }
    const bans = [
      { ...ban, uuid: uuid(1).toUpperCase(), expires: 'forever', reason: 'Griefing' },
      { ...ban, uuid: uuid(2), expires: '2027-01-01 01:00:00 +0100', reason: '' },
      { ...ban, uuid: uuid(3), expires: '2026-01-02 00:00:00 +0000', reason: 'long ago' },
    ]
    const operators = [{ uuid: uuid(4), name: 'Cached_4', level: 4, bypassesPlayerLimit: false }]
    const source = gameServer(files({ players, bans, operators }), service.now())
    assert.ok(source)
    const done = await importPlayers(service.context, source.players, '.')
    assert.deepEqual([done.added, done.refused], [1000, { CACHED_1: 'username_taken' }])
    assert.deepEqual(done.remarks['Cached_4'], ['operator', 'no_password'])
    const expected = players.slice(0, 1000).map(({ name }, number) => ({
      id: uuid(number).replaceAll('-', ''),
      username: name,
      email: null,
      language: 'en',
      created_at: service.now(),
      isSuspended: number === 1 || number === 2,
      hasTotp: false,
      names: [name],
      password: null,
      skin: null,
      skin_model: null,
      cape: null,
    }))
    await assertAccounts(service, expected)
    const rows = await service.context.db.query
      .selectFrom('account')
      .select(['suspended_until', 'suspension_reason'])
      .where('suspended_at', 'is not', null)
      .orderBy('username')
      .execute()
    assert.deepEqual(rows, [
      { suspended_until: null, suspension_reason: 'Griefing' },
      { suspended_until: Date.UTC(2027, 0, 1), suspension_reason: null },
    ])
  })

  test('a ban whose end nobody can tell suspends nobody, and says where it stands', async () => {
    const service = await shared()
    const day = 86_400_000
    const soon = new Date(service.now() + 40 * day).toISOString().slice(0, 10)
    /** The end of a ban, and that of the suspension: a time, `never`, or `none` if there is none. */
    const ends: [unknown, number | 'never' | 'none' | 'unreadable'][] = [
      ['forever', 'never'],
      [' Forever ', 'never'],
      [undefined, 'never'],
      ['2025-12-01', 'none'],
      [soon, Date.parse(soon)],
      [`${soon} 10:00`, Date.parse(`${soon}T10:00Z`)],
      [`${soon}T10:00:30+02:00`, Date.parse(`${soon}T10:00:30+02:00`)],
      [Date.parse(soon), Date.parse(soon)],
      [Date.parse(soon) / 1000, Date.parse(soon)],
      ['2020-02-29 00:00:00 +0000', 'none'],
      [null, 'unreadable'],
      ['', 'unreadable'],
      ['never', 'unreadable'],
      ['2027-02-30', 'unreadable'],
      ['2027-13-01 00:00:00 +0000', 'unreadable'],
      ['01.12.2027', 'unreadable'],
      ['12/01/2027', 'unreadable'],
      ['292278994-08-17 08:12:55 +0100', 'unreadable'],
      [1e18, 'unreadable'],
      [0, 'unreadable'],
      [-1, 'unreadable'],
      [true, 'unreadable'],
      [{ date: soon }, 'unreadable'],
    ]
    const players = ends.map((_, number) => ({ uuid: uuid(3000 + number), name: `End_${number}` }))
    const bans = ends.map(([expires], number) => ({
      uuid: uuid(3000 + number).replaceAll('-', ''),
      name: `End_${number}`,
      ...(expires !== undefined && { expires }),
      reason: 'x',
    }))
    const source = gameServer(files({ players, bans }), service.now())
    assert.ok(source)
    const done = await importPlayers(service.context, source.players, '.')
    assert.deepEqual([done.added, done.refused, source.findings], [ends.length, {}, []])
    for (const [number, [expires, end]] of ends.entries()) {
      const row = await service.context.db.query
        .selectFrom('account')
        .select(['suspended_at', 'suspended_until'])
        .where('username', '=', `End_${number}`)
        .executeTakeFirstOrThrow()
      const is = row.suspended_at === null ? 'none' : (row.suspended_until ?? 'never')
      assert.equal(is, end === 'unreadable' ? 'none' : end, JSON.stringify(expires))
      const remarks = done.remarks[`End_${number}`]
      assert.deepEqual(remarks, end === 'unreadable' ? ['no_password', 'ban_unreadable'] : ['no_password'])
    }
    assert.equal(done.details['End_10'], 'banned-players.json, entry 11, expires null')
  })

  test('of the reason of a ban one line arrives, which a page can show', async () => {
    const service = await shared()
    const reasons: [unknown, string | null, boolean][] = [
      ['§cGriefing\n§7Appeal at example.org', '§cGriefing', true],
      ['\r\n  \r\nsecond\r\nthird', 'second', true],
      ['one\u2028two', 'one', true],
      ['with\u0000 nothing\u202e hidden', 'with nothing hidden', true],
      ['a\ttab', 'a tab', true],
      ['\ud83d half', 'half', true],
      ['x'.repeat(1001), 'x'.repeat(1000), true],
      [`${'x'.repeat(999)}\u{1f600}`, 'x'.repeat(999), true],
      [7, null, true],
      [' Griefing \n', 'Griefing', false],
      [null, null, false],
      ['', null, false],
    ]
    const players = reasons.map((_, number) => ({ uuid: uuid(4000 + number), name: `Reason_${number}` }))
    const bans = reasons.map(([reason], number) => ({
      uuid: uuid(4000 + number),
      expires: 'forever',
      reason,
    }))
    const source = gameServer(files({ players, bans }), service.now())
    assert.ok(source)
    const done = await importPlayers(service.context, source.players, '.')
    assert.deepEqual([done.added, done.refused], [reasons.length, {}])
    for (const [number, [given, kept, isShortened]] of reasons.entries()) {
      const row = await service.context.db.query
        .selectFrom('account')
        .select(['suspended_at', 'suspension_reason'])
        .where('username', '=', `Reason_${number}`)
        .executeTakeFirstOrThrow()
      assert.ok(row.suspended_at !== null)
      assert.equal(row.suspension_reason, kept, JSON.stringify(given))
      const remarks = done.remarks[`Reason_${number}`]
      assert.deepEqual(remarks, isShortened ? ['no_password', 'ban_reason_shortened'] : ['no_password'])
    }
  })

  test('entries that name nobody are left out, and the others arrive', async () => {
    const service = await shared()
    const good = { uuid: uuid(5000), name: 'Good_0' }
    const source = gameServer(
      files({
        players: [null, good, { name: 'No_uuid' }, { uuid: uuid(5001) }, 'text', { uuid: 5, name: 5 }],
        bans: [
          { ip: '192.0.2.1' },
          null,
          { name: 'GOOD_0', expires: 'forever' },
          { uuid: uuid(9), name: 'Far' },
        ],
        operators: null,
      }),
      service.now(),
    )
    assert.ok(source)
    const done = await importPlayers(service.context, source.players, '.')
    assert.equal(done.added, 1)
    assert.deepEqual(source.findings, [
      { file: 'usercache.json', entry: 1, problem: 'entry_malformed' },
      { file: 'usercache.json', entry: 5, problem: 'entry_malformed' },
      { file: 'usercache.json', entry: 6, problem: 'entry_malformed' },
      { file: 'usercache.json', entry: 3, name: 'No_uuid', problem: 'entry_malformed' },
      { file: 'usercache.json', entry: 4, problem: 'entry_malformed' },
      { file: 'banned-players.json', entry: 1, problem: 'entry_malformed' },
      { file: 'banned-players.json', entry: 2, problem: 'entry_malformed' },
      { file: 'ops.json', problem: 'file_other' },
    ])
    assert.deepEqual([...source.left], [['bans_of_others', 1]])
    const row = await service.context.db.query
      .selectFrom('account')
      .select('suspended_at')
      .where('username', '=', 'Good_0')
      .executeTakeFirstOrThrow()
    assert.ok(row.suspended_at !== null, 'found by name, where a ban has no UUID')
  })

  test('a list of something else is refused', () => {
    for (const players of [{ name: 'x' }, null, 'x', [{ ip: '192.0.2.1' }]]) {
      assert.equal(gameServer(files({ players }), 0), undefined)
    }
    assert.ok(gameServer(files({ players: [] }), 0))
  })
})
