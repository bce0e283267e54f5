// /library: what players share, who sees it, and what moderators make of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { searchRate } from '../../src/domain/library/listing.ts'
import { countWorn } from '../../src/domain/library/worn.ts'
import { reportQueue } from '../../src/domain/moderation/queue.ts'
import { restoreTexture, takeDownTexture } from '../../src/domain/moderation/take-down.ts'
import { suspendUploads } from '../../src/domain/moderation/uploads.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wardrobeOf } from '../../src/domain/wardrobe/list.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

import { browserOf, type PageView } from './browser.ts'

const wardrobe = '/account/wardrobe'
const open = { NORN_LIBRARY: 'public' }
const reviewed = { ...open, NORN_LIBRARY_REVIEW: 'on' }

async function person(service: RunningService, given: Parameters<RunningService['account']>[0] = {}) {
  const account = await service.account(given)
  const browser = browserOf(service)
  await browser.signIn(account)
  const by = accountActor(account, '192.0.2.1')
  const press = async (action: string, fields: Record<string, string>, at = wardrobe) => {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get(at)).text) ?? []
    service.advance(1)
    const answer = await browser.post(action, { csrf, ...fields })
    const to = answer.headers.get('location')
    const page = to === null ? undefined : await browser.get(to)
    const { status, headers, text } = answer
    return { status, headers, text, path: action, heading: undefined, flash: undefined, ...page }
  }
  return {
    ...account,
    browser,
    press,
    all: async () => wardrobeOf(service.context, await service.stored(account), { limit: 2000 }),
    keep: async (seed: number, name: string, kind: 'skin' | 'cape' = 'skin') => {
      const png = makePng(64, kind === 'skin' ? 64 : 32, noise(seed))
      return (await addToWardrobe(service.context, by, account, { png, name, kind })).texture
    },
    share: (id: string) => press(`${wardrobe}/share`, { id }),
  }
}

const titles = ({ text }: PageView) => [...text.matchAll(/<b dir="auto">([^<]*)</g)].map(([, title]) => title)

async function library(service: RunningService, query = '') {
  return titles(await browserOf(service).get(`/library${query}`))
}

const idIn = async (service: RunningService, query = '') =>
  /\/library\/([0-9a-f]{32})"/.exec((await browserOf(service).get(`/library${query}`)).text)?.[1] ?? ''

async function moderator(service: RunningService) {
  const one = await person(service)
  await grantRole(service.context, operator, await service.stored(one), 'moderator')
  return one
}

onEveryDatabase('the library', (start) => {
  test('one network may search 60 times at once, and look around as often as it likes', async () => {
    const service = await start(open)
    for (let time = 0; time < searchRate.size; time++)
      assert.equal((await service.get('/library?q=zz')).status, 200)
    for (const query of ['?q=zz', '?by=Nobody_1']) {
      const refused = await service.get(`/library${query}`)
      assert.equal(refused.status, 429, query)
      assert.equal(refused.headers.get('retry-after'), '1')
    }
    assert.equal((await service.get('/library?sort=worn')).status, 200)
    service.advance(searchRate.refillMs)
    assert.equal((await service.get('/library?q=zz')).status, 200)
  })

  test('is not there unless it is on, and for members alone with that setting', async () => {
    const off = await start()
    const anna = await person(off)
    const kept = await anna.keep(1, 'Red knight')
    for (const path of ['/library', `/library/${kept.id}`])
      assert.equal((await anna.browser.get(path)).status, 404)
    const page = await anna.browser.get(wardrobe)
    assert.doesNotMatch(page.text, /Share|\/library/)
    const sent = await browserOf(off).post(`${wardrobe}/share`, {})
    assert.equal(sent.status, (await browserOf(off).post('/account/nowhere', {})).status)

    const members = await start({ NORN_LIBRARY: 'members' })
    assert.equal((await browserOf(members).get('/library')).path, '/sign-in?next=/library')
    assert.equal((await (await person(members)).browser.get('/library')).status, 200)
  })

  test('shows what is shared to everybody, and others keep it', async () => {
    const service = await start(open)
    const anna = await person(service, { username: 'Anna_1' })
    const kept = await anna.keep(1, 'Red <b>knight</b>')
    const page = await anna.browser.get(wardrobe)
    assert.match(page.text, /aria-label="Share: Red &lt;b&gt;knight&lt;\/b&gt;"/)
    assert.match(page.text, /Share only what is yours or free to share\./)
    const shared = await anna.share(kept.id)
    assert.deepEqual([shared.path, shared.flash], [wardrobe, 'It is in the library now.'])
    assert.match(shared.text, /aria-label="Stop sharing: Red/)

    const stranger = browserOf(service)
    const found = await stranger.get('/library')
    assert.equal(found.heading, 'Library')
    assert.match(found.text, /<b dir="auto">Red &lt;b&gt;knight&lt;\/b&gt;<\/b>/)
    assert.match(found.text, /href="\/library\?by=Anna_1">Shared by Anna_1</)
    const id = await idIn(service)
    const one = await stranger.get(`/library/${id}`)
    assert.equal(one.status, 200)
    assert.match(one.text, new RegExp(`href="/sign-in\\?next=/library/${id}">Add to wardrobe`))

    const ben = await person(service)
    const added = await ben.press(`/library/${id}/add`, {}, `/library/${id}`)
    assert.deepEqual([added.path, added.flash], [wardrobe, 'Added to your wardrobe.'])
    const [copy] = await ben.all()
    assert.deepEqual([copy?.name, copy?.hash, copy?.isWorn], ['Red <b>knight</b>', kept.hash, false])
    const again = await ben.share(copy?.id ?? '')
    assert.equal(again.status, 409)
    assert.match(again.text, /Somebody has shared this picture already\./)
    assert.match(again.text, new RegExp(`href="/library/${id}"`))

    const stopped = await anna.press(`${wardrobe}/stop-sharing`, { id: kept.id })
    assert.equal(stopped.flash, 'It is shared no longer.')
    assert.deepEqual(await library(service), [])
    assert.equal((await stranger.get(`/library/${id}`)).status, 404)
    assert.equal((await ben.all()).length, 1)
    assert.equal((await ben.share(copy?.id ?? '')).flash, 'It is in the library now.')
    const { rows } = await auditOf(service)
    assert.deepEqual(rows, ['texture.shared', 'texture.unshared', 'texture.shared'])
  })

  test('is searched by part of a name or a whole player, by kind and by player', async () => {
    const service = await start(open)
    const anna = await person(service, { username: 'Anna' })
    const ben = await person(service, { username: 'Benedikt' })
    const names = ['Плащ короля', 'RITTER Ärmel', '骑士', '100%_a', 'x']
    for (const [at, name] of names.entries())
      await anna.share((await anna.keep(at, name, at === 0 ? 'cape' : 'skin')).id)
    await ben.share((await ben.keep(90, 'Anna')).id)
    for (const [query, expected] of [
      ['', ['Anna', 'x', '100%_a', '骑士', 'RITTER Ärmel', 'Плащ короля']],
      ['?q=КОРОЛ', ['Плащ короля']],
      ['?q=ärmel', ['RITTER Ärmel']],
      [`?q=${'ä'.normalize('NFD')}rm`, ['RITTER Ärmel']],
      ['?q=士', ['骑士']],
      ['?q=%25', ['100%_a']],
      ['?q=%25_a', ['100%_a']],
      ['?q=t_er', []],
      ['?q=%22it%22', []],
      ['?q=anna', ['Anna', 'x', '100%_a', '骑士', 'RITTER Ärmel', 'Плащ короля']],
      ['?q=BENEDIKT', ['Anna']],
      ['?q=benedik', []],
      ['?kind=cape', ['Плащ короля']],
      ['?kind=slim', []],
      ['?by=benedikt', ['Anna']],
      ['?by=nobody', []],
      ['?by=Anna&q=rit', ['RITTER Ärmel']],
      [
        '?kind=hat&sort=odd&after=1&q=%00&by=%0a',
        ['Anna', 'x', '100%_a', '骑士', 'RITTER Ärmel', 'Плащ короля'],
      ],
    ] as const)
      assert.deepEqual(await library(service, query), expected, query)
  })

  test('has 24 on a page, in a lasting order, and counts who wears it', async () => {
    const service = await start(open)
    const anna = await person(service)
    const kept = []
    for (let at = 0; at < 30; at++) {
      kept.push(await anna.keep(at, `n${at}`))
      await service.context.db.query.deleteFrom('guess').execute()
      await anna.share(kept.at(-1)?.id ?? '')
      service.advance(1000)
    }
    const stranger = browserOf(service)
    const first = await stranger.get('/library')
    assert.deepEqual(
      titles(first),
      Array.from({ length: 24 }, (_, at) => `n${29 - at}`),
    )
    const next = /class="pager"><a href="([^"]+)"/.exec(first.text)?.[1] ?? ''
    assert.deepEqual(titles(await stranger.get(next)), ['n5', 'n4', 'n3', 'n2', 'n1', 'n0'])

    await anna.press(`${wardrobe}/wear`, { id: kept[3]?.id ?? '' })
    assert.equal((await library(service, '?sort=worn'))[0], 'n29')
    assert.equal(await countWorn(service.context, async () => undefined), 1)
    assert.equal((await library(service, '?sort=worn'))[0], 'n3')
    assert.equal(await countWorn(service.context, async () => undefined), 0)
  })

  test('shows nothing of suspended or deleted accounts, or of textures that were taken down or removed', async () => {
    const service = await start(open)
    const anna = await person(service)
    const kept = await anna.keep(1, 'one')
    await anna.share(kept.id)
    const id = await idIn(service)
    const seen = async () => [
      ...(await library(service)),
      (await browserOf(service).get(`/library/${id}`)).status,
    ]
    assert.deepEqual(await seen(), ['one', 200])
    await suspendAccount(service.context, operator, await service.stored(anna), {})
    assert.deepEqual(await seen(), [404])
    await restoreAccount(service.context, operator, await service.stored(anna))
    assert.deepEqual(await seen(), ['one', 200])
    await takeDownTexture(service.context, operator, kept.hash)
    assert.deepEqual(await seen(), [404])
    await restoreTexture(service.context, operator, kept.hash)
    assert.deepEqual(await seen(), ['one', 200])
    const removed = await person(service)
    const two = await removed.keep(2, 'two')
    await removed.share(two.id)
    assert.deepEqual(await library(service), ['two', 'one'])
    await removed.press(`${wardrobe}/${two.id}/remove`, {}, `${wardrobe}/${two.id}/remove`)
    assert.deepEqual(await library(service), ['one'])
    await deleteAccount(service.context, operator, await service.stored(anna))
    assert.deepEqual(await seen(), [404])
  })

  test('a character shares under its own name, and takes nothing along', async () => {
    const service = await start(open)
    const anna = await person(service, { username: 'Anna' })
    const magni = await addCharacter(service, anna, 'Magni')
    const kept = await anna.keep(1, 'one')
    await anna.press(`${wardrobe}/share?for=${magni.id}`, { id: kept.id })
    const page = await browserOf(service).get(`/library/${await idIn(service)}`)
    assert.match(page.text, /Shared by Magni/)
    assert.doesNotMatch(page.text, /Anna/)
    assert.deepEqual(await library(service, '?by=anna'), [])
    await suspendAccount(service.context, operator, await service.stored(anna), {})
    assert.deepEqual(await library(service), [])
  })

  test('suspended uploads share nothing, and no account shares without end', async () => {
    const service = await start(open)
    const anna = await person(service)
    for (let at = 0; at < 21; at++) await anna.keep(at, `n${at}`)
    const [last, ...others] = await anna.all()
    for (const { id } of others) assert.equal((await anna.share(id)).flash, 'It is in the library now.')
    const refused = await anna.share(last?.id ?? '')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    service.advance(600_000)
    await suspendUploads(service.context, operator, await service.stored(anna))
    assert.match((await anna.share(last?.id ?? '')).text, /A moderator has suspended your uploads\./)
    assert.equal((await anna.all()).filter(({ sharing }) => sharing).length, 20)
  })

  test('a texture of the library is reported, and its player is in the queue', async () => {
    const service = await start(open)
    const anna = await person(service)
    await anna.share((await anna.keep(1, 'one')).id)
    const id = await idIn(service)
    const ben = await person(service)
    const report = (one: typeof ben, reason: string) =>
      one.press(`/library/${id}/report`, { reason }, `/library/${id}`)
    assert.equal((await report(ben, 'x')).status, 422)
    assert.equal((await report(anna, 'my own')).status, 422)
    assert.equal((await report(ben, 'It is rude')).path, '/account/reports')
    assert.equal((await report(ben, 'It is rude')).status, 422)
    const { entries } = await reportQueue(service.context)
    assert.deepEqual(
      entries.map(({ shared, reports }) => [shared?.name, shared?.by.id, reports[0]?.player.id]),
      [['one', anna.id, anna.id]],
    )
    const eve = await moderator(service)
    const queued = entries[0]?.reports[0]?.id ?? ''
    const stopped = await eve.press(
      '/admin/reports/stop-sharing',
      { report: queued, [`reason-${queued}`]: 'Not yours' },
      '/admin/reports',
    )
    assert.equal(stopped.flash, 'It left the library and stays in wardrobes.')
    assert.deepEqual(await library(service), [])
    const mine = await anna.browser.get(wardrobe)
    assert.match(mine.text, />Refused<\/p>\s*<p class="hint">Note: <span dir="auto">Not yours</)
    // It waits, since a moderator has decided once.
    const [kept] = await anna.all()
    assert.equal((await anna.share(kept?.id ?? '')).flash, 'It waits for moderators to review it.')
    assert.deepEqual(await library(service), [])
  })
})

onEveryDatabase('the review of the library', (start) => {
  test('a shared texture waits, is published or refused, and waits again under a new name', async () => {
    const service = await start(reviewed)
    const anna = await person(service)
    const kept = await anna.keep(1, 'one')
    const waiting = await anna.share(kept.id)
    assert.equal(waiting.flash, 'It waits for moderators to review it.')
    assert.match(waiting.text, />Waiting for review</)
    assert.deepEqual(await library(service), [])
    const eve = await moderator(service)
    const queue = await eve.browser.get('/admin/reports')
    assert.match(queue.text, /Waiting for review: one/)
    assert.doesNotMatch(queue.text, />Keep</)
    const review = async () => (await reportQueue(service.context)).entries[0]?.shared?.review ?? ''
    const first = await review()

    await anna.press(`${wardrobe}/${kept.id}/rename`, { name: 'two' }, `${wardrobe}/${kept.id}/rename`)
    // A moderator who saw the old name decides nothing.
    const late = await eve.press('/admin/reports/publish', { report: first }, '/admin/reports')
    assert.equal(late.flash, 'Nothing was changed: this has been decided already, or is gone.')
    assert.deepEqual(await library(service), [])
    const second = await review()
    assert.notEqual(second, first)
    const done = await eve.press('/admin/reports/publish', { report: second }, '/admin/reports')
    assert.equal(done.flash, 'It is in the library now.')
    assert.deepEqual(await library(service), ['two'])
    assert.equal((await reportQueue(service.context)).entries.length, 0)

    await anna.press(`${wardrobe}/${kept.id}/rename`, { name: 'three' }, `${wardrobe}/${kept.id}/rename`)
    assert.deepEqual(await library(service), [])
    const third = await review()
    const refused = await eve.press(
      '/admin/reports/refuse',
      { report: third, [`note-${third}`]: 'No <i>' },
      '/admin/reports',
    )
    assert.equal(refused.flash, 'It was refused.')
    assert.match((await anna.browser.get(wardrobe)).text, /Note: <span dir="auto">No &lt;i&gt;</)
    const { rows } = await auditOf(service)
    assert.deepEqual(rows, [
      'texture.waiting',
      'texture.waiting',
      'texture.published',
      'texture.waiting',
      'texture.refused',
    ])
  })

  test('taking down and restoring leave it waiting; leaving takes it out of the queue', async () => {
    const service = await start(reviewed)
    const anna = await person(service)
    const kept = await anna.keep(1, 'one')
    await anna.share(kept.id)
    const queued = async () => (await reportQueue(service.context)).entries.map(({ shared }) => shared?.name)
    assert.deepEqual(await queued(), ['one'])
    await takeDownTexture(service.context, operator, kept.hash)
    assert.deepEqual(await queued(), [])
    await restoreTexture(service.context, operator, kept.hash)
    assert.deepEqual(await queued(), ['one'])
    await anna.press(`${wardrobe}/stop-sharing`, { id: kept.id })
    assert.deepEqual(await queued(), [])
    await anna.share(kept.id)
    await deleteAccount(service.context, operator, await service.stored(anna))
    assert.deepEqual(await queued(), [])
  })

  test('twenty of an account wait, and no more', async () => {
    const service = await start(reviewed)
    const anna = await person(service)
    for (let at = 0; at < 21; at++) await anna.keep(at, `n${at}`)
    const answers = []
    for (const { id } of await anna.all()) {
      await service.context.db.query.deleteFrom('guess').execute()
      answers.push((await anna.share(id)).status)
    }
    assert.deepEqual([answers.filter((status) => status === 200).length, answers.at(-1)], [20, 429])
  })
})

async function auditOf(service: RunningService) {
  const entries = await service.context.db.query
    .selectFrom('audit_entry')
    .select(['event', 'details'])
    .where('event', 'like', 'texture.%')
    .orderBy('id')
    .execute()
  return { rows: entries.map(({ event }) => event).filter((event) => event !== 'texture.reported') }
}
