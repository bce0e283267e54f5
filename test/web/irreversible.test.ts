// What can't be undone is asked on a page of its own first; what acts at once can be undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { createApiToken, listApiTokens } from '../../src/domain/tokens/api-tokens.ts'
import { createSubjects } from '../pages/every-page.ts'
import { routesOf } from '../routes.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

/** Forms below /admin that act at once, and how what they do is undone. */
const undoable: Record<string, string> = {
  '/admin/accounts': 'the account is deleted',
  '/admin/accounts/:id/app-passwords': 'the player creates another one',
  '/admin/accounts/:id/characters': 'the character is deleted',
  '/admin/accounts/:id/email': 'the other address is set',
  '/admin/accounts/:id/groups/add': 'the player is removed',
  '/admin/accounts/:id/groups/remove': 'the player is added',
  '/admin/accounts/:id/keep': 'deletion is requested again',
  '/admin/accounts/:id/link': 'it ends by itself, and with a new password',
  '/admin/accounts/:id/primary': 'another player is made the primary one',
  '/admin/accounts/:id/rename': 'the former name is held for the player',
  '/admin/accounts/:id/restore': 'suspended again',
  '/admin/accounts/:id/second-factor': 'the player sets up another one, and is told',
  '/admin/accounts/:id/sessions': 'the player signs in again',
  '/admin/accounts/:id/skin/remove': 'the player uploads it again',
  '/admin/accounts/:id/cape/remove': 'the player uploads it again',
  '/admin/accounts/:id/suspend': 'restored',
  '/admin/accounts/:id/unlink': 'the player links it again',
  '/admin/accounts/:id/unlock': 'wrong passwords count again',
  '/admin/api-tokens': 'revoked',
  '/admin/bans': 'removed',
  '/admin/bans/remove': 'banned again',
  '/admin/clients': 'deleted',
  '/admin/groups': 'deleted',
  '/admin/groups/:name': 'changed again',
  '/admin/groups/:name/members': 'removed',
  '/admin/groups/:name/shelf': 'removed',
  '/admin/groups/:name/members/remove': 'added',
  '/admin/invites': 'revoked',
  '/admin/neighbours': 'removed',
  '/admin/neighbours/:id': 'changed again',
  '/admin/neighbours/:id/list': 'taken off the list',
  '/admin/neighbours/:id/pause': 'resumed',
  '/admin/neighbours/:id/test': 'nothing is changed',
  '/admin/providers': 'removed',
  '/admin/providers/:name': 'changed again',
  '/admin/providers/:name/sync': 'as Discord says',
  '/admin/providers/:name/test': 'nothing is changed',
  '/admin/accounts/:id/uploads': 'suspended again',
  '/admin/reports/allow/:player': 'suspended again',
  '/admin/reports/keep': 'it is reported, or taken down, again',
  '/admin/reports/publish': 'taken out of the library again',
  '/admin/reports/refuse': 'shared and published again',
  '/admin/reports/restore': 'taken down again',
  '/admin/reports/stop-sharing': 'shared and published again',
  '/admin/reports/suspend/:player': 'allowed again',
  '/admin/reports/take-down': 'restored',
  '/admin/servers': 'removed',
  '/admin/servers/:name': 'changed again',
  '/admin/servers/:name/pause': 'resumed',
  '/admin/checklist/backup': 'nothing is changed',
  '/admin/checklist/bring-back': 'put away again',
  '/admin/checklist/mail': 'nothing is changed',
  '/admin/checklist/put-away': 'brought back',
  '/admin/settings': 'changed again',
  '/admin/settings/logo/remove': 'chosen again',
  '/admin/settings/mail': 'nothing is changed',
  '/admin/visitors/:id/restore': 'suspended again',
  '/admin/visitors/:id/suspend': 'restored',
  '/admin/webhooks': 'deleted',
  '/admin/clients/:id/change': 'changed again',
  '/admin/webhooks/:id/change': 'changed again',
  '/admin/webhooks/:id/test': 'nothing is changed',
  '/admin/webhooks/:id/send': 'the receiver knows the id',
}

/** Forms of players below /account that act at once, and how what they do is undone. */
const undoableByPlayers: Record<string, string> = {
  '/account/app-passwords': 'removed',
  '/account/app-passwords/remove': 'another one is created',
  '/account/applications': 'the player agrees again',
  '/account/characters': 'the character is deleted',
  '/account/characters/:id/delete': 'kept, while it waits; it asks for the password',
  '/account/characters/:id/keep': 'deleted again',
  '/account/characters/:id/primary': 'another player is made the primary one',
  '/account/confirm/:form': 'nothing is changed',
  '/account/confirm/:form/code': 'nothing is changed',
  '/account/confirm/:form/mail': 'nothing is changed',
  '/account/confirm/:form/passkey': 'nothing is changed',
  '/account/confirm/:form/with': 'nothing is changed',
  '/account/delete': 'kept, while it waits; its page says what will happen and asks for the password',
  '/account/delete/keep': 'deleted again',
  '/account/devices': 'the player signs in again',
  '/account/devices/:id': 'the player signs in again',
  '/account/email': 'the email to the old address has a link',
  '/account/email/confirm/:token': 'the email to the old address has a link',
  '/account/export': 'nothing is changed',
  '/account/friends': 'the request is taken back',
  '/account/friends/accept': 'removed',
  '/account/friends/block': 'unblocked',
  '/account/friends/block-other': 'unblocked',
  '/account/friends/preferences': 'changed again',
  '/account/friends/remove': 'asked again',
  '/account/friends/unblock': 'blocked again',
  '/account/language': 'changed again',
  '/account/linked': 'nothing is changed before the question',
  '/account/linked/answer': 'removed',
  '/account/linked/remove': 'linked again',
  '/account/linked/sign-in': 'removed',
  '/account/linked/unlink': 'linked again',
  '/account/linked/with': 'unlinked',
  '/account/password': 'changed again, by email too',
  '/account/security/codes': 'its page asks for the password; others are made again',
  '/account/security/off': 'set up again; it asks for the password',
  '/account/security/passkeys': 'removed',
  '/account/security/passkeys/remove': 'added again',
  '/account/security/totp': 'the email has a link',
  '/account/skin': 'the former one is worn again',
  '/account/skin/again': 'the former one is worn again',
  '/account/skin/cape': 'the former one is worn again',
  '/account/skin/cape/remove': 'worn again',
  '/account/skin/cape/show': 'removed',
  '/account/skin/remove': 'worn again',
  '/account/username': 'the former name is held for the player',
  '/account/wardrobe': 'removed',
  '/account/wardrobe/again': 'the other one is worn again',
  '/account/wardrobe/keep': 'removed',
  '/account/wardrobe/remove-cape': 'worn again',
  '/account/wardrobe/remove-skin': 'worn again',
  '/account/wardrobe/wear': 'the other one is worn again',
  '/account/wardrobe/:id/rename': 'renamed again',
}

/** Questions that a stolen thing makes urgent: they ask for no name. */
const quick = new Set(['/admin/invites/revoke', '/admin/api-tokens/revoke', '/admin/api-tokens/revoke-all'])

interface Grave {
  /** The page with the button. */
  on: string
  action: string
  query?: string
  /** Words of the question, among them how many are affected. */
  says: readonly RegExp[]
  flash: RegExp
}

async function scene(service: RunningService) {
  const { context } = service
  const { owner, paths } = await createSubjects(service, 'en')
  const pathOf = (room: string) => paths.find((path) => new RegExp(`^/admin/${room}/[^/]+$`).test(path)) ?? ''
  const account = pathOf('accounts')
  const visitor = pathOf('visitors')
  const group = pathOf('groups')
  const server = pathOf('servers')
  const neighbour = pathOf('neighbours')
  const provider = pathOf('providers')
  const client = pathOf('clients')
  const webhook = pathOf('webhooks')
  const thor = await service.stored({ id: account.slice(-32) })
  await renameAccount(context, operator, thor, 'Donar')
  const { code } = await createInvite(context, operator, { uses: 7, expiresAt: null })
  await createApiToken(context, operator, { name: 'bot', readOnly: true, expiresAt: null })
  const [token] = await listApiTokens(context)
  const final = /This can’t be undone\./
  const undoable = /For an hour, you can undo this below the list\./
  const graves: Grave[] = [
    { on: account, action: `${account}/grant/moderator`, says: [/Donar will be able to suspend/], flash: /granted/ },
    { on: account, action: `${account}/ungrant/moderator`, says: [/Donar can no longer/], flash: /removed/ },
    { on: account, action: `${account}/release-name`, query: '?name=thor', says: [/anybody can take it/, final], flash: /released/ },
    { on: account, action: `${account}/delete`, says: [/deleted for good/, /you or the player can keep it/], flash: /will be deleted/ },
    { on: visitor, action: `${visitor}/release`, says: [/anybody can take it/, final], flash: /released/ },
    { on: '/admin/visitors?neighbour=friends', action: '/admin/visitors/purge/friends', says: [/Visitors<\/dt><dd>1</, final], flash: /deleted/ },
    { on: group, action: `${group}/shelf/remove`, query: '?texture=Cape', says: [/Copies that members keep stay/, final], flash: /Removed from the shelf/ },
    { on: group, action: `${group}/delete`, says: [/Members<\/dt><dd>1</, undoable], flash: /deleted/ },
    { on: server, action: `${server}/rotate`, query: '?grace=1h', says: [/1 hour/, final], flash: /new root/ },
    { on: server, action: `${server}/remove`, says: [/play\.example\.org/, undoable], flash: /removed/ },
    { on: neighbour, action: `${neighbour}/remove`, says: [/Linked accounts<\/dt><dd>2</, undoable], flash: /removed/ },
    { on: provider, action: `${provider}/remove`, says: [/Accounts that have no other way in<\/dt><dd>0</, undoable], flash: /removed/ },
    { on: client, action: `${client}/secret`, says: [/old one stops working/, /map\.example\.org/, final], flash: /no longer works/ },
    { on: client, action: `${client}/delete`, says: [/0 agreements/, undoable], flash: /deleted/ },
    { on: webhook, action: `${webhook}/delete`, says: [/will not be sent/, undoable], flash: /deleted/ },
    { on: '/admin/invites', action: '/admin/invites/revoke', query: `?code=${code}`, says: [/Nobody can register/, /7 accounts/, final], flash: /revoked/ },
    { on: '/admin/api-tokens', action: '/admin/api-tokens/revoke', query: `?id=${token?.id}`, says: [/stops working at once/, final], flash: /no longer works/ },
    { on: '/admin/keys', action: '/admin/keys/rotate', query: '?use=textures', says: [/stays valid/, final], flash: /new key/ },
    { on: '/admin/keys', action: '/admin/keys/stolen', query: '?use=tokens', says: [/signs everybody out/, final], flash: /new key/ },
  ] // biome-ignore format: one a line reads as a table
  return { owner, graves }
}

const changes = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('audit_entry').select('id').execute()).length

onEveryDatabase('what can’t be undone', (start) => {
  test('is asked on a page of its own, which says what will happen and leads back', async () => {
    const service = await start()
    const { owner, graves } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    for (const { on, action, query = '', says, flash } of graves) {
      const page = await browser.get(on)
      const button = new RegExp(`<form method="get" action="${action}"[^]*?<button[^>]*>([^<]+)<`).exec(
        page.text,
      )
      assert.ok(button, `${on} has a button that leads to ${action}`)
      assert.ok(
        !page.text.includes(`method="post" action="${action}"`),
        `${on} does not do ${action} by one press`,
      )
      const before = await changes(service)
      const question = await browser.get(action + query)
      assert.equal(await changes(service), before, `${action} only asks`)
      assert.deepEqual([question.status, question.path], [200, action + query])
      for (const said of says) assert.match(question.text, said, action)
      assert.ok(question.heading.startsWith(button[1] ?? '?'), `${question.heading}: the words of the button`)
      const main = question.text.slice(question.text.indexOf('id="content"'))
      assert.equal(main.match(/<button/g)?.length, 1, 'one button')
      assert.match(main, /<a href="\/admin[^"]+">Cancel<\/a>/)
      const asksName = !quick.has(action)
      assert.equal(main.includes('name="name-of"'), asksName, `${action} asks for the name`)
      for (const typed of asksName ? ['', 'Ragnarok'] : []) {
        const declined = await browser.send(question, action, { 'name-of': typed })
        assert.deepEqual([declined.status, await changes(service)], [422, before], action)
        assert.match(declined.alert ?? '', /^That is not .+ Nothing was changed\.$/)
        assert.match(declined.text, new RegExp(`name="name-of" type="text" value="${typed}"`))
      }
      const done: PageView = await browser.send(question, action)
      assert.match(done.flash ?? done.alert ?? String(done.status), flash, action)
    }
  })

  test('is answered in words where its question was already answered in another window', async () => {
    const service = await start()
    const { owner, graves } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    for (const { action, query = '' } of graves) {
      const question = await browser.get(action + query)
      assert.equal(question.path, action + query)
      await browser.send(question, action)
      const again = await browser.send(question, action)
      const isGone = again.status === 404 && again.heading === 'Page not found'
      // Stolen keys have signed everybody out.
      const isSignedOut = again.path.startsWith('/sign-in')
      assert.ok(
        isGone || isSignedOut || again.flash || again.alert,
        `${action}: ${again.status} ${again.path} without a word`,
      )
    }
  })

  test('is refused in words, where the answer names nothing that can be asked about', async () => {
    const service = await start()
    const { owner, graves } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(owner)
    const pathOf = (end: string) => graves.find(({ action }) => action.endsWith(end))?.action ?? ''
    const account = pathOf('/release-name')
    const neighbour = pathOf('/neighbours/friends/remove').replace(/remove$/, 'unlist')
    const sent: [form: string, action: string, fields: Record<string, string>, alert: RegExp][] = [
      [`${account}?name=thor`, account, { name: 'loki' }, /no longer held/],
      [`${account}?name=thor`, account, { name: '' }, /no longer held/],
      ['/admin/keys/rotate?use=textures', '/admin/keys/rotate', { use: 'bread' }, /one of the uses/],
      ['/admin/keys/stolen?use=textures', '/admin/keys/stolen', { use: '' }, /one of the uses/],
      [`${neighbour}?listed=Thor`, neighbour, { listed: '' }, /no longer listed/],
    ]
    for (const [form, action, fields, alert] of sent) {
      const before = await changes(service)
      const refused = await browser.send(await browser.get(form), action, fields)
      assert.deepEqual([refused.status, await changes(service)], [422, before], action)
      assert.match(refused.alert ?? 'no alert', alert, action)
      const [, back = ''] = /<a href="(\/admin[^"]*)">Go back<\/a>/.exec(refused.text) ?? []
      assert.equal((await browser.get(back)).status, 200, `${action} leads back`)
    }
  })

  for (const [whose, area, listed] of [
    ['of administration', '/admin', undoable],
    ['of players', '/account', undoableByPlayers],
  ] as const) {
    test(`is every form ${whose} but those that are listed here with what undoes them`, async () => {
      const service = await start()
      const routes = await routesOf(service)
      const gets = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url))
      const posts = routes.filter(({ method, url }) => method === 'POST' && url.startsWith(`${area}/`))
      const atOnce = posts.map(({ url }) => url).filter((url) => listed[url] !== undefined)
      assert.deepEqual(atOnce.toSorted(), Object.keys(listed).toSorted(), 'every exception is a form')
      for (const { url } of posts) {
        if (listed[url] === undefined)
          assert.ok(gets.has(url), `${url} asks first, or its undoing is named here`)
      }
    })
  }
})
