// The account pages that consist of one small form each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '../../src/domain/audit/list.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const day = 86_400_000

/** The events of the account, newest first, each with its actor. */
const eventsOf = async ({ context }: RunningService, account: string): Promise<string[]> =>
  (await listAudit(context, { account, limit: 100 })).map(({ event, actor }) => `${event} by ${actor.name}`)

onEveryDatabase('account pages', (start, shared) => {
  test('the language is chosen from a list and applies to the pages from then on', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const page = await browser.signIn(account, '/account/language')
    assert.equal(page.heading, 'Language')
    assert.match(page.text, /<option value="en" lang="en" selected>English<\/option>/)
    const wrong = await browser.send(page, '/account/language', { language: 'constructor' })
    assert.deepEqual([wrong.status, wrong.alert], [422, 'Choose one of the languages in the list.'])
    assert.match(wrong.text, /<select [^>]*aria-invalid="true" aria-describedby="alert">/)
    const saved = await browser.send(wrong, '/account/language', { language: 'ru' })
    assert.deepEqual([saved.path, saved.heading], ['/account/language', 'Язык'])
    assert.equal(saved.flash, 'Теперь эти страницы и наши письма на русском языке.')
    assert.equal((await service.stored(account)).language, 'ru')
  })

  test('a change of password requires the current one; this session stays, all others end', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await service.signIn(account)
    const elsewhere = browserOf(service)
    await elsewhere.signIn(account)
    const browser = browserOf(service)
    assert.equal((await browser.get('/.well-known/change-password')).path, '/sign-in?next=/account/password')
    const page = await browser.signIn(account, '/account/password')
    assert.match(page.text, /<label for="current">Current password<\/label>/)
    assert.match(page.text, /autocomplete="new-password"/)

    const wrong = await browser.send(page, '/account/password', { current: 'wrong', password: 'a new one' })
    assert.deepEqual([wrong.status, wrong.alert], [422, 'That is not your password. Nothing was changed.'])
    assert.match(wrong.text, /id="current" [^>]*aria-describedby="alert" aria-invalid="true"/)
    assert.doesNotMatch(wrong.text, /a new one/)
    const empty = await browser.send(wrong, '/account/password', { current: account.password })
    assert.equal(empty.status, 422)
    assert.match(empty.text, /id="password" [^>]*aria-invalid="true"/)
    assert.equal((await elsewhere.get('/account')).status, 200)

    const fields = { current: account.password, password: 'a new one' }
    const changed = await browser.send(empty, '/account/password', fields)
    assert.equal(changed.path, '/account/password')
    assert.equal(changed.flash, 'Your password was changed. You are signed out everywhere else.')
    assert.equal((await elsewhere.get('/account')).path, '/sign-in?next=/account')
    const validated = await service.post('/auth/validate', { accessToken: token })
    assert.equal(validated.status, 401)
    assert.equal((await browser.get('/account')).path, '/account')
    await service.signIn({ ...account, password: 'a new one' })
    assert.ok(
      (await eventsOf(service, account.id)).includes(`account.password_changed by ${account.username}`),
    )
  })

  test('guesses of the current password use the same budgets as sign-ins', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '2' })
    const account = await service.account()
    const browser = browserOf(service)
    const page = await browser.signIn(account, '/account/password')
    const wrong = { current: 'wrong', password: 'a new one' }
    await browser.send(page, '/account/password', wrong)
    await browser.send(page, '/account/password', wrong)
    const right = { current: account.password, password: 'a new one' }
    const spent = await browser.send(page, '/account/password', right)
    assert.equal(spent.status, 429)
    assert.equal(spent.headers.get('retry-after'), '10')
    const launcher = { username: account.username, password: account.password, clientToken: 'c' }
    assert.equal((await service.post('/auth/authenticate', launcher)).status, 429)
  })

  test('the username can change once per cooldown, and former names are listed', async () => {
    const service = await shared()
    const account = await service.account()
    const other = await service.account()
    const browser = browserOf(service)
    let page = await browser.signIn(account, '/account/username')
    assert.match(page.text, /After a change you have to keep the new name for at least 30 days\./)
    assert.doesNotMatch(page.text, /Former names/)
    for (const [username, problem] of [
      ['two words', 'Use 3 to 16 letters, digits and underscores.'],
      ['', 'Use 3 to 16 letters, digits and underscores.'],
      ['Adm1n', 'This name, or one that looks like it, is reserved. Choose another one.'],
      [other.username.toUpperCase(), 'This name is taken. Choose another one.'],
      [account.username, 'That is already your name.'],
    ] as const) {
      page = await browser.send(page, '/account/username', { username })
      assert.equal(page.status, 422, username)
      assert.ok(page.text.includes(`<p class="problem" id="username-problem">${problem}</p>`), username)
      assert.ok(page.text.includes(`value="${username}"`), username)
    }
    service.advance(day)
    const renamed = `${account.username}_2`
    page = await browser.send(page, '/account/username', { username: ` ${renamed} ` })
    assert.deepEqual([page.path, page.flash], ['/account/username', 'Your name was changed.'])
    assert.ok(page.text.includes(`<b>${account.username}</b>`))
    // The page offers the only name that can be taken now, in the letters that the player wrote.
    assert.match(page.text, /You can change it again after .* Until then you can only go back to a name/s)
    assert.match(page.text, new RegExp(`name="username" type="text" value="${account.username}"`))
    assert.doesNotMatch(page.text, /<button class="main" disabled>|readonly/)
    assert.match(page.text, /<button class="quiet">Change username/)
    assert.ok((await service.get(`/users/profiles/minecraft/${renamed}`)).text.includes(account.id))
    assert.equal((await eventsOf(service, account.id))[0], `account.renamed by ${account.username}`)

    const early = await browser.send(page, '/account/username', { username: `${renamed}_3` })
    assert.deepEqual([early.status, early.headers.get('retry-after')], [429, String(30 * 86_400)])
    assert.equal((await service.stored(account)).username, renamed)
    service.advance(30 * day)
    await browser.signIn({ ...account, username: renamed })
    page = await browser.send(await browser.get('/account/username'), '/account/username', {
      username: account.username,
    })
    assert.equal(page.flash, 'Your name was changed.')
  })

  test('a username that has to wait offers no button, unless a former name can be taken back', async () => {
    const service = await start({ NORN_NAME_HOLD: '0s' })
    const account = await service.account()
    const browser = browserOf(service)
    let page = await browser.signIn(account, '/account/username')
    assert.match(page.text, /<button class="main">Change username/)
    const username = `${account.username}_2`
    service.advance(day)
    page = await browser.send(page, '/account/username', { username })
    assert.match(page.text, /You can change it again after <time/)
    assert.match(page.text, new RegExp(`name="username" type="text" value="${username}"[^>]* readonly`))
    assert.match(page.text, /<button class="main" disabled>Change username/)
    assert.doesNotMatch(page.text, /Until then|letters, digits and underscores/)
    const early = await browser.send(page, '/account/username', { username: account.username })
    assert.equal(early.status, 429)

    const held = await start()
    const other = await held.account()
    const again = browserOf(held)
    page = await again.signIn(other, '/account/username')
    held.advance(day)
    page = await again.send(page, '/account/username', { username: `${other.username}_2` })
    page = await again.send(page, '/account/username', { username: other.username })
    assert.equal(page.flash, 'Your name was changed.')
    assert.equal((await held.stored(other)).username, other.username)
  })

  test('with a custom NORN_USERNAME_PATTERN, no page shows the default rule', async () => {
    const service = await start({ NORN_USERNAME_PATTERN: '[a-z]{4,8}' })
    const browser = browserOf(service)
    const page = await browser.signIn(await service.account(), '/account/username')
    const declined = await browser.send(page, '/account/username', { username: 'Steve' })
    assert.equal(declined.status, 422)
    assert.match(declined.text, /This name is not allowed here\. Choose another one\./)
    assert.doesNotMatch(declined.text, /3 to 16/)
  })
})
