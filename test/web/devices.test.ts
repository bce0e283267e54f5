import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const minute = 60_000

/** Signs in as a launcher with this User-Agent; the token is valid as long as the answer is 204. */
async function launcher(service: RunningService, { username, password }: TestAccount, userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const given = { username, password, clientToken: userAgent }
  const { json } = await service.post('/auth/authenticate', given, { headers })
  return async () => (await service.post('/auth/validate', { accessToken: json.accessToken })).status
}

/** The address to which the button with this label submits. */
function buttonOf({ text }: PageView, name: string): string {
  const markup = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const form = text.split('<form ').find((each) => each.includes(` aria-label="${markup}">Sign out</button>`))
  assert.ok(form, `${name} in\n${text}`)
  return /action="([^"]+)"/.exec(form)?.[1] ?? ''
}

onEveryDatabase('/account/devices', (_start, shared) => {
  test('lists launchers and browsers, and signs out each of them', async () => {
    const service = await shared()
    const account = await service.account()
    const isGood = await launcher(service, account, 'HMCL/3.6 <b>')
    const isOtherGood = await launcher(service, account, 'Prism/9')
    service.advance(61 * minute)
    const browser = browserOf(service)
    const page = await browser.signIn(account, '/account/devices')
    assert.equal(page.heading, 'Devices')
    assert.equal(page.text.match(/<dt>Address<\/dt><dd>127\.0\.0\.1<\/dd>/g)?.length, 3)
    assert.match(page.text, /<h2>HMCL\/3\.6 &lt;b&gt;<\/h2>\s*<p class="kind">Launcher<\/p>/)
    assert.match(page.text, /<p class="kind">Browser · <b>This browser<\/b><\/p>/)
    const times = [...page.text.matchAll(/<dt>Last use<\/dt><dd><time [^>]+ data-ago>([^<]+)</g)].map(
      ([, time = '']) => time,
    )
    assert.match(times.join('\n').replaceAll('\u202f', ' '), /1:01 PM UTC\n.*12:00 PM UTC\n.*12:00 PM UTC$/)

    const button = buttonOf(page, 'Sign out: HMCL/3.6 <b>')
    const out = await browser.send(page, button)
    assert.deepEqual([out.path, out.flash], ['/account/devices', 'That device was signed out.'])
    assert.deepEqual([await isGood(), await isOtherGood()], [401, 200])
    assert.equal((await browser.send(page, button)).flash, 'That device had already been signed out.')

    const others = await service.account()
    const stranger = browserOf(service)
    const theirs = await stranger.signIn(others, '/account/devices')
    const csrf = /name="csrf" value="([^"]+)"/.exec(theirs.text)?.[1] ?? ''
    await stranger.post(buttonOf(page, 'Sign out: Prism/9'), { csrf })
    assert.equal(await isOtherGood(), 200, "somebody else's device")

    const here = await browser.send(out, buttonOf(out, 'Sign out: node'))
    assert.deepEqual([here.path, here.flash], ['/sign-in', 'You are signed out.'])
    assert.equal((await browser.get('/account')).path, '/sign-in?next=/account')
    for (const event of ['session.ended', 'token.revoked'] as const) {
      const [entry] = await listAudit(service.context, { account: account.id, event, limit: 1 })
      assert.deepEqual([entry?.actor.name, entry?.details], [account.username, { tokens: 1 }])
    }
  })

  for (const [language, named, button] of [
    ['en', 'Safari on iPhone', 'Sign out: Safari on iPhone'],
    ['ru', 'Safari на iPhone', 'Выйти: Safari на iPhone'],
    ['zh-CN', 'iPhone 上的 Safari', '退出登录: iPhone 上的 Safari'],
  ] as const) {
    test(`names a browser and shows its User-Agent below, in ${language}`, async () => {
      const service = await shared()
      const [account, admin] = [await service.account({ language }), await service.account({ language })]
      await grantRole(service.context, operator, await service.stored(admin), 'admin')
      const agent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
      await launcher(service, account, agent)
      await launcher(service, account, 'HMCL/3.6\u009b<b>')
      const { text } = await browserOf(service).signIn(account, '/account/devices')
      assert.ok(text.includes(`<h2>${named}</h2>`), text)
      assert.ok(text.includes(`<p class="agent">${agent}</p>`), text)
      assert.ok(text.includes(` aria-label="${button}">`), text)
      assert.ok(text.includes('<h2>HMCL/3.6\\u009b&lt;b&gt;</h2>'), text)
      assert.equal(text.includes('\u009b'), false)
      const seen = await browserOf(service).signIn(admin, `/admin/accounts/${account.id}`)
      assert.match(seen.text, new RegExp(`<span>${named} \\([^)]+\\)<br><small>Mozilla/5`))
      assert.equal(seen.text.includes('\u009b'), false)
    })
  }

  test('signs out everywhere: this browser stays, everything else ends, including pending joins', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const join = { accessToken, selectedProfile: account.id, serverId: 'everywhere' }
    assert.equal((await service.post('/session/minecraft/join', join)).status, 204)
    const elsewhere = browserOf(service)
    await elsewhere.signIn(account)
    const browser = browserOf(service)
    const page = await browser.send(await browser.signIn(account, '/account/devices'), '/account/devices')
    assert.equal(page.flash, 'You are signed out everywhere else.')
    assert.equal(page.text.match(/class="kind"/g)?.length, 1)
    assert.equal((await elsewhere.get('/account')).path, '/sign-in?next=/account')
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
    const asked = `/session/minecraft/hasJoined?username=${account.username}&serverId=everywhere`
    assert.equal((await service.get(asked)).text, '')
    const ended = { account: account.id, event: 'session.ended', limit: 1 } as const
    assert.deepEqual((await listAudit(service.context, ended))[0]?.details, { tokens: 2 })
  })
})
