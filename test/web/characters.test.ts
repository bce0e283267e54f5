// /account/characters and /account/characters/{uuid}: the players of an account, and what its owner does with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteDueAccounts } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'
import { confirmOf, scene, ways } from './confirming.ts'
import { newMail } from './mailbox.ts'

const path = '/account/characters'
const day = 86_400_000
let made = 0
const newName = () => `Child_${++made}`

async function owner(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  const create = async (username: string) => browser.send(await browser.get(path), path, { username })
  const signIn = (username: string, password = account.password) =>
    service.post('/auth/authenticate', { username, password, clientToken: 'a launcher' })
  return { account, browser, create, signIn }
}

const idIn = ({ path: at }: PageView) => /^\/account\/characters\/([0-9a-f]{32})$/.exec(at)?.[1] ?? ''
const notFound = (page: PageView) => assert.deepEqual([page.status, page.heading], [404, 'Page not found'])
const primaries = ({ text }: PageView) =>
  [...text.matchAll(/<a href="[^"]*">([^<]+)<\/a><\/div>\s*<span class="hint">Primary<\/span>/g)].map(
    ([, name]) => name,
  )
const csrfOf = ({ text }: PageView) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

onEveryDatabase('the pages of characters', (start) => {
  test('are not there, nor named anywhere, where an account has none and can have none', async () => {
    const service = await start()
    const { account, browser } = await owner(service)
    notFound(await browser.get(path))
    notFound(await browser.get(`${path}/${account.id}`))
    const home = await browser.get('/account')
    const csrf = csrfOf(home)
    for (const post of [path, `${path}/${account.id}/primary`, `${path}/${account.id}/delete`])
      assert.equal((await browser.post(post, { csrf, username: newName() })).status, 404, post)
    assert.doesNotMatch(home.text, /haracter/)
    await addCharacter(service, account, newName())
    assert.match((await browser.get('/account')).text, /<a href="\/account\/characters">.*?Characters<\/a>/s)
    assert.equal((await browser.get(path)).heading, 'Characters')
  })

  test('make a character, which signs in to a launcher, as many as there may be', async () => {
    const service = await start({ NORN_CHARACTERS: '3', NORN_CHARACTER_COOLDOWN: '0s' })
    const { account, browser, create, signIn } = await owner(service)
    assert.match((await browser.get(path)).text, /You can create 2 more\./)
    const names = [newName(), newName()] as const
    const page = await create(names[0])
    assert.equal(page.heading, names[0])
    assert.match(page.flash ?? '', /^Your character is there/)
    assert.match(page.text, new RegExp(`<code>${names[0]}</code>`))
    for (const [name, label] of [
      ['username', 'Username'],
      ['skin', 'Skin and cape'],
      ['linked', 'Linked accounts'],
    ])
      assert.ok(page.text.includes(`<a href="/account/${name}?for=${idIn(page)}">${label}</a>`), name)
    assert.equal((await signIn(names[0])).json.selectedProfile.id, idIn(page))
    await create(names[1])
    const list = await browser.get(path)
    for (const name of [account.username, ...names]) assert.match(list.text, new RegExp(`>${name}</a>`))
    assert.match(list.text, /You have 3 players, and can’t have more here\./)
    assert.doesNotMatch(list.text, /Create character/)
    const refused = await browser.post(path, { csrf: csrfOf(list), username: newName() })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /role="alert">Nothing was created: you have as many players/)
    assert.equal((await service.logLine(refused)).reason, 'character_limit')
  })

  test('say what is wrong with a name, and keep it; the next one has to wait', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { account, browser, create } = await owner(service)
    const other = await service.account()
    for (const [name, problem] of [
      ['', /Use 3 to 16/],
      ['a b', /Use 3 to 16/],
      [other.username.toUpperCase(), /taken/],
      [account.username, /taken/],
    ] as const) {
      const page = await create(name)
      assert.deepEqual([page.status, page.heading], [422, 'Characters'])
      assert.match(page.text, new RegExp(`value="${name}"[^>]* aria-invalid="true"`))
      assert.match(/<p class="problem"[^>]*>([^<]*)/.exec(page.text)?.[1] ?? '', problem)
    }
    const open = await browser.get(path)
    assert.match((await create(newName())).flash ?? '', /^Your character is there/)
    const list = await browser.get(path)
    assert.match(list.text, /You can create the next one after/)
    assert.match(list.text, /<button class="main" disabled>Create character/)
    const early = await browser.send(open, path, { username: newName() })
    assert.equal(early.status, 429)
    assert.ok(Number(early.headers.get('retry-after')) > 86_000)
    assert.match(early.alert ?? '', /you have created one recently/)
    service.advance(day)
    assert.match((await create(newName())).flash ?? '', /^Your character is there/)
  })

  test('make exactly one of two that are sent at once at the limit', async () => {
    const service = await start({ NORN_CHARACTERS: '2', NORN_CHARACTER_COOLDOWN: '0s' })
    const { account, browser } = await owner(service)
    const page = await browser.get(path)
    const answers = await Promise.all([1, 2, 3].map(() => browser.send(page, path, { username: newName() })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422])
    const rows = await service.context.db.query.selectFrom('account').selectAll().execute()
    assert.equal(rows.filter(({ owner_id }) => owner_id === account.id).length, 1)
  })

  test('are nobody else’s: a foreign or wrong UUID is not found, whatever is sent', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { browser } = await owner(service)
    const stranger = await service.account()
    const theirs = await addCharacter(service, stranger, newName())
    const csrf = csrfOf(await browser.get(path))
    for (const id of [stranger.id, theirs.id, '0'.repeat(32), 'x']) {
      notFound(await browser.get(`${path}/${id}`))
      notFound(await browser.get(confirmOf(`character-${id}`)))
      for (const form of ['primary', 'delete', 'keep'])
        assert.equal((await browser.post(`${path}/${id}/${form}`, { csrf, current: 'x' })).status, 404, form)
    }
    const { deletesAt } = await service.stored(theirs)
    assert.equal(deletesAt, undefined)
  })

  test('make a player the primary one, once in seven days, and never one that can’t play', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { account, browser, signIn } = await owner(service)
    const anna = await addCharacter(service, account, newName())
    const ben = await addCharacter(service, account, newName())
    const of = ({ id }: { id: string }) => `${path}/${id}`
    const face = async () =>
      /<header>.*?skinsystem\/face\/([0-9a-f]{32})/s.exec((await browser.get('/account')).text)?.[1]
    assert.deepEqual(primaries(await browser.get(path)), [account.username])
    assert.doesNotMatch((await browser.get(of(account))).text, /Make primary/)
    assert.equal(await face(), account.id)
    const open = await browser.get(of(ben))
    const done = await browser.send(await browser.get(of(anna)), `${of(anna)}/primary`)
    assert.equal(done.flash, 'This is your primary player now.')
    assert.match(done.text, /Your email address signs in this player, too\./)
    assert.deepEqual(primaries(await browser.get(path)), [anna.username])
    assert.equal(await face(), anna.id)
    assert.equal((await signIn(account.email)).json.selectedProfile.id, anna.id)
    const early = await browser.send(open, `${of(ben)}/primary`)
    assert.equal(early.status, 429)
    assert.ok(Number(early.headers.get('retry-after')) > 6 * 86_000)
    assert.match((await browser.get(of(ben))).text, /disabled>Make primary/)
    service.advance(7 * day)
    const again = await browser.get(of(ben))
    await suspendAccount(service.context, operator, ben, {}, { only: true })
    const refused = await browser.send(again, `${of(ben)}/primary`)
    assert.deepEqual([refused.status, refused.heading], [422, ben.username])
    assert.match(refused.alert ?? '', /can’t be the primary one/)
    assert.doesNotMatch((await browser.get(of(ben))).text, /Make primary/)
    await choosePrimary(service, anna)
    assert.deepEqual(primaries(await browser.get(path)), [anna.username])
  })

  test('delete a character after the password was asked for, and bring it back', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { account, browser, signIn } = await owner(service)
    const anna = await addCharacter(service, account, newName())
    await choosePrimary(service, anna)
    const at = `${path}/${anna.id}`
    const token = (await signIn(anna.username)).json.accessToken
    await newMail(service)
    const wrong = await browser.send(await browser.get(at), `${at}/delete`, { current: 'not this one' })
    assert.deepEqual([wrong.status, wrong.heading], [422, anna.username])
    assert.match(wrong.text, /aria-invalid="true"/)
    assert.equal((await service.stored(anna)).deletesAt, undefined)
    const gone = await browser.send(wrong, `${at}/delete`, { current: account.password })
    assert.deepEqual([gone.path, gone.heading], [at, anna.username])
    assert.match(gone.flash ?? '', /will be deleted/)
    assert.match(gone.text, /Keep character/)
    for (const other of ['Make primary', 'Delete character', 'Skin and cape</a></li>\n</ul>', '?for='])
      assert.ok(!gone.text.slice(gone.text.indexOf('<h1')).includes(other), other)
    const [mail] = await newMail(service)
    assert.equal(mail?.to, account.email)
    assert.match(mail?.subject ?? '', new RegExp(`^${anna.username} at Norn will be deleted`))
    assert.match(mail?.text ?? '', /Your account stays\.[^]*press “Keep character”/)
    assert.notEqual((await service.post('/auth/validate', { accessToken: token })).status, 200)
    assert.notEqual((await signIn(anna.username)).status, 200)
    assert.match((await browser.get(path)).text, /Will be deleted after/)
    assert.equal((await browser.get('/account')).status, 200, 'the account stays signed in')

    const kept = await browser.send(await browser.get(at), `${at}/keep`)
    assert.match(kept.flash ?? '', /^This character stays/)
    assert.equal((await signIn(anna.username)).status, 200)
    assert.deepEqual(primaries(await browser.get(path)), [account.username])
    const again = await browser.send(await browser.get(at), `${at}/delete`, { current: account.password })
    assert.match(again.text, /Keep character/)
    service.advance(30 * day)
    await deleteDueAccounts(service.context)
    await browser.signIn(account)
    notFound(await browser.get(at))
    assert.match((await signIn(account.username)).json.selectedProfile.name, new RegExp(account.username))
  })

  test('delete a character of an account without a password: each other proof, for this one alone', async (t) => {
    for (const [way, confirm] of Object.entries(ways)) {
      const service = await start({
        NORN_BASE_URL: 'https://accounts.example.org',
        NORN_GUESS_ADDRESS_ACCOUNT: '100',
        NORN_MAILS_PER_ADDRESS: '100',
      })
      const at = await scene(t, service)
      const { account, browser } = at
      const [anna, ben] = [
        await addCharacter(service, account, newName()),
        await addCharacter(service, account, newName()),
      ]
      const send = async ({ id }: { id: string }) =>
        browser.send(await browser.get(`${path}/${id}`), `${path}/${id}/delete`)
      const asked = await send(anna)
      assert.equal(asked.status, 422, way)
      assert.match(asked.alert ?? '', /Confirm who you are first/, way)
      const back = await confirm(service, at, `character-${anna.id}`)
      assert.equal(back.path, `${path}/${anna.id}`, `${way}: ${back.alert}`)
      assert.match(back.text, /You have confirmed who you are/, way)
      assert.equal((await send(ben)).status, 422, `${way}: it is for one character`)
      assert.match((await send(anna)).text, /Keep character/, way)
      assert.notEqual((await service.stored(anna)).deletesAt, undefined, way)
      await browser.send(await browser.get(`${path}/${anna.id}`), `${path}/${anna.id}/keep`)
      assert.equal((await send(anna)).status, 422, `${way}: it is used up`)
    }
  })

  test('let nobody get around a suspension: no new character, and no deletion of this one', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { account, browser, create } = await owner(service)
    const anna = await addCharacter(service, account, newName())
    const at = `${path}/${anna.id}`
    const open = await browser.get(path)
    await suspendAccount(service.context, operator, anna, { reason: 'griefing' }, { only: true })
    const refused = await browser.send(open, path, { username: newName() })
    assert.equal(refused.status, 422)
    assert.match(refused.alert ?? '', /While one of your players is suspended/)
    assert.equal((await service.logLine(refused)).reason, 'character_suspended')
    const page = await browser.get(at)
    assert.match(page.text, /suspended without an end date. Reason: griefing/)
    assert.match(page.text, /disabled>Delete character/)
    const kept = await browser.send(page, `${at}/delete`, { current: account.password })
    assert.equal(kept.status, 422)
    assert.match(kept.alert ?? '', /this character is suspended/)
    assert.equal((await service.stored(anna)).deletesAt, undefined)
    assert.match((await browser.get(path)).text, /Suspended/)
    await restoreAccount(service.context, operator, anna)
    assert.match((await create(newName())).flash ?? '', /^Your character is there/)
  })

  test('hold a hundred players within their weight', async () => {
    const service = await start({ NORN_CHARACTERS: '20' })
    const { account, browser } = await owner(service)
    const stored = await service.stored(account)
    for (let at = 0; at < 99; at++)
      await createCharacter(service.context, operator, stored, { username: `Hundred_players_${at}` })
    const { text } = await browser.get(path)
    assert.equal(text.match(/\/account\/characters\/[0-9a-f]{32}"/g)?.length, 100)
    assert.ok(Buffer.byteLength(text) < 60_000, `${Buffer.byteLength(text)} bytes`)
  })
})
