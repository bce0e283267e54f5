// /account/username, /account/skin and /account/linked with ?for={uuid}: the pages of one player of the account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { partners } from './partners.ts'

const skin = (seed: number) => new Blob([new Uint8Array(makePng(64, 64, noise(seed)))], { type: 'image/png' })
const pages = ['username', 'skin', 'linked'] as const
let made = 0

async function family(service: RunningService) {
  const account = await service.account()
  const child = await addCharacter(service, account, `Child_${++made}`)
  const browser = browserOf(service)
  await browser.signIn(account)
  const at = (page: string, player: { id: string } = child) => `/account/${page}?for=${player.id}`
  return { account, child, browser, at }
}

const newName = () => `New_${++made}`

/** The paths that the forms of a page go to, but for those of its head. */
const actionsOf = ({ text }: PageView) =>
  [...text.matchAll(/<form method="post" action="(\/account[^"]*)"/g)].map(([, action = '']) => action)

const notFound = (page: PageView) => assert.deepEqual([page.status, page.heading], [404, 'Page not found'])

onEveryDatabase('a page of one player', (start, shared) => {
  test('names the player, and every form on it keeps it; without one it is the account’s own', async () => {
    const service = await shared()
    const { account, child, browser, at } = await family(service)
    await browser.send(await browser.get(at('skin')), at('skin'), { skin: skin(1) })
    for (const page of pages) {
      const shown = await browser.get(at(page))
      assert.match(shown.text, new RegExp(`<a href="/account/characters/${child.id}">${child.username}</a>`))
      const actions = actionsOf(shown)
      assert.ok(actions.length > 0, page)
      for (const action of actions) assert.match(action, new RegExp(`\\?for=${child.id}$`), action)
      const own = await browser.get(`/account/${page}`)
      assert.ok(!own.text.includes(child.id) && !own.text.includes('?for='), page)
      const named = await browser.get(at(page, account))
      assert.match(
        named.text,
        new RegExp(`<a href="/account/characters/${account.id}">${account.username}</a>`),
      )
    }
    const hyphenated = child.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
    assert.match((await browser.get(at('username', { id: hyphenated }))).text, new RegExp(child.username))
  })

  test('is not there for anybody else’s player, nor for a malformed UUID, whatever is sent', async () => {
    const service = await shared()
    const { browser, at } = await family(service)
    const other = await family(service)
    for (const foreign of [other.account.id, other.child.id, '0'.repeat(32), 'x', '']) {
      for (const page of pages) notFound(await browser.get(at(page, { id: foreign })))
      const csrf =
        /name="csrf" value="([^"]+)"/.exec((await browser.get('/account/username')).text)?.[1] ?? ''
      const sent = { csrf, username: newName() }
      assert.equal((await browser.post(at('username', { id: foreign }), sent)).status, 404)
      for (const path of ['skin/remove', 'skin/cape/show', 'skin/again', 'linked/answer', 'linked/remove'])
        assert.equal((await browser.post(at(path, { id: foreign }), { csrf })).status, 404, path)
    }
    assert.equal((await service.stored(other.child)).username, other.child.username)
  })

  test('renames the character, with its own cooldown; the former name is any player’s', async () => {
    const service = await shared()
    const { account, child, browser, at } = await family(service)
    const rename = async (player: { id: string }, username: string) =>
      browser.send(await browser.get(at('username', player)), at('username', player), { username })
    service.advance(60_000)
    await newMail(service)
    const name = newName()
    const done = await rename(child, name)
    assert.deepEqual([done.path, done.flash], [at('username'), 'Your name was changed.'])
    assert.equal((await service.stored(child)).username, name)
    assert.equal((await service.stored(account)).username, account.username)
    assert.match(done.text, new RegExp(`<b>${child.username}</b>`))
    assert.deepEqual(await newMail(service), [], 'who does it need not be told')
    const again = await browser.get(at('username'))
    assert.match(again.text, /You can change it again after/)
    assert.doesNotMatch((await browser.get('/account/username')).text, /You can change it again after/)
    assert.equal((await rename(account, child.username)).flash, 'Your name was changed.')
    assert.equal((await service.stored(account)).username, child.username)
    const { rows } = await service.context.db.query
      .selectFrom('audit_entry')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .where('account_id', '=', child.id)
      .where('event', '=', 'account.renamed')
      .where('actor_id', '=', account.id)
      .executeTakeFirstOrThrow()
    assert.equal(rows, 1)
  })

  test('dresses the character, keeps its former skins, and draws pictures of its own only', async () => {
    const service = await shared()
    const { account, child, browser, at } = await family(service)
    const send = async (path: string, fields: Record<string, string | Blob> = {}) =>
      browser.send(await browser.get(at('skin')), at(path), fields)
    const first = await send('skin', { skin: skin(1), model: 'slim' })
    assert.deepEqual([first.path, first.flash?.slice(0, 17)], [at('skin'), 'Your new skin is '])
    assert.match(first.text, new RegExp(`src="/skinsystem/bust/${child.id}.png\\?size=256"`))
    const { hash = '' } = (await service.stored(child)).textures.skin ?? {}
    await send('skin/cape', { cape: new Blob([new Uint8Array(makePng(64, 32, noise(2)))]) })
    service.advance(2 * 86_400_000)
    const other = await send('skin', { skin: skin(3) })
    assert.match(other.text, new RegExp(`name="skin" value="${hash}"`))
    const picture = `/account/skin/pictures/skin/${hash}`
    assert.ok(other.text.includes(`src="${picture}?for=${child.id}"`))
    assert.equal((await browser.get(`${picture}?for=${child.id}`)).status, 200)
    assert.equal((await browser.get(picture)).status, 404)
    assert.match((await send('skin/again', { skin: hash })).flash ?? '', /^Your new skin/)
    assert.equal((await service.stored(child)).textures.skin?.hash, hash)
    assert.equal((await send('skin/remove')).flash, 'Your skin was removed.')
    assert.equal((await send('skin/cape/remove')).flash, 'Your cape was removed.')
    const bare = { skin: undefined, cape: undefined }
    assert.deepEqual((await service.stored(child)).textures, bare)
    assert.deepEqual((await service.stored(account)).textures, bare)
    const large = await send('skin', { skin: new Blob([new Uint8Array(1_200_000)]) })
    assert.equal(large.status, 413)
    assert.ok(actionsOf(large).every((action) => action.endsWith(child.id)))
  })

  test('leads back to the same player after signing in again, with what was typed', async () => {
    const service = await shared()
    const { account, child, browser, at } = await family(service)
    const open = await browser.get(at('username'))
    await revokeTokens(service.context, operator, await service.stored(account))
    const csrf =
      /action="\/account\/username[^"]*"[^>]*>\s*<input type="hidden" name="csrf" value="([^"]+)"/.exec(
        open.text,
      )
    const typed = { csrf: csrf?.[1] ?? '', username: 'Typed_before' }
    const sent = await browser.post(at('username'), typed, { origin: service.baseUrl })
    const signIn = await browser.get(sent.headers.get('location') ?? '')
    assert.equal(signIn.heading, 'Sign in')
    const { username: login, password } = account
    const back = await browser.send(signIn, '/sign-in', { login, password })
    assert.equal(back.path, at('username'))
    assert.match(back.text, /value="Typed_before"/)
    assert.match(back.text, new RegExp(child.username))
    assert.doesNotMatch((await browser.get('/account/username')).text, /Typed_before/)
  })

  test('changes no character that is suspended, and says so; linked players may come and go', async () => {
    const service = await shared()
    const { child, browser, at } = await family(service)
    const dressed = await browser.send(await browser.get(at('skin')), at('skin'), { skin: skin(5) })
    assert.equal(dressed.status, 200)
    service.advance(60_000)
    const open = { username: await browser.get(at('username')), skin: await browser.get(at('skin')) }
    await suspendAccount(service.context, operator, child, { reason: 'griefing' }, { only: true })
    for (const [path, page, fields] of [
      ['username', open.username, { username: newName() }],
      ['skin', open.skin, { skin: skin(6) }],
      ['skin/cape', open.skin, { cape: new Blob([new Uint8Array(makePng(64, 32, noise(2)))]) }],
      ['skin/remove', open.skin, {}],
    ] as const) {
      const answer = await browser.send(page, at(path), fields)
      assert.equal(answer.status, 422, path)
      assert.match(answer.alert ?? '', /this character is suspended/, path)
      assert.equal((await service.logLine(answer)).reason, 'character_suspended')
    }
    const { username, textures } = await service.stored(child)
    assert.equal(username, child.username)
    assert.ok(textures.skin)
    assert.match((await browser.get(at('username'))).text, /suspended without an end date. Reason: griefing/)
  })

  test('is only about keeping a character that waits for its deletion', async () => {
    const service = await shared()
    const { child, browser, at } = await family(service)
    const open = await browser.get(at('username'))
    await requestDeletion(service.context, operator, child)
    for (const page of pages)
      assert.equal((await browser.get(at(page))).path, `/account/characters/${child.id}`)
    await browser.send(open, at('username'), { username: newName() })
    assert.equal((await service.stored(child)).username, child.username)
  })

  test('does not change a character that has just become somebody else’s', async () => {
    const service = await shared()
    const { child, browser, at } = await family(service)
    const stranger = await service.account()
    const open = await browser.get(at('username'))
    await service.context.db.query
      .updateTable('account')
      .set({ owner_id: stranger.id })
      .where('id', '=', child.id)
      .execute()
    assert.equal((await browser.send(open, at('username'), { username: newName() })).status, 404)
    assert.equal((await service.stored(child)).username, child.username)
  })

  test('links by signing in elsewhere to the player for whom it was begun', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    const { account, child, browser, at } = await family(here)
    const player = await there.account({ username: 'Steve_3' })
    const elsewhere = browserOf(there)
    await elsewhere.signIn(player)
    const begin = async (b: Browser, path: string, action: string) => {
      const { sentTo } = await b.send(await b.get(path), action, { neighbour: 'friends' })
      assert.ok(sentTo)
      return sentTo
    }
    const asked = await begin(browser, at('linked'), at('linked/sign-in'))
    assert.ok(!asked.href.includes(child.id), 'the neighbour does not learn of the character')
    const consent = await elsewhere.get(asked.pathname + asked.search)
    const [action = ''] = consent.path.split('?')
    const { sentTo } = await elsewhere.send(consent, action, { answer: 'allow' })
    assert.ok(sentTo)
    const done = await browser.get(sentTo.pathname + sentTo.search)
    assert.deepEqual([done.path, done.flash], [at('linked'), 'The player is linked.'])
    assert.deepEqual(await linkedPlayers(here.context, account), [])
    const [linked] = await linkedPlayers(here.context, child)
    assert.equal(linked?.id, player.id)
    // The address of the account undoes it, and everybody is signed out.
    const mail = (await newMail(here)).findLast(({ link }) => link?.includes('/security/undo/'))
    assert.equal(mail?.to, account.email)
    assert.match(mail?.text ?? '', new RegExp(child.username))
    const link = mail?.link ?? ''
    const fresh = browserOf(here)
    await fresh.send(await fresh.get(link), link)
    assert.deepEqual(await linkedPlayers(here.context, child), [])
    assert.equal((await browser.get('/account')).heading, 'Sign in', 'who linked it was signed in')
  })
})
