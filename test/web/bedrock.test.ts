// /account/linked: codes of players of Bedrock, and the links they make.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeBedrockCode } from '../../src/domain/bedrock/codes.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { bedrockOf } from '../../src/domain/bedrock/links.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const path = '/account/linked'
const on = { NORN_BEDROCK_LINKS: 'on' }
const xuid = '2535405290123456'

const codeFor = async ({ context }: RunningService, id = xuid, gamertag: string | null = 'Kid 7') =>
  (await makeBedrockCode(context, operator, { xuid: id, gamertag })).code

async function signedIn(service: RunningService, given: Partial<TestAccount> = {}) {
  const account = await service.account(given)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

/** Types a code, and says yes to the question that follows. */
async function type(browser: Browser, code: string, of = ''): Promise<PageView> {
  const page = await browser.send(await browser.get(path + of), path + of, { code })
  return page.text.includes(`${path}/answer`) ? browser.send(page, `${path}/answer${of}`) : page
}

onEveryDatabase('players of Bedrock on the page of linked accounts', (start) => {
  test('a code links the player once; the page, the export, the audit log and an email say so', async () => {
    const service = await start(on)
    const { account, browser } = await signedIn(service)
    const home = await browser.get('/account')
    assert.match(home.text, /href="\/account\/linked"/)
    assert.match((await browser.get(path)).text, /Do you also play Bedrock\?/)
    assert.doesNotMatch((await browser.get(path)).text, /another service/)
    const code = await codeFor(service)
    await newMail(service)
    const asked = await browser.send(await browser.get(path), path, {
      code: `${code.slice(0, 3)}-${code.slice(3)}`,
    })
    assert.equal(asked.heading, 'Link Kid 7 of Bedrock?')
    assert.equal(await bedrockOf(service.context, account), undefined)
    const page = await browser.send(asked, `${path}/answer`)
    assert.deepEqual([page.status, page.path, page.flash], [200, path, 'The player is linked.'])
    assert.match(page.text, /<strong>Kid 7 \(Bedrock\)<\/strong><p class="hint">Linked since /)
    assert.match(page.text, /<button class="quiet">Unlink: Kid 7<\/button>/)
    const [mail] = await newMail(service)
    assert.equal(mail?.subject, 'A player was linked to your account at Norn')
    assert.match(mail?.text ?? '', /This player of Bedrock now belongs to your account: Kid 7\./)
    const exported = JSON.parse(
      (await browser.send(await browser.get('/account/export'), '/account/export')).text,
    )
    const { linkedAt, ...player } = exported.bedrock
    assert.deepEqual(player, { xuid, gamertag: 'Kid 7' })
    assert.match(linkedAt, /^2026-/)
    const entry = exported.audit.find(({ event }: { event: string }) => event === 'account.linked')
    assert.deepEqual(entry.details, { name: 'Kid 7', id: xuid, neighbour: 'bedrock' })
    // Used up, for this account and for any other.
    const { browser: other } = await signedIn(service)
    for (const again of [await type(browser, code), await type(other, code)]) assert.equal(again.status, 422)
    // The link in the email undoes it.
    const guest = browserOf(service)
    const undoing = mail?.link ?? ''
    const undo = await guest.get(undoing)
    assert.match(undo.text, /Kid 7 of Bedrock was linked to the account/)
    await guest.send(undo, undoing)
    assert.equal(await bedrockOf(service.context, account), undefined)
    assert.equal((await guest.get(undoing)).status, 410)
  })

  test('the player unlinks, without a gamertag by the XUID', async () => {
    const service = await start(on)
    const { account, browser } = await signedIn(service)
    const page = await type(browser, await codeFor(service, xuid, null))
    assert.match(page.text, new RegExp(`<strong>${xuid} \\(Bedrock\\)</strong>`))
    await newMail(service)
    const gone = await browser.send(page, `${path}/remove`)
    assert.equal(gone.flash, 'The player is no longer linked.')
    assert.doesNotMatch(gone.text, new RegExp(xuid))
    assert.equal((await newMail(service))[0]?.subject, 'A player was unlinked from your account at Norn')
    assert.equal(await bedrockOf(service.context, account), undefined)
  })

  test('either has one link: the reason stands at the field', async () => {
    const service = await start(on)
    const { account, browser } = await signedIn(service)
    const { browser: other } = await signedIn(service)
    await type(browser, await codeFor(service))
    // The same again may be repeated, and brings the current name.
    const same = await type(browser, await codeFor(service, xuid, 'Kid 8'))
    assert.equal(same.status, 200)
    assert.match(same.text, /Unlink: Kid 8/)
    for (const refused of [
      await type(browser, await codeFor(service, '2')),
      await type(other, await codeFor(service)),
    ]) {
      assert.equal(refused.status, 422)
      assert.match(
        refused.text,
        /already linked to somebody else here, or this player to another one of Bedrock/,
      )
    }
    assert.equal((await bedrockOf(service.context, account))?.gamertag, 'Kid 8')
  })

  test('a code is valid for ten minutes, and a new one replaces it', async () => {
    const service = await start(on)
    const { browser } = await signedIn(service)
    const first = await codeFor(service)
    const second = await codeFor(service)
    assert.equal((await type(browser, first)).status, first === second ? 200 : 422)
    service.advance(10 * minuteMs)
    assert.equal((await type(browser, second)).status, 422)
    const third = await codeFor(service)
    service.advance(10 * minuteMs - 1)
    assert.equal((await type(browser, third)).status, 200)
  })

  test('each player of an account has its own', async () => {
    const service = await start(on)
    const { account, browser } = await signedIn(service)
    const child = await addCharacter(service, account, 'Child')
    const page = await type(browser, await codeFor(service), `?for=${child.id}`)
    assert.equal(page.flash, 'The player is linked.')
    assert.equal((await bedrockOf(service.context, child))?.xuid, xuid)
    assert.equal(await bedrockOf(service.context, account), undefined)
    await type(browser, await codeFor(service, '2'))
    assert.equal((await bedrockOf(service.context, account))?.xuid, '2')
    // Nobody else's player takes a code.
    const { browser: stranger } = await signedIn(service)
    assert.equal((await stranger.get(`${path}?for=${child.id}`)).status, 404)
  })

  test('a new password may end it, as may an administrator on the page of the account', async () => {
    const service = await start(on)
    const { account, browser } = await signedIn(service)
    await linkBedrock(service.context, operator, account, { xuid, gamertag: 'Kid 7' })
    const page = await browser.get('/account/password')
    assert.match(page.text, /Unlink: Kid 7 of Bedrock/)
    await browser.send(page, '/account/password', {
      current: account.password,
      password: 'another sentence',
      [`unlink:bedrock:${xuid}`]: 'on',
    })
    assert.equal(await bedrockOf(service.context, account), undefined)
  })

  test('without the setting no code is taken, and a link that is there can still be ended', async () => {
    const service = await start()
    const { account, browser } = await signedIn(service)
    const code = await codeFor(service)
    assert.doesNotMatch((await browser.get(path)).text, /Bedrock/)
    const page = await browser.get(`${path}?for=${account.id}`)
    assert.doesNotMatch(page.text, /Bedrock/)
    await linkBedrock(service.context, operator, account, { xuid })
    const listed = await browser.get(path)
    assert.equal((await browser.send(listed, path, { code })).status, 422)
    await browser.send(listed, `${path}/remove`)
    assert.equal(await bedrockOf(service.context, account), undefined)
  })

  test('every language has the page, below its weight', async () => {
    const service = await start(on)
    for (const language of ['en', 'de', 'fr', 'es', 'pt-BR', 'ru', 'zh-CN']) {
      const { browser } = await signedIn(service, { language })
      const page = await type(browser, await codeFor(service, xuid, 'W'.repeat(64)))
      assert.match(page.text, language === 'zh-CN' ? /W（基岩版）/ : /W \(Bedrock\)/)
      assert.ok(page.text.length < 60_000)
      await browser.send(page, `${path}/remove`)
    }
  })

  test('a gamertag is text', async () => {
    const service = await start(on)
    const { browser } = await signedIn(service)
    const page = await type(browser, await codeFor(service, xuid, '<b>"&\'</b>'))
    assert.doesNotMatch(page.text, /<b>"/)
    assert.match(page.text, /&lt;b&gt;/)
    for (const gamertag of ['', ' Kid', 'a\nb', 'a\u0000b', '\u202eKid', 'a\u2066b', 'W'.repeat(65)]) {
      await assert.rejects(
        makeBedrockCode(service.context, operator, { xuid, gamertag }),
        { reason: 'malformed' },
        JSON.stringify(gamertag),
      )
    }
  })
})
