import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { maxOpenReports, reportTexture } from '../../src/domain/moderation/report.ts'
import { languages } from '../../src/texts/languages.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

const markup = '<img src=x onerror=alert(1)> & "quotes"'

async function enter(service: RunningService, account: TestAccount): Promise<Browser> {
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

async function withRole(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  return { account, browser: await enter(service, account) }
}

let seeds = 0

/** A player who wears a skin of their own. */
async function dressed(service: RunningService, kind: 'skin' | 'cape' = 'skin') {
  const account = await service.account()
  const size = kind === 'skin' ? ([64, 64] as const) : ([64, 32] as const)
  await setTexture(service.context, operator, account.id, kind, makePng(size[0], size[1], noise(++seeds)))
  const { textures } = await service.stored(account)
  return { ...account, hash: textures[kind]?.hash ?? '' }
}

const report = async (browser: Browser, player: string, more: Record<string, string> = {}) =>
  browser.send(await browser.get('/report'), '/report', { player, kind: 'skin', reason: markup, ...more })

/** The id of the first report of the queue in which this text is, and the hidden field of its form. */
function entryIn({ text }: PageView, about: string): { id: string; csrf: string } {
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
  const item = text.split('<li>').find((part) => part.includes(about) && part.includes('/admin/reports/'))
  const [, id = ''] = /\/admin\/reports\/([0-9a-f]{32})"/.exec(item ?? '') ?? []
  return { id, csrf }
}

/** Presses a button of the queue, and follows the redirect. */
async function press(browser: Browser, page: PageView, action: string, fields: Record<string, string>) {
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
  const { status, headers } = await browser.post(`/admin/reports/${action}`, { csrf, ...fields })
  assert.equal(status, 303)
  return browser.get(headers.get('location') ?? '')
}

onEveryDatabase('reports, on pages', (start, shared) => {
  test('a report names the texture of the moment, and its reporter sees what became of it', async () => {
    const service = await shared()
    const worn = await dressed(service)
    const reporter = await enter(service, await service.account())
    assert.match(
      (await reporter.get(`/report?player=${worn.username}`)).text,
      new RegExp(`value="${worn.username}"`),
    )
    const done = await report(reporter, worn.username.toUpperCase())
    assert.deepEqual([done.path, done.flash], ['/account/reports', 'Thank you. Moderators will look at it.'])
    assert.match(done.text, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;quotes&quot;/)
    assert.match(done.text, new RegExp(`/skinsystem/render/${worn.hash}.png`))
    assert.match(done.text, />Waiting</)

    const { browser: moderator } = await withRole(service, 'moderator')
    const queue = await moderator.get('/admin/reports')
    const { id } = entryIn(queue, worn.hash)
    assert.doesNotMatch(queue.text, /<img src=x/)
    assert.match(queue.text, /aria-label="Reports \d+"/)
    const gone = await press(moderator, queue, 'take-down', {
      report: id,
      [`reason-${id}`]: 'Rude',
    })
    assert.deepEqual(
      [gone.path, gone.flash],
      ['/admin/reports', 'It was taken down: nobody wears it any more.'],
    )
    const own = await reporter.get('/account/reports')
    assert.match(own.text, />Taken down</)
    assert.doesNotMatch(own.text, new RegExp(worn.hash))
    assert.equal((await service.get(`/skinsystem/render/${worn.hash}.png`)).status, 404)

    const closed = await moderator.get('/admin/reports?state=closed')
    const picture = new RegExp(`/admin/reports/pictures/${worn.hash}\\.png[^"]*`).exec(closed.text)?.[0] ?? ''
    const drawn = await moderator.get(picture.replaceAll('&amp;', '&'))
    assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/png'])
    assert.equal((await reporter.get(picture)).status, 403)
    assert.match((await moderator.get(`/admin/reports/${id}`)).text, /Reason: <bdi>Rude<\/bdi>/)

    const back = await press(moderator, closed, 'restore', { report: id })
    assert.equal(back.flash, 'It was restored. Nobody wears it again by itself.')
    assert.equal((await service.get(`/skinsystem/render/${worn.hash}.png`)).status, 200)
    assert.equal((await moderator.get(picture)).status, 404)
  })

  test('a form that is refused says why, keeps what was typed, and stores nothing', async () => {
    const service = await shared()
    const account = await service.account()
    const reporter = await enter(service, account)
    const { username } = await dressed(service)
    const cases: [fields: Record<string, string>, alert: RegExp][] = [
      [{ player: 'nobody_at_all' }, /there is no player of this name/],
      [{ player: '' }, /there is no player of this name/],
      [{ player: '../admin' }, /there is no player of this name/],
      [{ player: account.username }, /this is your own/],
      [{ kind: 'cape' }, /this player wears none/],
      [{ reason: 'no' }, /write 3 to 1,000 characters/],
      [{ reason: 'x'.repeat(1001) }, /write 3 to 1,000 characters/],
      [{ reason: 'turned \u202e around' }, /write 3 to 1,000 characters/],
      [{ reason: 'a bell \u0007' }, /write 3 to 1,000 characters/],
    ]
    for (const [fields, alert] of cases) {
      const refused = await report(reporter, username, fields)
      assert.deepEqual([refused.status, refused.path], [422, '/report'], JSON.stringify(fields))
      assert.match(refused.alert ?? '', alert)
    }
    assert.match((await reporter.get('/account/reports')).text, /You have not reported anything/)
    assert.equal((await report(reporter, username)).status, 200)
    assert.match((await report(reporter, username)).alert ?? '', /You have reported this already/)
    for (let more = 0; more < 19; more++) await report(reporter, (await dressed(service)).username)
    const late = await report(reporter, (await dressed(service)).username)
    assert.equal(late.status, 429)
    assert.ok(Number(late.headers.get('retry-after')) > 0)
  })

  test('stale forms, ids of others and forms from elsewhere change nothing', async () => {
    const service = await shared()
    const { db } = service.context
    const worn = await dressed(service)
    const reporter = await enter(service, await service.account())
    await report(reporter, worn.username)
    const one = await withRole(service, 'moderator')
    const two = await withRole(service, 'moderator')
    const stale = await two.browser.get('/admin/reports')
    const { id, csrf } = entryIn(stale, worn.hash)
    const wears = async () => (await service.stored(worn)).textures.skin?.hash
    const rows = () =>
      db.query.selectFrom('texture_report').selectAll().where('subject', '=', worn.hash).execute()

    const before = await rows()
    const act = ['keep', 'take-down', 'restore', `suspend/${worn.id}`, `allow/${worn.id}`]
    const [, own = ''] = /name="csrf" value="([^"]+)"/.exec((await reporter.get('/account')).text) ?? []
    for (const path of act.map((name) => `/admin/reports/${name}`)) {
      assert.equal((await reporter.post(path, { report: id, csrf: own })).status, 403, path)
      assert.equal((await two.browser.post(path, { report: id })).status, 403, path)
      assert.equal((await one.browser.post(path, { report: id, csrf })).status, 403, path)
      assert.equal((await browserOf(service).post(path, { report: id, csrf })).status, 303, path)
      for (const other of ['', '0'.repeat(32), 'x', "' or 1=1 --", worn.hash]) {
        const { status, headers } = await two.browser.post(path, { report: other, csrf })
        assert.deepEqual([status, headers.get('location')], [303, '/admin/reports'], `${path} ${other}`)
      }
    }
    assert.deepEqual([await rows(), await wears()], [before, worn.hash])

    const kept = await press(one.browser, await one.browser.get('/admin/reports'), 'keep', {
      report: id,
    })
    assert.equal(kept.flash, 'The reports were closed. Nothing else has changed.')
    const late = await press(two.browser, stale, 'keep', { report: id })
    assert.match(late.flash ?? '', /has been decided already/)
    assert.equal(await wears(), worn.hash)
    // Somebody who decides otherwise may, and may undo it; twice is once.
    for (let twice = 0; twice < 2; twice++) await press(two.browser, stale, 'take-down', { report: id })
    assert.equal(await wears(), undefined)
    for (let twice = 0; twice < 2; twice++) {
      const closed = await one.browser.get('/admin/reports?state=closed')
      await one.browser.post('/admin/reports/restore', {
        report: id,
        csrf: entryIn(closed, worn.username).csrf,
      })
    }
    assert.equal((await service.get(`/textures/${worn.hash}`)).status, 200)
  })

  test('a reason that is refused is shown again, at its texture', async () => {
    const service = await shared()
    const worn = await dressed(service)
    await report(await enter(service, await service.account()), worn.username)
    const { browser } = await withRole(service, 'moderator')
    const queue = await browser.get('/admin/reports')
    const { id } = entryIn(queue, worn.hash)
    for (const action of ['take-down', `suspend/${worn.id}`]) {
      const reason = 'x'.repeat(1001)
      const { id: report, csrf } = entryIn(queue, worn.hash)
      const refused = await browser.post(`/admin/reports/${action}`, {
        report,
        csrf,
        [`reason-${id}`]: reason,
      })
      assert.equal(refused.status, 422)
      assert.match(refused.text, new RegExp(`value="${reason}"`))
      assert.match(refused.text, /role="alert"/)
    }
    assert.equal((await service.stored(worn)).textures.skin?.hash, worn.hash)
  })

  test('moderators suspend the uploads of players, and only administrators those of accounts with a role', async () => {
    const service = await start()
    const admin = await withRole(service, 'admin')
    const moderator = await withRole(service, 'moderator')
    const worn = await dressed(service)
    const holder = await dressed(service)
    await grantRole(service.context, operator, await service.stored(holder), 'moderator')
    const reporter = await enter(service, await service.account())
    for (const { username } of [worn, holder]) await report(reporter, username)
    const suspend = async (browser: Browser, player: { hash: string; id: string }) => {
      const { id, csrf } = entryIn(await browser.get('/admin/reports'), player.hash)
      return browser.post(`/admin/reports/suspend/${player.id}`, {
        report: id,
        csrf,
        [`reason-${id}`]: 'Rude',
      })
    }
    const seen = await moderator.browser.get('/admin/reports')
    assert.match(seen.text, new RegExp(`Suspend uploads: ${worn.username}<`))
    assert.doesNotMatch(seen.text, new RegExp(`uploads: ${holder.username}<`))
    assert.equal((await suspend(moderator.browser, holder)).status, 403)
    assert.equal((await service.stored(holder)).uploadsSuspension, undefined)
    assert.equal((await suspend(admin.browser, holder)).status, 303)
    assert.equal((await suspend(moderator.browser, worn)).status, 303)
    assert.equal((await service.stored(worn)).uploadsSuspension?.reason, 'Rude')
    assert.match(
      (await moderator.browser.get('/admin/reports')).text,
      new RegExp(`Allow uploads: ${worn.username}<`),
    )

    const page = await moderator.browser.get(`/admin/accounts/${worn.id}`)
    assert.match(page.text, /Uploads suspended since/)
    const allowed = await moderator.browser.send(page, `/admin/accounts/${worn.id}/uploads`)
    assert.equal(allowed.flash, 'The player can upload again.')
    assert.equal((await service.stored(worn)).uploadsSuspension, undefined)
    const ofHolder = await moderator.browser.get(`/admin/accounts/${holder.id}`)
    assert.match(ofHolder.text, /Uploads suspended since/)
    assert.doesNotMatch(ofHolder.text, new RegExp(`/admin/accounts/${holder.id}/uploads`))
  })

  test('full pages stay below 60 kB in every language, and Next leads on', async () => {
    const service = await start()
    const { browser } = await withRole(service, 'admin')
    const reporters = await Promise.all(Array.from({ length: 3 }, () => service.account()))
    const reason = '\u{1f9d9}'.repeat(500)
    for (let number = 0; number < 25; number++) {
      service.advance(180_000)
      const { username } = await dressed(service, number % 2 === 0 ? 'skin' : 'cape')
      const kind = number % 2 === 0 ? 'skin' : 'cape'
      for (const reporter of reporters)
        await reportTexture(service.context, operator, await service.stored(reporter), {
          player: username,
          kind,
          reason,
        })
    }
    const style = await browser.get('/admin/reports')
    const [, css = ''] = /href="(\/assets\/style[^"]+)"/.exec(style.text) ?? []
    const weightOfStyle = Buffer.byteLength((await service.get(css)).text)
    for (const language of languages) {
      await browser.send(await browser.get('/account/language'), '/account/language', { language })
      const { text } = await browser.get('/admin/reports')
      const bytes = Buffer.byteLength(text) + weightOfStyle
      if (process.env['SHOW']) console.log(language, bytes)
      assert.ok(bytes < 60_000, `${bytes} bytes in ${language}`)
      const [, next = ''] = /href="(\/admin\/reports\?[^"]*after=[^"]+)"/.exec(text) ?? []
      const last = await browser.get(next.replaceAll('&amp;', '&'))
      assert.equal(last.text.split('class="pictured"').length - 1, 1)
    }
  })

  test('one player wearing nothing any more leaves a report that can be decided', async () => {
    const service = await shared()
    const worn = await dressed(service)
    await report(await enter(service, await service.account()), worn.username)
    await removeTexture(service.context, operator, worn.id, 'skin')
    const { browser } = await withRole(service, 'moderator')
    const queue = await browser.get('/admin/reports')
    const { id } = entryIn(queue, worn.hash)
    assert.match(queue.text, /Nobody wears it/)
    await press(browser, queue, 'take-down', { report: id })
    assert.equal((await service.get(`/textures/${worn.hash}`)).status, 404)
    assert.ok(maxOpenReports.account > 20)
  })
})
