// A moderator read everybody's email and network address, administrators' too, and found out an address by searching for
// its parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

async function signedIn(service: RunningService, role?: 'admin' | 'moderator') {
  const account = await service.account({ email: `${role ?? 'player'}.secret@private.example` })
  if (role) await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

onEveryDatabase('a moderator', (start) => {
  test('sees whole addresses of nobody but themself, and none of people with a role', async () => {
    const service = await start()
    const [admin, moderator, player] = [
      await signedIn(service, 'admin'),
      await signedIn(service, 'moderator'),
      await signedIn(service),
    ]
    await service.signIn(player.account)
    await service.post('/auth/authenticate', {
      username: player.account.username,
      password: 'x',
      clientToken: 'x',
    })
    await service.post('/auth/authenticate', {
      username: admin.account.username,
      password: 'x',
      clientToken: 'x',
    })
    await service.context.attempts.flush()
    const paths = (id: string, name: string) => [
      '/admin/accounts',
      `/admin/accounts?q=${name}`,
      `/admin/accounts/${id}`,
      `/admin/why?name=${name}`,
      `/admin/audit?account=${id}`,
      '/admin/audit',
    ]
    for (const { account } of [player, admin]) {
      for (const path of paths(account.id, account.username)) {
        const { text } = await moderator.browser.get(path)
        assert.doesNotMatch(text, /(?:player|admin)\.secret@/, path)
        assert.doesNotMatch(text, /127\.0\.0\.1/, path)
        if (account === admin.account)
          assert.doesNotMatch(
            text.replaceAll('p…@private.example', '').replaceAll('moderator.secret@private.example', ''),
            /@private\.example/,
            path,
          )
      }
    }
    const theirs = `/admin/accounts/${player.account.id}`
    assert.match((await moderator.browser.get(theirs)).text, /p…@private\.example[^]*127\.0\.…/)
    assert.doesNotMatch(
      (await moderator.browser.get(`/admin/accounts/${admin.account.id}`)).text,
      /127\.0\.…/,
    )
    assert.match(
      (await moderator.browser.get(`/admin/accounts/${moderator.account.id}`)).text,
      /moderator\.secret@private\.example/,
    )
    assert.match((await admin.browser.get(theirs)).text, /player\.secret@private\.example[^]*127\.0\.0\.1/)
  })

  test('finds nobody by parts of an email address', async () => {
    const service = await start()
    const [admin, moderator, player] = [
      await signedIn(service, 'admin'),
      await signedIn(service, 'moderator'),
      await signedIn(service),
    ]
    for (const part of ['player.s', 'pl', 'secret@private', 'ayer.secret']) {
      const found = async ({ browser }: typeof admin) =>
        (await browser.get(`/admin/accounts?q=${part}`)).text.includes(`>${player.account.username}</a>`)
      const isOfName = player.account.username.toLowerCase().startsWith(part)
      assert.deepEqual([await found(admin), await found(moderator)], [true, isOfName], part)
    }
    const byName = await moderator.browser.get(`/admin/accounts?q=${player.account.username.slice(1)}`)
    assert.ok(byName.text.includes(`>${player.account.username}</a>`))
  })

  test('is reminded of a second factor, and reads for whom a page is', async () => {
    const service = await start()
    const [moderator, player, admin] = [
      await signedIn(service, 'moderator'),
      await signedIn(service),
      await signedIn(service, 'admin'),
    ]
    assert.match(
      (await moderator.browser.get('/admin')).text,
      /Your moderator account is protected by a password only/,
    )
    assert.doesNotMatch((await player.browser.get('/account')).text, /protected by a password only\. Anyone/)
    const closed = await moderator.browser.get('/admin/keys')
    assert.deepEqual(
      [closed.status, closed.alert],
      [403, 'This page is for administrators. If you need access, ask an administrator.'],
    )
    assert.match(
      (await player.browser.get('/admin/accounts')).alert ?? '',
      /for administrators and moderators/,
    )
    const [, csrf = ''] =
      /name="csrf" value="([^"]+)"/.exec((await moderator.browser.get('/admin')).text) ?? []
    const refused = await moderator.browser.post(`/admin/accounts/${admin.account.id}/suspend`, { csrf })
    assert.equal(refused.status, 403)
    assert.match(refused.text, /Only administrators can change an account that has a role/)
  })
})
