// Copies of a visitor's textures that several instances make at once, while the pictures change, an account tries on
// the same ones, and the visitors are purged. No stored row may name a picture that is gone, and no transaction may fail.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { purgeVisitors } from '../../src/domain/neighbours/visitors.ts'
import { sweep, sweepUnworn } from '../../src/jobs/sweep.ts'
import { dayMs } from '../../src/lib/measure/units.ts'
import { type Kind, kinds, migrated } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService, startService } from '../service.ts'
import { until } from '../until.ts'

const settings = { NORN_NEIGHBOURS: 'on' }
const rounds = 12
const pictures = [1, 2, 3, 4].map((seed) => makePng(64, 64, noise(seed)))

/** Three instances if the database supports them. */
async function startAll(t: TestContext, kind: Kind): Promise<readonly RunningService[]> {
  const database = await migrated[kind]()
  const services: RunningService[] = []
  for (let at = 0; at < (kind === 'postgres' ? 3 : 1); at++) {
    services.push(await startService(database.url, settings))
  }
  t.after(async () => {
    for (const service of services) await service.close()
    await database.drop()
  })
  return services
}

for (const kind of kinds()) {
  test(`copies made at once (${kind})`, async (t) => {
    const services = await startAll(t, kind)
    const [first] = services
    assert.ok(first)
    const { context } = first
    const names = ['Alpha', 'Beta', 'Gamma']
    const players = Object.fromEntries(names.map((name, at) => [name, uuid(at + 1)]))
    const { ask, mocks } = await neighbourhood(t, first, {
      other: { players, limit: 10_000, hasPictures: true },
    })
    const mock = mocks.other
    assert.ok(mock)
    for (const [at, png] of pictures.entries()) mock.pictures.set(`/${at}.png`, png)
    const steve = await first.account({ username: 'Steve' })
    /** Resolves with the copies whose picture is not stored. */
    const missing = () =>
      context.db.query
        .selectFrom('mirrored_textures')
        .leftJoin('texture', 'texture.hash', 'mirrored_textures.skin_hash')
        .select('uuid')
        .where('skin_hash', 'is not', null)
        .where('texture.hash', 'is', null)
        .execute()
    const wear = (picture: number) => {
      mock.worn = { SKIN: { url: `${mock.url}/${picture}.png` } }
    }
    const [constant, ...changing] = names
    for (let round = 0; round < rounds; round++) {
      if (round % 4 === 0) {
        wear(3)
        await ask(String(constant))
      }
      wear(round % 3)
      // The account takes the picture off that the first visitor wears, too.
      const png = pictures[round % 2 === 0 ? 3 : round % 3]
      assert.ok(png)
      const answers = await Promise.all([
        ...services.flatMap((service) => changing.map((username) => ask(username, { service }))),
        setTexture(context, operator, steve.id, 'skin', png),
        ...(round % 4 === 3 ? [purgeVisitors(context, operator, 'other')] : []),
      ])
      for (const answer of answers) {
        if (typeof answer !== 'object') continue
        // A visitor who is purged while joining may try again.
        assert.ok([200, 401].includes(answer.status), `${answer.status} ${answer.text}`)
      }
      assert.deepEqual(await missing(), [])
    }
    await until('each visitor wears the last picture', async () => {
      const seen = await Promise.all(
        names.map(async (username) => (await ask(username)).json.properties?.length),
      )
      return seen.every((count) => count === 1)
    })
    const failures = services.flatMap(({ log }) =>
      log.filter((line) => /could not be (copied|shown)/.test(line)),
    )
    assert.deepEqual(failures, [])
    await purgeVisitors(context, operator, 'other')
    for (let day = 0; day < 2; day++) {
      await sweep(context)
      await sweepUnworn(context, '')
      for (const service of services) service.advance(dayMs)
    }
    // The account's skin is left.
    const left = await context.db.query.selectFrom('texture').select('hash').execute()
    assert.equal(left.length, 1)
  })
  test(`a visitor who is purged while the pictures are read (${kind})`, async (t) => {
    const services = await startAll(t, kind)
    const [first] = services
    assert.ok(first)
    const { ask, mocks } = await neighbourhood(t, first, {
      other: { players: { Alpha: uuid(1) }, hasPictures: true },
    })
    const mock = mocks.other
    assert.ok(mock)
    mock.worn = { SKIN: { url: `${mock.url}/skin.png` } }
    let purged = 0
    mock.pictures.set('/skin.png', async (response) => {
      purged += await purgeVisitors(first.context, operator, 'other')
      response.end(pictures[0])
    })
    const { status, json } = await ask('Alpha')
    await first.context.pictures.close()
    assert.deepEqual([status, json.properties.length, purged], [200, 0, 1])
    assert.deepEqual(await first.context.db.query.selectFrom('texture').select('hash').execute(), [])
    assert.deepEqual(
      first.log.filter((line) => /could not be (copied|shown)/.test(line)),
      [],
    )
  })
}
