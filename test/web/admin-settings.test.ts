// Settings by administrators that players see: on the page, by command, in the API, and on every instance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { changeSettings, readSettings } from '../../src/domain/operation/settings.ts'
import { pngSize } from '../../src/lib/files/png.ts'
import { settingNames } from '../../src/model/fields/setting.ts'
import { chunk, header, makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const path = '/admin/settings'
const script = '<script>alert(1)</script>'
const png = (side = 32) => makePng(side, side, (x, y) => [x % 256, y % 256, 0, 255])
const dataUrl = (file: Buffer, type = 'image/png') => `data:${type};base64,${file.toString('base64')}`
const blob = (file: Buffer | string, type = 'image/png') =>
  new Blob([new Uint8Array(Buffer.from(file))], { type })

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { browser, account }
}

const styleOf = async (service: RunningService, { text }: PageView): Promise<string> => {
  const answer = await service.get(/\/assets\/style-[0-9a-f]+\.css/.exec(text)?.[0] ?? '')
  assert.equal(answer.status, 200)
  return answer.text
}

const logoOn = ({ text }: PageView): string => /\/assets\/(?:logo|rune)-[0-9a-f]+\.\w+/.exec(text)?.[0] ?? ''

/** A PNG whose chunks are right and whose pixels are not. */
const unreadable = Buffer.concat([
  png().subarray(0, 8),
  header(64, 64),
  chunk('IDAT', Buffer.alloc(9000, 1)),
  chunk('IEND'),
])

const valuesOf = async ({ context }: RunningService): Promise<Record<string, string | null>> =>
  Object.fromEntries((await readSettings(context)).settings.map(({ name, value }) => [name, value]))

onEveryDatabase('settings by administrators', (start, shared, kind) => {
  test('a large logo is made small enough for every page, on a page, by command and in the API', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { browser } = await signedIn(service, 'admin')
    const served = async () => {
      const answer = await fetch(service.baseUrl + logoOn(await browser.get('/')))
      return Buffer.from(await answer.arrayBuffer())
    }
    const mosaic = makePng(1024, 1024, (x, y) => {
      const tile = Math.imul((x >> 5) * 32 + (y >> 5) + 1, 2_654_435_761)
      return [tile & 255, (tile >> 8) & 255, (tile >> 16) & 255, 255]
    })
    for (const file of [makePng(100, 100, noise(1)), mosaic]) {
      assert.ok(file.length > 6144 && file.length <= 40 * 1024, `${file.length} bytes`)
      await browser.send(await browser.get(path), path, { logo: blob(file) })
      const logo = await served()
      assert.ok(logo.length <= 6144, `${logo.length} bytes`)
      assert.deepEqual(
        pngSize(logo),
        file === mosaic ? { width: 112, height: 112 } : { width: 100, height: 100 },
      )
      await send('PUT', '/settings/logo', { value: dataUrl(file) })
      assert.deepEqual(await served(), logo)
    }
    await send('PUT', '/settings/logo', { value: dataUrl(png()) })
    assert.deepEqual(await served(), png(), 'a small one stays as it is')
  })

  test('changes on the page take effect immediately: name, colour, logo, texts and links', async () => {
    const service = await start()
    const { browser, account } = await signedIn(service, 'admin')
    const guest = browserOf(service)
    const before = await guest.get('/')
    const page = await browser.get(path)
    assert.deepEqual([page.status, page.heading], [200, 'Settings'])
    const fields = {
      name: `Midgard ${script}`,
      accent: 'B4472F',
      welcome: `Be kind.\r\n${script}`,
      rules: 'No griefing.\nNo spam & <b>no</b> lies.',
      links: 'https://forum.example.test/?a=1&b=2 The "forum"\nhttps://map.example.test Map',
      registration: 'invite',
      imprint: 'https://example.test/imprint?a=1&b=%22',
      privacy: 'http://example.test/privacy',
      logo: blob(png()),
    }
    const saved = await browser.send(page, path, fields)
    assert.deepEqual([saved.path, saved.flash], [path, 'The settings were saved.'])
    const home = await guest.get('/')
    assert.equal(home.heading, `Midgard ${script}`)
    assert.ok(!/<script>alert|<b>no/.test(home.text + saved.text))
    assert.match(home.text, /class="lead typed" dir="auto">Be kind\.\n&lt;script&gt;/)
    assert.match(home.text, /<h2>Rules<\/h2>[^]*No griefing\.\nNo spam &amp; &lt;b&gt;no/)
    assert.match(
      home.text,
      /<a href="https:\/\/forum\.example\.test\/\?a=1&amp;b=2" rel="noopener noreferrer">The &quot;forum&quot;<\/a>/,
    )
    const footer = home.text.slice(home.text.indexOf('<footer'))
    assert.match(
      footer,
      /<a href="https:\/\/example\.test\/imprint\?a=1&amp;b=%22" rel="noopener noreferrer">Imprint</,
    )
    assert.match(footer, /<a href="http:\/\/example\.test\/privacy" rel="noopener noreferrer">Privacy</)
    assert.ok(!/Imprint|Privacy/.test(before.text))
    assert.equal(home.headers.get('content-security-policy'), before.headers.get('content-security-policy'))
    assert.match(await styleOf(service, home), /#b4472f/)
    const logo = await service.get(logoOn(home))
    assert.deepEqual([logo.status, logo.headers.get('content-type')], [200, 'image/png'])
    assert.equal(logo.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(
      (await service.get(logoOn(before))).status,
      200,
      'a page that was loaded before still gets its logo',
    )
    await styleOf(service, before)
    const { meta } = (await service.get('/authlib-injector/')).json
    assert.equal(meta.serverName, `Midgard ${script}`)
    await browser.send(await browser.get('/account/password'), '/account/password', {
      current: account.password,
      password: 'another sentence to remember',
    })
    const [mail] = await newMail(service)
    assert.match(mail?.text ?? '', /Midgard/)

    const entries = await listAudit(service.context, { event: 'setting.changed', limit: 10 })
    assert.deepEqual(
      entries.map(({ actor, details }) => [actor.id, details.name, details.unset]).toSorted(),
      settingNames
        .filter((name) => name !== 'checklist')
        .map((name) => [account.id, name, false])
        .toSorted(),
    )
    // Saving the form unchanged changes nothing; an empty field restores the default.
    await browser.send(await browser.get(path), path, { ...fields, logo: blob('') })
    const again = await listAudit(service.context, { event: 'setting.changed', limit: 10 })
    assert.equal(again.length, entries.length)
    const texts = { welcome: ' ', rules: '', links: '\n', imprint: '', privacy: ' ' }
    const none = { name: '', accent: '', registration: '', ...texts }
    await browser.send(await browser.get(path), path, none)
    const removed = await browser.send(await browser.get(path), path, {})
    assert.equal(removed.flash, 'The settings were saved.')
    const csrf = /name="csrf" value="([^"]+)"/.exec(removed.text)?.[1] ?? ''
    const seen = /name="seen" value="([^"]*)"/.exec(removed.text)?.[1] ?? ''
    assert.match(removed.text, new RegExp(`formaction="${path}/logo/remove"`))
    assert.equal((await browser.post(`${path}/logo/remove`, { csrf, seen })).status, 303)
    const plain = await guest.get('/')
    assert.deepEqual([plain.heading, logoOn(plain)], [before.heading, logoOn(before)])
    assert.ok(!/<h2>(Rules|Links)</.test(plain.text))
  })

  test('invalid input is refused with an explanation, and nothing in the form is saved', async () => {
    const service = await shared()
    const { browser } = await signedIn(service, 'admin')
    const before = await valuesOf(service)
    const wide = makePng(1025, 1, () => [0, 0, 0, 255])
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`
    const wrong: readonly (readonly [string, string | Blob])[] = [
      ['name', 'x'.repeat(65)],
      ['name', 'a\u202eb'],
      ['accent', 'red'],
      ['accent', '#12345'],
      ['accent', 'ffffff;}body{display:none'],
      ['welcome', 'x'.repeat(1001)],
      ['welcome', 'a\u0007b'],
      ['rules', 'x'.repeat(5001)],
      ['rules', '\u2066hidden'],
      ['links', 'http://forum.example.test Forum'],
      ['links', 'javascript:alert(1) Forum'],
      ['links', 'data:text/html,x Forum'],
      ['links', 'https://user:secret@forum.example.test Forum'],
      ['links', 'https://forum.example.test'],
      ['links', `https://forum.example.test ${'x'.repeat(65)}`],
      ['links', `https://${'x'.repeat(500)}.example.test Forum`],
      ['links', Array(13).fill('https://a.example.test A').join('\n')],
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        'https://a:b@a.example',
        `https://${'x'.repeat(500)}.example`,
        'https://a.example/ b',
        'mailto:a@example.test',
      ].map((value) => ['imprint', value] as const),
      ['privacy', 'ftp://a.example'],
      ['logo', blob(svg, 'image/svg+xml')],
      ['logo', blob(svg)],
      ['logo', blob('https://evil.example/logo.png')],
      ['logo', blob(wide)],
      ['logo', blob(makePng(128, 128, noise(1)))],
      ['logo', blob(png().subarray(0, 60))],
      ['logo', blob(unreadable)],
    ]
    for (const [field, value] of wrong) {
      const again = await browser.send(await browser.get(path), path, { welcome: 'Hello', [field]: value })
      const about = `${field} ${value instanceof Blob ? value.size : value.slice(0, 40)}`
      assert.equal(again.status, 422, about)
      assert.match(
        again.alert ?? '',
        /^(?:(?:http|javascript|data|ftp|mailto|https).*: )?Nothing was changed/,
        about,
      )
      assert.ok(!again.alert?.includes('user:secret'))
      assert.match(again.text, new RegExp(`id="${field}"[^>]* aria-invalid="true"`), about)
      if (field !== 'welcome')
        assert.match(again.text, />\nHello<\/textarea>/, 'the input is still in the form')
    }
    assert.deepEqual(await valuesOf(service), before)
    const huge = await browser.send(await browser.get(path), path, { welcome: 'x'.repeat(70_000) })
    assert.equal(huge.status, 413)
  })

  test('commands and the API have the same settings, and the environment takes precedence', async () => {
    const service = await start({ NORN_SERVER_NAME: 'Asgard', NORN_ACCENT_COLOR: '#b4472f' })
    const { browser } = await signedIn(service, 'admin')
    const { send } = await adminClient(service)
    const { send: ask } = await adminClient(service, { isReadOnly: true })
    const put = (name: string, value: unknown) => send('PUT', `/settings/${name}`, { value })
    for (const [name, value] of [
      ['accent', 'red'],
      ['logo', 'https://evil.example/logo.png'],
      ['logo', dataUrl(Buffer.from('<svg/>'), 'image/svg+xml')],
      ['logo', `${dataUrl(png())}#`],
      ['logo', dataUrl(makePng(118, 118, noise(1)))],
      ['links', 'http://a.example.test A'],
      ['welcome', ''],
      ['rules', 7],
      ['welcome', null],
    ] as const) {
      const { status } = await put(name, value)
      assert.equal(status, 422, `${name} ${value}`)
    }
    assert.equal((await put('nothing', 'x')).status, 422)
    assert.equal((await ask('PUT', '/settings/name', { value: 'x' })).status, 403)
    const stored = await put('name', 'Midgard')
    assert.deepEqual(
      [stored.status, stored.json],
      [200, { name: 'name', value: 'Asgard', source: 'environment' }],
    )
    assert.equal((await put('logo', dataUrl(png()))).json.source, 'database')
    await changeSettings(service.context, operator, { rules: 'Be kind.' })
    const listed = (await ask('GET', '/settings')).json
    const chosen = listed.items.filter(({ source }: { source: string }) => source !== 'default')
    assert.deepEqual(
      chosen.map(({ name, source }: { name: string; source: string }) => [name, source]),
      [
        ['accent', 'environment'],
        ['logo', 'database'],
        ['name', 'environment'],
        ['rules', 'database'],
      ],
    )
    assert.equal((await browserOf(service).get('/')).heading, 'Asgard')
    const page = await browser.get(path)
    assert.match(
      page.text,
      /id="name"[^>]* value="Asgard"[^>]* readonly[^]*NORN_SERVER_NAME is set in the environment and takes precedence/,
    )
    assert.match(page.text, /NORN_ACCENT_COLOR is set in the environment/)
    // A field that the environment sets is ignored, whatever a browser sends.
    await browser.send(page, path, {
      name: 'Evil',
      accent: '000000',
      welcome: 'Hi',
      rules: 'Be kind.',
      links: '',
    })
    const gone = await send('DELETE', '/settings/logo')
    assert.deepEqual(gone.json, { name: 'logo', value: null, source: 'default' })
    const rows = await service.context.db.query
      .selectFrom('setting')
      .select(['name', 'value'])
      .orderBy('name')
      .execute()
    assert.deepEqual(rows, [
      { name: 'name', value: 'Midgard' },
      { name: 'rules', value: 'Be kind.' },
      { name: 'welcome', value: 'Hi' },
    ])
  })

  test("of two administrators who change it simultaneously, neither overwrites the other's change unnoticed", async () => {
    const service = await start()
    const { browser: one } = await signedIn(service, 'admin')
    const { browser: other } = await signedIn(service, 'admin')
    const pages = [await one.get(path), await other.get(path)] as const
    await one.send(pages[0], path, { rules: 'Of one' })
    const late = await other.send(pages[1], path, { welcome: 'Of another', rules: '' })
    assert.deepEqual([late.status, /meanwhile/.test(late.alert ?? '')], [422, true])
    assert.match(late.text, />\nOf another<\/textarea>/)
    assert.deepEqual([(await valuesOf(service)).rules, (await valuesOf(service)).welcome], ['Of one', null])
    assert.equal((await other.send(late, path, { welcome: 'Of another', rules: 'Of one' })).status, 200)

    const page = await one.get(path)
    const seen = /name="seen" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const tries = await Promise.allSettled(
      ['A', 'B', 'C', 'D'].map((name) => changeSettings(service.context, operator, { name }, seen)),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('a change is visible on another instance within two seconds', async () => {
    const service = await start()
    const { context } = service
    const second = await startService(context.config.databaseUrl)
    try {
      const old = await browserOf(second).get('/')
      await changeSettings(context, operator, { name: 'Midgard', accent: 'b4472f', logo: dataUrl(png()) })
      const shown = await browserOf(service).get('/')
      assert.equal(shown.heading, 'Midgard')
      second.advance(1000)
      // The page of the first instance links to its style and logo, which a proxy may request from the second.
      for (const file of [logoOn(shown), /\/assets\/style-[0-9a-f]+\.css/.exec(shown.text)?.[0] ?? ''])
        assert.equal((await second.get(file)).status, 200, file)
      assert.equal((await browserOf(second).get('/')).heading, 'Midgard')
      assert.equal((await second.get(logoOn(old))).status, 200)
      await changeSettings(context, operator, { name: null })
      second.advance(2000)
      assert.equal((await second.get('/authlib-injector/')).json.meta.serverName, 'Norn', kind)
    } finally {
      await second.close()
    }
  })

  test('moderators, other sites and sessions that need re-authentication can change none of it', async () => {
    const service = await start()
    const { browser: moderator } = await signedIn(service, 'moderator')
    const { browser: admin, account } = await signedIn(service, 'admin')
    assert.equal((await moderator.get(path)).status, 403)
    const csrfOf = ({ text }: PageView) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const csrf = csrfOf(await admin.get(path))
    const fields = { welcome: 'Evil', seen: '' }
    for (const action of [path, `${path}/logo/remove`]) {
      const own = csrfOf(await moderator.get('/admin'))
      assert.equal((await moderator.post(action, { csrf: own, ...fields })).status, 403)
      assert.equal((await admin.post(action, fields)).status, 403)
      const foreign = { origin: 'https://evil.example' }
      assert.equal((await admin.post(action, { csrf, ...fields }, foreign)).status, 403)
    }
    service.advance(16 * 60_000)
    for (const current of ['', 'wrong']) {
      const unproved = await admin.send(await admin.get(path), path, { welcome: 'Evil', current })
      assert.deepEqual([unproved.status, />\nEvil<\/textarea>/.test(unproved.text)], [422, true])
    }
    assert.equal((await valuesOf(service)).welcome, null)
    const proved = await admin.send(await admin.get(path), path, {
      welcome: 'Hi',
      current: account.password,
    })
    assert.equal(proved.flash, 'The settings were saved.')
  })
})
