// The admin pages: who may open them, what they do, and that each change is recorded with its actor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import type { Role } from '../../src/model/accounts/role.ts'
import type { AuditEventName } from '../../src/model/records/audit.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

/** A signed-in account with a role. */
async function holder(service: RunningService, role: Role) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  // Entries of one millisecond have no order.
  service.advance(1000)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

/** The actor of the last of these events. */
async function lastActor(service: RunningService, event: AuditEventName) {
  const [entry] = await listAudit(service.context, { event, limit: 1 })
  return entry?.actor.name
}

const csrfOf = ({ text }: PageView): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

const headingsOf = async (browser: Browser, paths: readonly string[]) => {
  const pages: [number, string][] = []
  for (const path of paths) {
    const { status, heading } = await browser.get(path)
    pages.push([status, heading])
  }
  return pages
}

const forModerators = ['/admin', '/admin/figures', '/admin/accounts', '/admin/audit', '/admin/reports']
const forAdministrators = [
  '/admin/invites',
  '/admin/clients',
  '/admin/bans',
  '/admin/keys',
  '/admin/webhooks',
]

onEveryDatabase('/admin', (start, shared) => {
  test('is for accounts with a role: 303 when signed out, 403 for others; a moderator sees only what suspending needs', async () => {
    const service = await shared()
    const player = await service.account()
    const guest = browserOf(service)
    const redirected = await service.get('/admin/accounts?q=x')
    assert.deepEqual(
      [redirected.status, redirected.headers.get('location')],
      [303, '/sign-in?next=/admin/accounts%3Fq%3Dx'],
    )
    const home = await guest.signIn(player, '/account')
    assert.ok(!home.text.includes('href="/admin"'))
    const path = `/admin/accounts/${player.id}`
    for (const each of [...forModerators, ...forAdministrators, path, '/admin/nothing']) {
      assert.equal((await guest.get(each)).status, 403, each)
    }
    const csrf = csrfOf(home)
    assert.equal((await guest.post(`${path}/suspend`, { csrf })).status, 403)
    assert.equal((await guest.post('/admin/keys/rotate', { csrf, use: 'tokens' })).status, 403)

    const { browser, account } = await holder(service, 'moderator')
    const seen = await browser.get('/admin')
    assert.match(seen.text, /<a href="\/admin" aria-current="page">Administration<\/a>/)
    assert.ok(seen.text.includes('href="/admin/audit"') && !seen.text.includes('href="/admin/keys"'))
    assert.match(seen.text, /Your moderator account is protected by a password only/)
    assert.deepEqual(await headingsOf(browser, forModerators), [
      [200, 'Administration'],
      [200, 'Figures'],
      [200, 'Accounts'],
      [200, 'Audit log'],
      [200, 'Reports'],
    ])
    for (const each of forAdministrators) assert.equal((await browser.get(each)).status, 403, each)
    const page = await browser.get(path)
    assert.ok(!page.text.includes('New username') && !page.text.includes('End all sessions'))
    assert.equal((await browser.post(`${path}/rename`, { csrf: csrfOf(page), username: 'X' })).status, 403)
    assert.equal((await browser.send(page, `${path}/suspend`)).flash, 'The account is suspended.')
    assert.equal(await lastActor(service, 'account.suspended'), account.username)

    const { account: other } = await holder(service, 'moderator')
    const theirs = await browser.get(`/admin/accounts/${other.id}`)
    assert.ok(!theirs.text.includes(`/admin/accounts/${other.id}/suspend`))
    const refused = await browser.post(`/admin/accounts/${other.id}/suspend`, { csrf: csrfOf(theirs) })
    assert.equal(refused.status, 403)
    assert.equal((await service.stored(other)).suspension, undefined)
  })

  test('finds and changes accounts: each change is recorded with its actor', async () => {
    const service = await start()
    const { account, browser } = await holder(service, 'admin')
    const player = await service.account({ username: 'Steve', email: 'steve@one.test' })
    for (let n = 0; n < 26; n++) await service.account()
    const first = await browser.get('/admin/accounts')
    assert.equal(first.text.match(/<tr>/g)?.length, 26)
    assert.match(
      first.text,
      /class="note reminder"><span>Your administrator account is protected by a password only/,
    )
    const next = /href="([^"]+)">Next</.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await browser.get(next)
    assert.deepEqual([second.text.match(/<tr>/g)?.length, /">Next</.test(second.text)], [4, false])
    const back = /href="([^"]+)">Previous</.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const namesOf = ({ text }: PageView) =>
      [...text.matchAll(/accounts\/\w+"><img [^>]*>([^<]+)</g)].map(([, n]) => n)
    assert.deepEqual(namesOf(await browser.get(back)), namesOf(first))
    assert.deepEqual(namesOf(await browser.get('/admin/accounts?q=TEVE%40')), ['Steve'])
    assert.match((await browser.get('/admin/accounts?q=ste')).text, /value="ste"/)
    assert.match((await browser.get('/admin/accounts?q=st')).text, /starts with this/)
    assert.match((await browser.get('/admin/accounts?q=%3Cb%3E%00')).text, /No accounts found/)

    const path = `/admin/accounts/${player.id}`
    const token = await service.signIn(player)
    const page = await browser.get(path)
    assert.equal(page.heading, 'Steve')
    assert.match(page.text, /steve@one\.test/)
    const reason = 'griefing <b>'
    const wrong = await browser.send(page, `${path}/suspend`, { reason, until: '2001-01-01' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.alert ?? '', /^Nothing was changed: enter a date in the future/)
    assert.match(wrong.text, /name="reason" type="text" value="griefing &lt;b&gt;"/)
    assert.match(wrong.text, /name="until"[^>]+aria-invalid="true"/)
    const suspended = await browser.send(page, `${path}/suspend`, { reason, until: '7d' })
    assert.deepEqual([suspended.path, suspended.flash], [path, 'The account is suspended.'])
    const { suspension } = await service.stored(player)
    assert.deepEqual([suspension?.reason, suspension?.until], [reason, service.now() + 604_800_000])
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 401)
    const restored = await browser.send(suspended, `${path}/restore`)
    assert.equal(restored.flash, 'The suspension was lifted.')

    // The sign-in is too old to count as a confirmation.
    service.advance(15 * 60_000)
    const current = account.password
    const unproved = await browser.send(restored, `${path}/rename`, { username: 'Alex', current: 'no' })
    assert.deepEqual(
      [unproved.status, unproved.alert],
      [422, 'That is not your password. Nothing was changed.'],
    )
    assert.match(unproved.text, /name="current"[^>]+aria-invalid="true"/)
    for (const [username, alert] of [
      [account.username, /another account has this name/],
      ['no name', /use at most 21 letters/],
      ['Steve', /that is already the username/],
    ] as const) {
      const refused = await browser.send(restored, `${path}/rename`, { username, current })
      assert.equal(refused.status, 422)
      assert.match(refused.alert ?? '', alert)
    }
    const renamed = await browser.send(restored, `${path}/rename`, { username: 'Alex', current })
    assert.deepEqual([renamed.heading, renamed.flash], ['Alex', 'The username was changed.'])

    await enableSecondFactor(service.context, operator, await service.stored(player))
    const post = async (action: string, fields: Record<string, string> = {}) => {
      const sent = await browser.post(`${path}/${action}`, {
        csrf: csrfOf(renamed),
        'name-of': 'Alex',
        ...fields,
      })
      return sent.status
    }
    assert.deepEqual([await post('second-factor'), await post('grant/admin')], [422, 422])
    assert.equal((await service.stored(player)).hasSecondFactor, true)
    assert.equal(await post('second-factor', { current }), 303)
    assert.equal((await service.stored(player)).hasSecondFactor, false)
    const again = await service.signIn({ ...player, username: 'Alex' })
    assert.equal(await post('sessions'), 303)
    assert.equal((await service.post('/auth/validate', { accessToken: again })).status, 401)
    assert.equal(await post('grant/king', { current }), 404)
    assert.equal(await post('grant/moderator', { current }), 303)
    assert.deepEqual((await service.stored(player)).roles, ['moderator'])
    assert.equal(await post('ungrant/moderator', { current }), 303)
    for (const event of [
      'account.suspended',
      'account.restored',
      'account.renamed',
      'second_factor.disabled',
      'session.ended',
      'account.granted',
      'account.ungranted',
    ] as const) {
      assert.equal(await lastActor(service, event), account.username, event)
    }
    // Entries of one instant are in any order, and ten are on a page.
    const trail = await browser.get(`/admin/audit?account=${player.id}`)
    const older = /href="([^"]+)">Older entries</.exec(trail.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const words = trail.text + (await browser.get(older)).text
    assert.match((await browser.get(path)).text, new RegExp(`href="/admin/audit\\?account=${player.id}"`))
    for (const entry of ['>Suspended, ', '>Username changed, ']) assert.ok(words.includes(entry), entry)

    const own = `/admin/accounts/${account.id}`
    const ownPage = await browser.get(own)
    const kept = await browser.send(ownPage, `${own}/suspend`)
    assert.equal(kept.status, 422)
    assert.match(kept.alert ?? '', /this is the only administrator/)
    assert.match(
      (
        await browser.post(`${own}/ungrant/admin`, {
          csrf: csrfOf(ownPage),
          current,
          'name-of': account.username,
        })
      ).text,
      /only administrator/,
    )
    assert.equal((await browser.send(ownPage, `${own}/sessions`)).flash, 'All sessions were ended.')
    const leaving = await browser.send(await browser.get('/account/delete'), '/account/delete', { current })
    assert.match(leaving.alert ?? '', /^You are the only administrator/)
    assert.equal((await browser.get(`/admin/accounts/${'0'.repeat(31)}1`)).status, 404)
    assert.equal((await browser.get('/admin/accounts/nobody')).status, 404)
    assert.equal((await browser.get(`${path}/suspend`)).path, path)
  })

  test('manages invites, applications, bans and keys, and shows the audit log of that', async () => {
    const service = await start({ NORN_REGISTRATION: 'invite' })
    const { account, browser } = await holder(service, 'admin')
    const current = account.password
    const invites = await browser.get('/admin/invites')
    for (const fields of [{ uses: '0' }, { uses: '1', until: 'soon' }]) {
      assert.equal((await browser.send(invites, '/admin/invites', fields)).status, 422)
    }
    const invited = await browser.send(invites, '/admin/invites', { uses: '3', until: '2099-01-31' })
    assert.equal(invited.flash, 'The invite was created.')
    assert.match(invited.text, /register\?invite=[0-9a-f]{18}</)
    assert.equal((await browser.send(invited, '/admin/invites/revoke')).flash, 'The invite was revoked.')
    assert.equal(
      (await browser.send(invited, '/admin/invites/revoke')).flash,
      'That invite no longer exists.',
    )

    const clients = await browser.get('/admin/clients')
    const application = {
      client_name: 'Forum',
      redirect_uris: 'https://forum.test/back\r\nhttps://forum.test/b',
    }
    assert.doesNotMatch(clients.text, /name="current"/)
    const soon = await browser.send(clients, '/admin/clients', { ...application, client_name: 'Soon' })
    assert.equal(soon.heading, 'Soon')
    service.advance(15 * 60_000)
    const unproved = await browser.send(clients, '/admin/clients', application)
    assert.equal(unproved.status, 422)
    assert.match(unproved.text, /name="current"/)
    const insecure = { ...application, redirect_uris: 'http://forum.test/', current }
    const refused = await browser.send(clients, '/admin/clients', insecure)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /<textarea[^>]+aria-invalid="true"[^>]*>\s*http:\/\/forum\.test\/</)
    const wrongOut = { ...application, post_logout_redirect_uris: 'http://forum.test/', current }
    const notOut = await browser.send(clients, '/admin/clients', wrongOut)
    assert.match(notOut.text, /name="post_logout_redirect_uris"[^>]*aria-invalid="true"/)
    const unsafe = { ...application, current, public: 'yes', pkce: 'optional' }
    const publicWithout = await browser.send(clients, '/admin/clients', unsafe)
    assert.equal(publicWithout.status, 422)
    assert.match(publicWithout.text, /<select id="pkce" name="pkce" aria-invalid="true"/)
    assert.match(publicWithout.text, /<option value="optional" selected>/)
    const forge = { ...application, client_name: 'Forge', current, pkce: 'optional' }
    assert.match((await browser.send(clients, '/admin/clients', forge)).text, /<dt>PKCE<\/dt><dd>optional/)
    const post_logout_redirect_uris = 'https://forum.test/out'
    const made = await browser.send(clients, '/admin/clients', {
      ...application,
      post_logout_redirect_uris,
      current,
    })
    assert.match(made.text, /<dd><code>https:\/\/forum\.test\/out<\/code>/)
    assert.match(made.text, /<dt>PKCE<\/dt><dd>required/)
    assert.equal(made.heading, 'Forum')
    assert.match(made.text, /<code>[\w-]{43}<\/code>/)
    assert.doesNotMatch((await browser.get(made.path)).text, /<code>[\w-]{43}<\/code>/)
    assert.match(made.text, new RegExp(`method="get" action="${made.path}/delete"`))
    const remove = (fields = {}) =>
      browser.post(`${made.path}/delete`, { csrf: csrfOf(made), 'name-of': 'Forum', ...fields })
    assert.equal((await remove()).status, 422)
    assert.equal((await remove({ current })).status, 303)
    const gone = await browser.get('/admin/clients')
    assert.deepEqual([gone.path, gone.flash], ['/admin/clients', 'The application was deleted.'])
    assert.equal((await browser.get(made.path)).status, 404)

    const bans = await browser.get('/admin/bans')
    assert.equal((await browser.send(bans, '/admin/bans', { network: 'here' })).status, 422)
    const banned = await browser.send(bans, '/admin/bans', { network: '192.0.2.0/24', until: '12h' })
    assert.match(banned.text, /<code>192\.0\.2\.0\/24<\/code>/)
    assert.equal((await browser.send(banned, '/admin/bans/remove')).flash, 'The ban was removed.')
    assert.equal((await browser.send(banned, '/admin/bans/remove')).flash, 'That ban no longer exists.')

    const keys = await browser.get('/admin/keys')
    assert.equal((await browser.send(keys, '/admin/keys/rotate', { use: 'tokens' })).status, 422)
    assert.equal(
      (await browser.send(keys, '/admin/keys/rotate', { use: 'doors', current })).path,
      '/admin/keys',
    )
    const before = service.context.keys.all().length
    const rotated = await browser.send(keys, '/admin/keys/rotate', { use: 'tokens', current })
    assert.equal(rotated.flash, 'A new key was created.')
    assert.equal(service.context.keys.all().length, before + 1)
    const csrf = csrfOf(rotated)
    const stolen = await browser.post('/admin/keys/stolen', {
      csrf,
      use: 'textures',
      current,
      'name-of': 'Skins and capes',
    })
    assert.equal(stolen.status, 303)
    const [entry] = await listAudit(service.context, { event: 'key.rotated', limit: 1 })
    assert.equal(entry?.actor.name, account.username)

    const events = [
      'invite.created',
      'invite.deleted',
      'client.created',
      'client.deleted',
      'ban.added',
      'ban.removed',
    ] as const
    for (const event of events) {
      assert.equal(await lastActor(service, event), account.username, event)
      assert.match(
        (await browser.get(`/admin/audit?event=${event}`)).text,
        new RegExp(`<p><code>${event}</code>`),
      )
    }
    const ofOne = await browser.get(`/admin/audit?account=${account.username}&event=session.started`)
    assert.equal(ofOne.text.match(/<code>session\.started</g)?.length, 1)
    assert.equal((await browser.get('/admin/audit?account=nobody')).status, 404)
  })

  test('sensitive actions accept a code instead of the password, and few wrong ones', async () => {
    const service = await start()
    const { account, browser } = await holder(service, 'admin')
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const newCode = () => {
      service.advance(30_000)
      return totpCode(secret, service.now())
    }
    const asked = await browser.signIn(account)
    await browser.send(asked, '/sign-in/code', { code: newCode() })
    const csrf = csrfOf(await browser.get('/account/security'))
    await browser.post('/account/security/codes', { csrf, password: account.password })
    const made = await browser.get('/account/security/codes')
    const [, recoveryCode = ''] = /<code>([0-9a-z]{5}-[0-9a-z]{5})</.exec(made.text) ?? []
    service.advance(15 * 60_000)
    const page = await browser.get('/admin/keys/rotate?use=tokens')
    assert.match(page.text, /id="code" name="code"[^>]*autocomplete="one-time-code"/)
    // A new key of tokens also seals forms again, so that each answer needs a question of its own.
    const rotate = async (fields: Record<string, string>) => {
      const question = await browser.get('/admin/keys/rotate?use=tokens')
      return browser.send(question, '/admin/keys/rotate', { use: 'tokens', current: '', ...fields })
    }
    const keys = () => service.context.keys.all().length
    const before = keys()

    const nothing = await rotate({})
    assert.deepEqual([nothing.status, keys()], [422, before])
    const wrong = await rotate({ code: '12345' })
    assert.deepEqual([wrong.status, keys()], [422, before])
    assert.match(wrong.alert ?? '', /^The code is wrong or has already been used/)
    assert.match(wrong.text, /id="code"[^>]*aria-invalid="true"/)
    assert.doesNotMatch(wrong.text, /id="current"[^>]*aria-invalid="true"/)

    const code = newCode()
    assert.equal((await rotate({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status, 200)
    assert.equal(keys(), before + 1)
    assert.equal((await rotate({ code })).status, 422)
    assert.equal((await rotate({ code: recoveryCode })).status, 200)
    assert.equal((await rotate({ code: recoveryCode })).status, 422)
    assert.equal(keys(), before + 2)

    service.advance(86_400_000)
    let tries = 0
    while ((await rotate({ code: '12345' })).status === 422) tries++
    assert.ok(tries > 0 && tries <= 10, `${tries} wrong codes`)
    const late = await rotate({ code: newCode() })
    assert.deepEqual([late.status, keys()], [429, before + 2])
  })

  test('draws the last 24 hours', async () => {
    const service = await start()
    const { browser } = await holder(service, 'admin')
    const player = await service.account()
    for (const password of [player.password, 'wrong']) {
      const given = { username: player.username, password, clientToken: 'launcher' }
      // It is counted together with its log line.
      await service.logLine(await service.post('/auth/authenticate', given))
    }
    await service.context.hourCounts.flush()
    const page = await browser.get('/admin')
    assert.match(page.text, /class="state">Up and ready</)
    assert.match((await browser.get('/admin/figures')).text, /<title>Sign-ins in launchers: 1 in 24 hours</)
    assert.match(page.text, /was wrong\.<\/span> <b>1<\/b>/)
    service.advance(25 * 3_600_000)
    const later = await browser.get('/admin')
    assert.match((await browser.get('/admin/figures')).text, /<title>Sign-ins in launchers: 0 in 24 hours</)
    assert.match(later.text, /Nobody was refused\./)
  })
})
