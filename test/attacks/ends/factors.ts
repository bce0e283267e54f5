// Passkeys, the app and its codes, and what confirms a form.
import { setEmail } from '../../../src/domain/accounts/set-email.ts'
import { linkIdentity } from '../../../src/domain/identities/link.ts'
import { countRecoveryCodes } from '../../../src/domain/sign-in/recovery-codes.ts'
import { minuteMs } from '../../../src/lib/measure/units.ts'
import { operator } from '../../service.ts'
import { totpCode } from '../../totp.ts'
import { authenticator } from '../../web/authenticator.ts'
import { type Browser, browserOf, type PageView } from '../../web/browser.ts'
import {
  confirmEmail,
  confirming,
  confirmOf,
  mailedCode,
  optionsOn,
  origin,
  signInAgain,
} from '../../web/confirming.ts'
import { proposedSecret } from '../../web/links.ts'
import { providerOf } from '../../web/provider.ts'
import {
  pressUndo,
  type SignedIn,
  sends,
  signedIn,
  tickBoxes,
  undoLink,
  type Walk,
  type World,
  walk,
} from './walk.ts'

async function withPasskey({ service }: World) {
  const owner = await signedIn(service)
  const key = authenticator(origin)
  const security = await owner.browser.get('/account/security')
  const answer = key.make(optionsOn(security, 'add'))
  await owner.browser.send(security, '/account/security/passkeys', { name: 'K', answer })
  return { ...owner, key, link: await undoLink(service) }
}

const passkey = walk(
  async (world) => {
    const { service } = world
    const owner = await withPasskey(world)
    return {
      ...owner,
      works: async () => {
        const guest = browserOf(service)
        const page = await guest.get('/sign-in')
        const answer = owner.key.signIn(optionsOn(page, 'sign-in'))
        return (await guest.send(page, '/sign-in/passkey', { answer })).path === '/account'
      },
    }
  },
  {
    'a box with a new password': (_, owner) => tickBoxes(owner, /^remove:/),
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'removing it': (_, { browser }) =>
      sends(browser, '/account/security', {}, '/account/security/passkeys/remove'),
  },
)

const codesOn = ({ text }: PageView): string[] =>
  [...text.matchAll(/<code>([0-9a-z]{5}-[0-9a-z]{5})</g)].map(([, code = '']) => code)

async function withApp({ service }: World) {
  const owner = await signedIn(service)
  const path = '/account/security/totp'
  const page = await owner.browser.get(path)
  const secret = proposedSecret(page)
  const shown = await owner.browser.send(page, path, { secret, code: totpCode(secret, service.now()) })
  return { ...owner, codes: codesOn(shown), link: await undoLink(service) }
}

const turnOff = ({ browser, account }: SignedIn) =>
  sends(browser, '/account/security', { password: account.password }, '/account/security/off')

const app = walk(
  async (world) => {
    const owner = await withApp(world)
    return { ...owner, works: async () => (await world.service.stored(owner.account)).hasSecondFactor }
  },
  {
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'turning it off': (_, owner) => turnOff(owner),
  },
)

const opensWith = async ({ service }: World, { account }: SignedIn, code: string) => {
  const browser = browserOf(service)
  const asked = await browser.signIn(account)
  if (asked.path === '/account') return false
  return (await browser.send(asked, '/sign-in/code', { code })).path === '/account'
}

const codesPath = '/account/security/codes'

async function renewCodes({ browser, account }: SignedIn): Promise<string[]> {
  const [, csrf = ''] =
    /name="csrf" value="([^"]+)"/.exec((await browser.get('/account/security')).text) ?? []
  await browser.post(codesPath, { csrf, password: account.password })
  return codesOn(await browser.get(codesPath))
}

const recoveryCodes = walk(
  async (world) => {
    const owner = await withApp(world)
    world.service.advance(1000)
    const codes = await renewCodes(owner)
    const link = await undoLink(world.service)
    let at = 0
    return { ...owner, codes, link, works: () => opensWith(world, owner, codes[at++] ?? '') }
  },
  {
    'the app': (_, owner) => turnOff(owner),
    'use of each': (world, owner) => opensWith(world, owner, owner.codes[1] ?? ''),
    'for a day a link in the email about new ones': async ({ service }, { link, account }) => {
      await pressUndo(service, link)
      if ((await countRecoveryCodes(service.context, account.id)) > 0) throw new Error('codes are left')
    },
    'making new ones': (_, owner) => renewCodes(owner),
  },
)

const isConfirmed = async (browser: Browser) =>
  /You have confirmed who you are/.test((await browser.get('/account/email')).text)

const endSession = async ({ browser }: Pick<SignedIn, 'browser'>, { account }: Pick<SignedIn, 'account'>) => {
  await browser.send(await browser.get('/account'), '/sign-out')
  await browser.signIn(account)
}

const confirmation = walk(
  async (world) => {
    const owner = await withPasskey(world)
    const page = await confirming(owner.browser, 'email')
    const answer = owner.key.signIn(optionsOn(page, 'sign-in'))
    await owner.browser.send(page, `${confirmOf('email')}/passkey`, { answer })
    return { ...owner, works: () => isConfirmed(owner.browser) }
  },
  {
    'its session': (_, owner) => endSession(owner, owner),
    use: (_, { browser, account }) =>
      sends(browser, '/account/email', { email: `confirmed-${account.email}` }),
    '10 minutes': async ({ service }) => service.advance(10 * minuteMs),
  },
)

let provided = 0

const mailed = walk(
  async ({ t, service }) => {
    const owner = await signedIn(service)
    const name = `mailing${++provided}`
    const mock = await providerOf(t, service, { name })
    const person = { sub: `s-${provided}` }
    const identity = { subject: person.sub, isEmailVerified: false }
    await linkIdentity(service.context, owner.by, owner.account, { provider: { name }, identity })
    await confirmEmail(service, owner.account)
    // Fresh enough for the form, and old enough that the provider has to prove more than its word.
    const form = 'delete'
    await signInAgain(service, { browser: owner.browser, mock }, form, { person })
    const code = await mailedCode(service)
    const mailPath = `${confirmOf(form)}/mail`
    const type = async (typed: string) =>
      owner.browser.send(await owner.browser.get(mailPath), mailPath, { code: typed })
    let isFirst = true
    return {
      ...owner,
      code,
      type,
      // Typing the code uses it up: before its end, the page says that it waits.
      works: async () => {
        const { path } = await owner.browser.get(mailPath)
        if (path !== mailPath || isFirst) {
          isFirst = false
          return path === mailPath
        }
        return (await type(code)).path === '/account/delete'
      },
    }
  },
  {
    'its session': (_, owner) => endSession(owner, owner),
    'another address': async ({ service }, { account }) =>
      setEmail(service.context, operator, await service.stored(account), `other-${account.email}`),
    use: (_, { type, code }) => type(code),
    '5 wrong codes': async (_, { type, code }) => {
      for (let each = 0; each < 5; each++) await type(code === '000000' ? '111111' : '000000')
    },
    '10 minutes': async ({ service }) => service.advance(10 * minuteMs),
  },
)

export const factors: Readonly<Record<string, Walk>> = {
  passkey,
  'confirmation for a form that always asks': confirmation,
  'mailed code for such a form': mailed,
  'authenticator app': app,
  'recovery codes': recoveryCodes,
}
