// A thief who knew the password could take the email address away for good: the email to the old one had no way back.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { dayMs } from '../../src/lib/measure/units.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

async function signedIn(service: RunningService, account: TestAccount) {
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

/** Changes the address as its owner does, and returns the email to the old one. */
async function change(service: RunningService, browser: Browser, account: TestAccount, email: string) {
  await newMail(service)
  const fields = { email, current: account.password }
  await browser.send(await browser.get('/account/email'), '/account/email', fields)
  const [sent] = await newMail(service)
  await browser.send(await browser.get(sent?.link ?? ''), sent?.link ?? '')
  assert.equal((await service.stored(account)).email, email)
  const [mail] = await newMail(service)
  assert.ok(mail)
  return mail
}

onEveryDatabase('changed email', (start, shared) => {
  test('the email to the old address has a button that gives the account this address back, once, for a day', async () => {
    const service = await start()
    for (const language of ['en', 'de', 'zh-CN']) {
      const account = await service.account({ language })
      const thief = await signedIn(service, account)
      const mail = await change(service, thief, account, `thief-${account.email}`)
      assert.equal(mail.to, account.email)
      assert.match(mail.link, /^\/security\/undo\/[\w-]{22}$/)
      service.advance(dayMs - 1)
      const owner = browserOf(service)
      const page = await owner.get(mail.link)
      assert.equal(page.status, 200)
      assert.equal((await service.stored(account)).email, `thief-${account.email}`)
      const done = await owner.send(page, mail.link)
      assert.equal(done.path, '/recover')
      const { email, isEmailConfirmed } = await service.stored(account)
      assert.deepEqual([email, isEmailConfirmed], [account.email, true])
      assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
      assert.equal((await owner.get(mail.link)).status, 410)
      assert.equal((await owner.send(page, mail.link)).status, 410)
      // The way back in works at once.
      await newMail(service)
      await owner.send(await owner.get('/recover'), '/recover', { email: account.email })
      assert.equal((await newMail(service))[0]?.kind, 'recover')
      const known = service.log.join('')
      assert.ok(!known.includes(mail.link.slice(-22)) && !known.includes(account.email))
    }
    const late = await service.account()
    const browser = await signedIn(service, late)
    const { link } = await change(service, browser, late, `new-${late.email}`)
    service.advance(dayMs)
    assert.equal((await browserOf(service).get(link)).status, 410)
  })

  test('it ends what was added since, whose emails went to the other address', async (t: TestContext) => {
    const service = await start()
    const { context } = service
    await neighbourhood(t, service, { friends: {} })
    const account = await service.account()
    const link = async (number: number) => {
      const player = { neighbour: 'friends', id: uuid(number), name: `Player_${number}` }
      const typed = { code: (await makeLinkCode(context, player)) ?? '', address: '192.0.2.1' }
      await linkPlayer(context, operator, account, typed)
    }
    const key = { account_id: account.id, public_key: 'AQ', counter: 0, backup_eligible: 0 as const }
    const passkey = (id: string) =>
      context.db.query
        .insertInto('passkey')
        .values({ ...key, id, name: id, created_at: service.now() })
        .execute()
    await link(1)
    await passkey('own')
    service.advance(1)
    const thief = await signedIn(service, account)
    const mail = await change(service, thief, account, 'thief@example.test')
    service.advance(1)
    await link(2)
    await passkey('thief')
    const page = await thief.get('/account/security/totp')
    const secret = /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? ''
    const app = { secret, code: totpCode(secret, service.now()), current: account.password }
    await thief.send(page, '/account/security/totp', app)
    assert.equal((await service.stored(account)).hasSecondFactor, true)
    const theirs = (await newMail(service)).find(({ link: at }) => at.startsWith('/security/undo/'))

    const owner = browserOf(service)
    await owner.send(await owner.get(mail.link), mail.link)
    const after = await service.stored(account)
    assert.deepEqual([after.email, after.hasSecondFactor], [account.email, false])
    assert.deepEqual(
      (await linkedPlayers(context, account)).map(({ name }) => name),
      ['Player_1'],
    )
    const passkeys = await context.db.query.selectFrom('passkey').select('id').execute()
    assert.deepEqual(passkeys, [{ id: 'own' }])
    assert.equal((await owner.get(theirs?.link ?? '')).status, 410, 'the thief’s own undo links are dead')
  })

  test('changing the address twice neither kills the first way back nor gives the second address one', async () => {
    const service = await shared()
    const account = await service.account()
    const thief = await signedIn(service, account)
    const first = await change(service, thief, account, `second-${account.email}`)
    const second = await change(service, thief, account, `third-${account.email}`)
    assert.equal(second.to, `second-${account.email}`)
    assert.doesNotMatch(second.text, /security\/undo/)
    assert.match(second.text, /ask the operators for help at once/)
    assert.doesNotMatch(first.text, /ask the operators/)
    // Back to the first address, as if nothing had happened: the thief still has no link.
    const third = await change(service, thief, account, account.email)
    assert.doesNotMatch(third.text, /security\/undo/)
    const owner = browserOf(service)
    await owner.send(await owner.get(first.link), first.link)
    assert.equal((await service.stored(account)).email, account.email)
  })

  test('an operator’s change has none, and an address that another account has now is not taken from it', async () => {
    const service = await shared()
    const account = await service.account()
    await newMail(service)
    await setEmail(service.context, operator, await service.stored(account), `set-${account.email}`)
    const mails = await newMail(service)
    assert.equal(mails.length, 2)
    for (const { text } of mails) assert.doesNotMatch(text, /security\/undo/)

    const second = await service.account()
    const mail = await change(service, await signedIn(service, second), second, `new-${second.email}`)
    const other = await service.account()
    await setEmail(service.context, operator, await service.stored(other), second.email.toUpperCase())
    const owner = browserOf(service)
    assert.equal((await owner.send(await owner.get(mail.link), mail.link)).status, 410)
    assert.equal((await service.stored(second)).email, `new-${second.email}`)
    assert.equal((await service.stored(other)).email, second.email.toUpperCase())
  })
})
