// Taking down at the moment in which somebody puts the texture on, on two instances.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { setFormerSkin } from '../../../src/domain/game/former-skins.ts'
import { setTexture, uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { libraryTextures } from '../../../src/domain/library/listing.ts'
import { shareTexture } from '../../../src/domain/library/share.ts'
import { reportTexture } from '../../../src/domain/moderation/report.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { addToWardrobe } from '../../../src/domain/wardrobe/add.ts'
import type { Actor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import type { Transaction } from '../../../src/storage/engine/database.ts'
import { isTakenDown } from '../../../src/storage/wardrobe/taken-down.ts'
import { kinds, migrated } from '../../databases.ts'
import { makePng, noise } from '../../png.ts'
import { operator, type RunningService, startService } from '../../service.ts'
import { until } from '../../until.ts'

const bad = makePng(64, 64, noise(1))

const ownActor = ({ id, username }: { id: string; username: string }): Actor => ({
  kind: 'account',
  id,
  name: username,
})

async function worn({ context }: RunningService, hash: string): Promise<string[]> {
  const rows = await context.db.query
    .selectFrom('account')
    .select('username')
    .where((or) => or.or([or('skin_hash', '=', hash), or('cape_hash', '=', hash)]))
    .execute()
  return rows.map(({ username }) => username)
}

const isRefused = (error: unknown): boolean =>
  error instanceof Refused && ['texture_taken_down', 'texture_unknown'].includes(error.reason)

for (const kind of kinds()) {
  test(`a texture is on no player after it was taken down in the middle of an upload (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const [here, there] = [await startService(database.url), await startService(database.url)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const [first, second, third] = [await here.account(), await here.account(), await here.account()]
    await uploadTexture(here.context, ownActor(first), first.id, 'skin', bad)
    const hash = (await here.stored(first)).textures.skin?.hash ?? ''
    await uploadTexture(here.context, ownActor(second), second.id, 'skin', bad)
    await setTexture(here.context, ownActor(second), second.id, 'skin', makePng(64, 64, noise(2)))
    const reporter = await here.stored(third)

    for (let round = 0; round < 8; round++) {
      const trying = [
        () => uploadTexture(there.context, ownActor(third), third.id, 'skin', bad),
        () => setFormerSkin(there.context, ownActor(second), second.id, hash),
        () => setTexture(there.context, operator, first.id, 'skin', bad),
        () =>
          reportTexture(there.context, ownActor(third), reporter, {
            player: first.username,
            kind: 'skin',
            reason: `round ${round}`,
          }),
      ]
      const taking = () => takeDownTexture(here.context, operator, hash)
      const order = round % 2 === 0 ? [taking, ...trying] : [...trying, taking]
      const ends = await Promise.allSettled(order.map((work) => work()))
      for (const [at, end] of ends.entries()) {
        if (end.status === 'fulfilled') continue
        const isReport = end.reason instanceof Refused && end.reason.reason.startsWith('report_')
        assert.ok(isRefused(end.reason) || isReport, `round ${round}, ${at}: ${end.reason}`)
      }
      assert.ok(await isTakenDown(here.context.db, hash))
      assert.deepEqual(await worn(here, hash), [], `round ${round}`)
      const open = await here.context.db.query
        .selectFrom('texture_report')
        .select('id')
        .where('hash', '=', hash)
        .where('state', '=', 'open')
        .execute()
      assert.deepEqual(open, [], `round ${round}`)
      assert.equal((await there.get(`/textures/${hash}`)).status, 404)
      await restoreAndWear(here, first, hash)
    }
  })
}

/** Brings the texture back for the next round, worn by its first player again, and asks each instance for it. */
async function restoreAndWear(
  service: RunningService,
  player: { id: string; username: string },
  hash: string,
): Promise<void> {
  await restoreTexture(service.context, operator, hash)
  await setTexture(service.context, operator, player.id, 'skin', bad)
  assert.equal((await service.get(`/textures/${hash}`)).status, 200)
}

/** Holds the next transaction of this instance once it has written everything, before it is committed. */
function holdCommit(t: TestContext, { context }: RunningService) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db } = context
  const transaction = db.transaction.bind(db)
  const { mock } = t.mock.method(db, 'transaction', (work: (tx: Transaction) => Promise<unknown>) => {
    mock.restore()
    return transaction(async (tx) => {
      const result = await work(tx)
      reached.resolve()
      await released.promise
      return result
    })
  })
  return { reached: reached.promise, release: () => released.resolve() }
}

/** Resolves when a transaction waits for a lock. On SQLite, where one writes at a time, at once. */
async function somebodyWaits({ context: { db } }: RunningService): Promise<void> {
  if (db.dialect !== 'postgres') return
  await until('a transaction waits', async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query)
    return Number(rows[0]?.count) > 0
  })
}

for (const kind of kinds()) {
  test(`at the moment before either is committed, taking down wins (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const open = { NORN_LIBRARY: 'public' }
    const [here, there] = [await startService(database.url, open), await startService(database.url, open)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    // Two processes would wait for each other's transactions on SQLite by trying again and again.
    const other = kind === 'sqlite' ? here : there
    const [wearer, keeper, stranger] = [await here.account(), await here.account(), await here.account()]
    await uploadTexture(here.context, ownActor(wearer), wearer.id, 'skin', bad)
    const hash = (await here.stored(wearer)).textures.skin?.hash ?? ''
    await uploadTexture(here.context, ownActor(keeper), keeper.id, 'skin', bad)
    await setTexture(here.context, ownActor(keeper), keeper.id, 'skin', makePng(64, 64, noise(2)))
    const sharer = await here.account()
    const sharing = await here.stored(sharer)
    let keptId = ''
    const ways = {
      upload: () => uploadTexture(other.context, ownActor(stranger), stranger.id, 'skin', bad),
      'a former skin': () => setFormerSkin(other.context, ownActor(keeper), keeper.id, hash),
      wardrobe: () =>
        addToWardrobe(other.context, ownActor(stranger), stranger, { png: bad, name: 'Bad', kind: 'skin' }),
      share: () => shareTexture(other.context, ownActor(sharer), sharing, keptId),
      'an operator': () => setTexture(other.context, operator, stranger.id, 'skin', bad),
    }
    for (const [name, way] of Object.entries(ways)) {
      for (const first of ['way', 'taking'] as const) {
        const given = { png: bad, name: 'Bad', kind: 'skin' } as const
        keptId = (await addToWardrobe(here.context, ownActor(sharer), sharer, given)).texture.id
        const held = holdCommit(t, first === 'way' ? other : here)
        const taking = () => takeDownTexture(here.context, operator, hash)
        const outcomes = [first === 'way' ? way() : taking()].map((work) => work.then(() => 'done', reasonOf))
        await held.reached
        const second = (first === 'way' ? taking() : way()).then(() => 'done', reasonOf)
        if (first === 'way') await somebodyWaits(here)
        // On PostgreSQL nobody waits for a texture that is being taken down.
        else if (kind === 'postgres') assert.ok(isRefusal(await second), `${name}: ${await second}`)
        held.release()
        const [one, two] = [await outcomes[0], await second]
        const [ofWay, ofTaking] = first === 'way' ? [one, two] : [two, one]
        assert.equal(ofTaking, 'done', `${name}, ${first} first`)
        if (first === 'way') assert.equal(ofWay, 'done', name)
        else assert.ok(isRefusal(ofWay), `${name}: ${ofWay}`)
        assert.deepEqual(await worn(here, hash), [], `${name}, ${first} first`)
        for (const service of [here, there])
          assert.equal((await service.get(`/textures/${hash}`)).status, 404)
        assert.deepEqual((await libraryTextures(there.context, { sort: 'newest' })).textures, [], name)
        await here.context.db.query.deleteFrom('wardrobe_texture').execute()
        await restoreAndWear(here, wearer, hash)
        await setTexture(here.context, operator, stranger.id, 'skin', makePng(64, 64, noise(9)))
      }
    }
  })
}

const isRefusal = (outcome: string | undefined): boolean =>
  outcome === 'texture_taken_down' || outcome === 'texture_unknown'
const reasonOf = (error: unknown): string => (error instanceof Refused ? error.reason : String(error))
