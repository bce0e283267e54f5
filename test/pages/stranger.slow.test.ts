// A stranger who gets only the address ends up playing: following the pages and the emails, without a path from the
// test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase } from '../service.ts'
import { isSigned } from '../signature.ts'
import { newMail } from '../web/mailbox.ts'
import { desk, openTab, phone } from './browser.ts'

const password = 'a sentence to remember'
/** The time of a person who reads and types; the machine needs seconds. */
const limitMs = 180_000

const strangers = {
  sqlite: { language: 'en', username: 'Astrid', options: desk },
  postgres: { language: 'ru', username: 'Bjorn', options: phone },
} as const

onEveryDatabase('a stranger with only the address', (start, _shared, kind) => {
  const { language, username, options } = strangers[kind]
  test(`is in a game within three minutes, in ${language}`, async (t) => {
    const service = await start({ NORN_REGISTRATION: 'open' })
    const tab = await openTab(t, service.baseUrl, { ...options, locale: language })
    if (!tab) return
    const { page } = tab
    const text = textIn(language)
    const began = performance.now()
    const main = page.getByRole('main')
    const start1 = main.getByRole('listitem').filter({ hasText: text.home.start.registerHow })
    const start2 = main.getByRole('listitem').filter({ hasText: text.home.start.addHow })
    const type = (label: string, value: string) => main.getByLabel(label, { exact: true }).fill(value)
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click()

    await page.goto(service.baseUrl)
    await start1.getByRole('link').click()
    await type(text.register.username, username)
    await type(text.register.email, 'somebody@example.test')
    await type(text.register.password, password)
    await press(text.register.submit)
    await main.getByText(text.register.sent.toFile).waitFor()
    const [mail] = await newMail(service)
    await page.goto(mail?.link ?? '')
    await press(text.register.confirm.submit)
    await page.getByRole('status').getByText(text.register.flash.created).waitFor()
    await page.getByRole('banner').getByRole('link').first().click()
    const address = await start2.getByRole('code').textContent()
    await play(address ?? '', username)

    const seconds = (performance.now() - began) / 1000
    t.diagnostic(`${seconds.toFixed(1)} s`)
    assert.ok(seconds * 1000 < limitMs, `it took ${seconds} s`)
    await tab.close()
  })
})

interface Metadata {
  signaturePublickey: string
}
interface SignedIn {
  accessToken: string
  selectedProfile: { id: string; name: string }
}
interface Joined {
  id: string
  properties: { name: string; value: string; signature: string }[]
}

/** Uses the address like a launcher, authlib-injector and a game server, up to a signed profile. */
async function play(address: string, username: string): Promise<void> {
  const found = await fetch(address)
  const root = new URL(found.headers.get('x-authlib-injector-api-location') ?? '', address).href
  const metadata = (await (await fetch(root)).json()) as Metadata
  const signedIn = await post(`${root}authserver/authenticate`, {
    agent: { name: 'game', version: 1 },
    username,
    password,
    requestUser: true,
  })
  const { accessToken, selectedProfile } = (await signedIn.json()) as SignedIn
  assert.equal(selectedProfile.name, username)
  const sessions = `${root}sessionserver/session/minecraft`
  const join = { accessToken, selectedProfile: selectedProfile.id, serverId: 'midgard' }
  assert.equal((await post(`${sessions}/join`, join)).status, 204)
  const joined = await fetch(`${sessions}/hasJoined?username=${username}&serverId=midgard`)
  const { id, properties } = (await joined.json()) as Joined
  assert.equal(id, selectedProfile.id)
  const textures = properties.find(({ name }) => name === 'textures')
  assert.ok(textures)
  assert.ok(await isSigned(metadata.signaturePublickey, textures.value, textures.signature))
  assert.ok(!(await isSigned(metadata.signaturePublickey, `${textures.value} `, textures.signature)))
  assert.equal((await fetch(`${sessions}/hasJoined?username=${username}&serverId=midgard`)).status, 204)
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
