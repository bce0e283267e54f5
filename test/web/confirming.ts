// Somebody who proves again who they are, for the forms that always ask.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { linkIdentity } from '../../src/domain/identities/link.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { setFirstTotpSecret } from '../../src/storage/accounts/accounts.ts'
import type { ProviderRow } from '../../src/storage/schema/rows/providers.ts'
import type { RunningService, TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from './authenticator.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { type Person, proved, providerOf } from './provider.ts'

export const origin = 'https://accounts.example.org'
const secret = 'JBSWY3DPEHPK3PXP'

/** The one who is linked. */
export const steve: Person = { sub: 'st-1' }

export const optionsOn = ({ text }: PageView, kind: 'add' | 'sign-in') => {
  const [, options = ''] = new RegExp(`data-passkey="${kind}" data-options="([^"]*)"`).exec(text) ?? []
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

export const confirmOf = (form: string): string => `/account/confirm/${form}`

/** Opens the page that confirms for a form. */
export const confirming = (browser: Browser, form: string): Promise<PageView> => browser.get(confirmOf(form))

/** An account without a password that has everything else, signed in a minute ago, and its provider. */
export async function scene(t: TestContext, service: RunningService, given: Partial<ProviderRow> = {}) {
  const { context } = service
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  const mock = await providerOf(t, service, given)
  const by = accountActor(await service.stored(account), '192.0.2.1')
  const identity = { subject: steve.sub, isEmailVerified: false }
  await linkIdentity(context, by, account, { provider: { name: 'school' }, identity })
  const key = authenticator(origin)
  const security = await browser.get('/account/security')
  const answer = key.make(optionsOn(security, 'add'))
  await browser.send(security, '/account/security/passkeys', { name: 'K', answer })
  await context.db.transaction((tx) => setFirstTotpSecret(tx, account.id, secret))
  await setRow(service, account, { password_hash: unusableHash })
  await confirmEmail(service, account)
  await newMail(service)
  service.advance(60_000)
  return { account, browser, key, mock }
}

export type Scene = Awaited<ReturnType<typeof scene>>

export async function setRow(
  { context: { db } }: RunningService,
  { id }: Pick<TestAccount, 'id'>,
  row: Record<string, string | number | null>,
): Promise<void> {
  await db.query.updateTable('account').set(row).where('id', '=', id).execute()
}

export const confirmEmail = (service: RunningService, account: TestAccount): Promise<void> =>
  setRow(service, account, { email_confirmed: account.email.toLowerCase() })

/** Presses "Confirm with The School", and returns the address to which the page leads. */
export async function pressProvider(browser: Browser, form: string): Promise<URL> {
  const page = await browser.send(await confirming(browser, form), `${confirmOf(form)}/with`)
  const [, away] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
  assert.ok(away, page.text)
  return new URL(away)
}

/** Comes back from the provider, which has signed the person in that many seconds ago, if it says so. */
export async function signInAgain(
  service: RunningService,
  { browser, mock }: Pick<Scene, 'browser' | 'mock'>,
  form: string,
  { ageSeconds, person = steve }: { ageSeconds?: number; person?: Person } = {},
): Promise<PageView> {
  // Emails are in the order of their time.
  service.advance(1)
  const asked = await pressProvider(browser, form)
  const auth_time =
    ageSeconds === undefined ? {} : { auth_time: Math.floor(service.now() / 1000) - ageSeconds }
  return browser.get(proved(mock, asked, { ...person, ...auth_time }))
}

/** Returns the code of the newest email. */
export async function mailedCode(service: RunningService): Promise<string> {
  const mail = (await newMail(service)).findLast(({ kind }) => kind === 'code')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** The ways to confirm. Each returns the page to which it led. */
export const ways: Record<
  string,
  (service: RunningService, scene: Scene, form: string) => Promise<PageView>
> = {
  passkey: async (_, { browser, key }, form) => {
    const page = await confirming(browser, form)
    const answer = key.signIn(optionsOn(page, 'sign-in'))
    return browser.send(page, `${confirmOf(form)}/passkey`, { answer })
  },
  'second factor': async (service, { browser }, form) => {
    // A code works once.
    service.advance(31_000)
    const code = totpCode(secret, service.now())
    return browser.send(await confirming(browser, form), `${confirmOf(form)}/code`, { code })
  },
  provider: (service, at, form) => signInAgain(service, at, form, { ageSeconds: 5 }),
  'provider and mail': async (service, at, form) => {
    const page = await signInAgain(service, at, form)
    assert.deepEqual([page.path, page.heading], [`${confirmOf(form)}/mail`, 'Check your mail'])
    return at.browser.send(page, page.path, { code: await mailedCode(service) })
  },
}
