// Reports about players of neighbours, and about characters.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { reportQueue } from '../../../src/domain/moderation/queue.ts'
import { reportTexture } from '../../../src/domain/moderation/report.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { minuteMs } from '../../../src/lib/measure/units.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { addCharacter } from '../../characters.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'
import { until } from '../../until.ts'
import { browserOf } from '../../web/browser.ts'
import { neighbourhood, uuid } from '../neighbours/scene.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off', NORN_CHARACTERS: '3' }
const bad = makePng(64, 64, noise(1))

const refusedAs = (subject: string) => (error: unknown) =>
  error instanceof Refused && error.subject === subject

const skinIn = ({ json }: { json: any }): string | undefined => {
  const property = json.properties?.find(({ name }: { name: string }) => name === 'textures')
  return property && JSON.parse(Buffer.from(property.value, 'base64').toString()).textures.SKIN?.url
}

/** Reports a player as another one, who may be a character. */
async function report(
  service: RunningService,
  reporter: { id: string },
  player: string,
  reason = 'not for children',
) {
  const from = await service.stored(reporter)
  const given = { player, kind: 'skin', reason } as const
  await reportTexture(service.context, accountActor(from, '192.0.2.1'), from, given)
}

async function moderatorOf(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'moderator')
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

onEveryDatabase('reports about visitors and characters', (start) => {
  const visited = async (t: TestContext, textures: 'mirror' | 'pass') => {
    const service = await start(settings)
    const players = { Visitor: uuid(1) }
    const { ask, mocks } = await neighbourhood(t, service, {
      other: { players, limit: 10_000, hasPictures: true, textures },
    })
    const { other } = mocks
    assert.ok(other)
    other.pictures.set('/skin.png', bad)
    other.worn = { SKIN: { url: `${other.url}/skin.png` } }
    return { service, other, join: async () => ask('Visitor') }
  }

  test('a copied skin of a visitor is taken down, and the next copies do not bring it back', async (t) => {
    const { service, other, join } = await visited(t, 'mirror')
    const url = await until('the copy is shown', async () => skinIn(await join()))
    const hash = url.split('/').at(-1) ?? ''
    await report(service, await service.account(), 'visitor@other')
    const [entry] = (await reportQueue(service.context)).entries
    assert.deepEqual([entry?.hash, entry?.canTakeDown, entry?.worn], [hash, true, 1])
    assert.deepEqual(entry?.wearers, [{ id: uuid(1), name: 'Visitor', isVisitor: true }])
    await takeDownTexture(service.context, operator, hash, { reason: 'not here' })
    assert.equal(skinIn(await join()), undefined)
    assert.equal((await service.get(`/textures/${hash}`)).status, 404)

    const reads = () => other.seen.filter(({ path }) => path === '/skin.png').length
    const before = reads()
    service.advance(11 * minuteMs)
    await until('it is copied again', async () => {
      assert.equal(skinIn(await join()), undefined)
      return reads() > before
    })
    for (let times = 0; times < 3; times++) assert.equal(skinIn(await join()), undefined)
    assert.equal((await service.get(`/textures/${hash}`)).status, 404)

    other.pictures.set('/other.png', makePng(64, 64, noise(2)))
    other.worn = { SKIN: { url: `${other.url}/other.png` } }
    await until('another skin is shown', async () => skinIn(await join()))
    await restoreTexture(service.context, operator, hash)
    other.worn = { SKIN: { url: `${other.url}/skin.png` } }
    await until('and this one, once it is restored', async () => skinIn(await join())?.endsWith(hash))
  })

  test('a skin that is passed on is reported, and has no "Take down"', async (t) => {
    const { service, join } = await visited(t, 'pass')
    await join()
    const reporter = await service.account()
    await report(service, reporter, 'VISITOR')
    await assert.rejects(report(service, reporter, 'Visitor'), refusedAs('report_repeated'))
    await report(service, await service.account(), 'Visitor', 'I think so, too')
    const { entries } = await reportQueue(service.context)
    const [entry] = entries
    assert.equal(entries.length, 1)
    assert.deepEqual([entry?.hash, entry?.canTakeDown, entry?.reportCount], [undefined, false, 2])
    const moderator = await moderatorOf(service)
    const queue = await moderator.get('/admin/reports')
    assert.match(queue.text, />Visitor</)
    assert.match(queue.text, />Keep</)
    assert.doesNotMatch(queue.text, />Take down</)
    const [, id = ''] = /\/admin\/reports\/([0-9a-f]{32})"/.exec(queue.text) ?? []
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(queue.text) ?? []
    assert.match((await moderator.get(`/admin/reports/${id}`)).text, /I think so, too/)
    await moderator.post('/admin/reports/take-down', { csrf, report: id })
    assert.equal((await reportQueue(service.context)).entries.length, 1)
    await moderator.post('/admin/reports/keep', { csrf, report: id })
    assert.deepEqual((await reportQueue(service.context)).entries, [])
  })

  test('a character reports for its account, and nothing says whose character was reported', async () => {
    const service = await start(settings)
    const { context } = service
    const [owner, reporter] = [await service.account(), await service.account()]
    const own = async (account: TestAccount, name: string) => addCharacter(service, account, name)
    const [shown, asking, other] = [
      await own(owner, 'Shown_One'),
      await own(reporter, 'Asking_One'),
      await own(reporter, 'Other_One'),
    ]
    for (const player of [shown, other])
      await uploadTexture(context, accountActor(player, '192.0.2.1'), player.id, 'skin', bad)
    await assert.rejects(report(service, asking, 'other_one'), refusedAs('report_own'))
    await assert.rejects(report(service, asking, reporter.username), refusedAs('report_own'))
    await report(service, asking, 'shown_one')
    await assert.rejects(report(service, reporter, 'Shown_One'), refusedAs('report_repeated'))

    const browser = browserOf(service)
    await browser.signIn(reporter)
    for (const path of ['/account/reports', '/account/export']) {
      const { text } = await browser.get(path)
      assert.ok(!text.includes(owner.username) && !text.includes(owner.id), path)
    }
    const mine = await browser.get('/account/reports')
    assert.match(mine.text, /Shown_One/)
    const [entry] = (await reportQueue(context)).entries
    assert.deepEqual(
      entry?.reports.map((one) => [one.player.name, one.reporter]),
      [['Shown_One', reporter.username]],
    )
    assert.deepEqual(entry?.wearers.map(({ name }) => name).toSorted(), ['Other_One', 'Shown_One'])

    await takeDownTexture(context, operator, entry?.hash ?? '')
    const mails = await context.db.query.selectFrom('mail').select(['recipient', 'content']).execute()
    const told = mails.filter(({ content }) => content.includes('texture_taken_down'))
    assert.deepEqual(
      told.map(({ recipient, content }) => [recipient, JSON.parse(content).username]).toSorted(),
      [
        [owner.email, 'Shown_One'],
        [reporter.email, 'Other_One'],
      ].toSorted(),
    )
    for (const { content } of told) assert.ok(!content.includes(owner.username), content)
  })
})
