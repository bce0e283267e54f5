// The player lists of a game server, as it writes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameServer } from '../../src/moving/programs/game-server.ts'
import { onEveryDatabase } from '../service.ts'
import { assertAccounts, importPlayers } from './source.ts'

const uuid = (number: number) => `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

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
    const source = gameServer({ players, bans, operators }, service.now())
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

  test('other files are refused', () => {
    assert.equal(gameServer({ players: { name: 'x' }, bans: undefined, operators: undefined }, 0), undefined)
    assert.equal(gameServer({ players: [], bans: [{ ip: '192.0.2.1' }], operators: undefined }, 0), undefined)
  })
})
