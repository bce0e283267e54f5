// The amount of data that players and strangers can cause is bounded (docs/decisions/0028-what-is-stored.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { removeTexture, setTexture, uploadTexture } from '../../src/domain/game/set-textures.ts'
import { addBan } from '../../src/domain/operation/bans.ts'
import { sweep, sweepUnworn } from '../../src/jobs/sweep.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { profileById } from '../../src/storage/game/profiles.ts'
import { takeFromBudget } from '../../src/storage/limits/budgets.ts'
import { textureByHash } from '../../src/storage/textures/textures.ts'
import { migrated } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { lockWaits } from '../storage/lock-waits.ts'
import { until } from '../until.ts'

const [minute, day] = [60_000, 86_400_000]
const skin = (seed: number) => makePng(64, 64, noise(seed))

const wornSkin = async ({ context }: RunningService, id: string) =>
  (await profileById(context.db, id))?.skin_hash ?? assert.fail('no texture is set')

const stored = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('texture').select('hash').execute()).map(({ hash }) => hash)

const rows = async ({ context }: RunningService, table: 'pending_join' | 'guess' | 'lookup_client') => {
  const { rows } = await context.db.query
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

test('a file that another account is setting at this moment stays', async (t) => {
  const database = await migrated.postgres()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { context } = service
  const [steve, alex] = [await service.account(), await service.account()]
  await setTexture(context, operator, steve.id, 'skin', skin(1))
  const hash = await wornSkin(service, steve.id)
  // Alex has set it, in a transaction that is not committed yet.
  const other = await context.db.query.startTransaction().execute()
  await other.updateTable('account').set({ skin_hash: hash }).where('id', '=', alex.id).execute()
  await other.updateTable('texture').set({ worn_by: alex.id }).where('hash', '=', hash).execute()
  let isDone = false
  const wearing = setTexture(context, operator, steve.id, 'skin', skin(2)).finally(() => (isDone = true))
  await until('it waits for the file, or is done', async () => isDone || (await lockWaits(context.db)) === 1)
  await other.commit().execute()
  await wearing
  assert.ok(await textureByHash(context.db, hash))
})

onEveryDatabase('storage limits', (start) => {
  test('a skin that was tried for less than a day is deleted with the next upload, unless somebody else uses it', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [await service.account(), await service.account()]
    await setTexture(context, operator, steve.id, 'skin', skin(1))
    await setTexture(context, operator, alex.id, 'skin', skin(2))
    await setTexture(context, operator, steve.id, 'skin', skin(2))
    const shared = await wornSkin(service, steve.id)
    assert.deepEqual(await stored(service), [shared])
    await setTexture(context, operator, steve.id, 'skin', skin(3))
    const own = await wornSkin(service, steve.id)
    assert.deepEqual((await stored(service)).sort(), [shared, own].sort())
    // It is off, but stays for clients that have seen it until something else is set.
    await removeTexture(context, operator, steve.id, 'skin')
    assert.equal((await stored(service)).length, 2)
    await setTexture(context, operator, steve.id, 'cape', makePng(64, 32, noise(4)))
    assert.ok(!(await stored(service)).includes(own))

    await setTexture(context, operator, steve.id, 'skin', skin(5))
    const old = await wornSkin(service, steve.id)
    service.advance(day)
    await setTexture(context, operator, steve.id, 'skin', skin(6))
    assert.ok((await stored(service)).includes(old), 'after a day of use, it is kept for a day')
  })

  test('players who set each other’s skins simultaneously all succeed', async () => {
    const service = await start()
    const { context } = service
    const players = await Promise.all(Array.from({ length: 4 }, () => service.account()))
    for (let round = 0; round < 12; round++) {
      await Promise.all(
        players.map(({ id }, index) =>
          setTexture(context, operator, id, 'skin', skin((round * 3 + index) % 4)),
        ),
      )
      for (const { id } of players) {
        assert.ok(await textureByHash(context.db, await wornSkin(service, id)), `round ${round}`)
      }
      assert.ok((await stored(service)).length <= 8)
    }
  })

  test('an account uploads 60 textures at once and one a minute, however many requests are simultaneous', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [await service.account(), await service.account()]
    const upload = () => uploadTexture(context, operator, steve.id, 'skin', skin(1))
    // Not all at once: the last request would wait for the account longer than a busy machine is given.
    for (let count = 0; count < 50; count++) await upload()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, upload))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    assert.equal(refused.length, 10)
    for (const { reason } of refused) {
      assert.ok(reason instanceof Refused && reason.reason === 'too_many_uploads', String(reason))
      assert.equal(reason.retryAfter, 60)
    }
    await uploadTexture(context, operator, alex.id, 'skin', skin(1))
    await setTexture(context, operator, steve.id, 'skin', skin(2))
    service.advance(minute - 1)
    await assert.rejects(uploadTexture(context, operator, steve.id, 'skin', skin(1)), { retryAfter: 1 })
    service.advance(1)
    await uploadTexture(context, operator, steve.id, 'skin', skin(1))
    await assert.rejects(uploadTexture(context, operator, steve.id, 'skin', skin(1)), { retryAfter: 60 })
    service.advance(60 * minute)
    await sweep(context)
    assert.equal(await rows(service, 'guess'), 0)
  })

  test('a budget from a clock that was ahead counts as spent except for one, which repairs it', async () => {
    const { context } = await start()
    const budget = { size: 2, refillMs: minute }
    const take = (now: number) => takeFromBudget(context.db, 'test', now, budget)
    assert.deepEqual([await take(day), await take(day), await take(day)], [0, 0, minute])
    assert.deepEqual([await take(0), await take(0)], [0, minute])
    assert.deepEqual([await take(minute), await take(minute)], [0, minute])
    assert.deepEqual([await take(day), await take(day), await take(day)], [0, 0, minute])
  })

  test('the sweep of textures continues while it finds some', async () => {
    const service = await start()
    const { context } = service
    const unworn = Array.from({ length: 1300 }, (_, number) => ({
      hash: number.toString(16).padStart(64, '0'),
      png: '',
      unworn_since: service.now() - day,
      worn_by: '',
      worn_at: 0,
      place: 'database' as const,
      bytes: null,
    }))
    for (let at = 0; at < unworn.length; at += 500) {
      const page = unworn.slice(at, at + 500)
      await context.db.query.insertInto('texture').values(page).execute()
    }
    assert.equal(await sweepUnworn(context, ''), '')
    assert.deepEqual(await stored(service), [])
  })

  test('of the pending joins of one account, the newest are kept', async () => {
    const service = await start()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const join = (serverId: string) =>
      service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })
    const hasJoined = async (serverId: string) =>
      (await service.get(`/session/hasJoined?username=${account.username}&serverId=${serverId}`)).status
    let most = 0
    for (let number = 0; number < 300; number++) {
      assert.equal((await join(`server${number}`)).status, 200)
      if (number % 20 === 0) most = Math.max(most, await rows(service, 'pending_join'))
      if (number === 200) service.advance(1)
    }
    assert.ok(most <= 130, `${most} rows`)
    assert.equal(await hasJoined('server299'), 200)
    assert.equal(await hasJoined('server0'), 401)
  })

  test('without a cooldown, changes of a name are still limited', async () => {
    const service = await start({ NORN_USERNAME_COOLDOWN: '0s' })
    const account = await service.account()
    const headers = { authorization: `Bearer ${await service.signIn(account)}` }
    const rename = async (name: string) =>
      (
        await service.request(`/authlib-injector/minecraftservices/game/profile/name/${name}`, {
          method: 'PUT',
          headers,
        })
      ).status
    for (let number = 0; number < 10; number++) assert.equal(await rename(`Name_${number}`), 200)
    assert.notEqual(await rename('One_more'), 200)
    service.advance(60 * minute)
    assert.equal(await rename('One_more'), 200)
  })

  test('the number of remembered addresses per account is limited', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const { username, password } = await service.account()
    for (let number = 0; number < 70; number++) {
      const headers = { 'x-forwarded-for': `192.0.2.${number}` }
      const answer = await service.post(
        '/auth/authenticate',
        { username, password, clientToken: 'x' },
        { headers },
      )
      assert.equal(answer.status, 200)
    }
    // The budgets that a right guess used are full again.
    await sweep(service.context)
    assert.equal(await rows(service, 'guess'), 65)
  })

  test('a manual ban survives 25,000 newer automatic ones, of which the newest are kept', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const { context } = service
    const lookUp = async (from: string) =>
      (await service.get('/api/users/profiles/game/nobody', { headers: { 'x-forwarded-for': from } })).status
    await addBan(context, operator, '192.0.2.1')
    const automatic = Array.from({ length: 25_000 }, (_, number) => ({
      network: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      full_at: 0,
      banned_at: service.now() + 1 + number,
      ends_at: service.now() + day,
      ban_length: day,
      forgotten_at: service.now() + 8 * day,
    }))
    for (let at = 0; at < automatic.length; at += 5000) {
      const page = automatic.slice(at, at + 5000)
      await context.db.query.insertInto('lookup_client').values(page).execute()
    }
    service.advance(26_000)
    assert.equal(await lookUp('192.0.2.1'), 403)
    assert.equal(await lookUp('10.0.97.167'), 403, 'the newest')
    assert.equal(await lookUp('192.0.2.2'), 204)
    await sweep(context)
    assert.equal(await rows(service, 'lookup_client'), 20_001)
    service.advance(2000)
    assert.equal(await lookUp('192.0.2.1'), 403)
  })

  test('players who ended a token themselves do not learn of a suspension through it', async () => {
    const service = await start()
    const account = await service.account()
    const attributes = async (token: string) =>
      (
        await service.get('/authlib-injector/minecraftservices/player/attributes', {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    const [ended, held] = [await service.signIn(account, 'one'), await service.signIn(account, 'two')]
    await service.post('/auth/invalidate', { accessToken: ended, clientToken: 'one' })
    await suspendAccount(service.context, operator, await service.stored(account), { reason: 'griefing' })
    assert.deepEqual([await attributes(ended), await attributes(held)], [401, 200])
    // Suspended once more, with another reason.
    await suspendAccount(service.context, operator, await service.stored(account), {
      reason: 'more griefing',
    })
    assert.equal(await attributes(held), 200)
    await service.post('/auth/invalidate', { accessToken: held, clientToken: 'two' })
    assert.equal(await attributes(held), 401)
  })
})
