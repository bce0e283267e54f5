// Addresses, and links that are emailed or handed over.

import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { setEmail } from '../../../src/domain/accounts/set-email.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { makeSetupCode } from '../../../src/domain/registration/first-administrator.ts'
import { createOneTimeLink } from '../../../src/domain/sign-in/one-time-links.ts'
import { createAppPassword } from '../../../src/domain/tokens/app-passwords.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { dayMs, hourMs } from '../../../src/lib/measure/units.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { operator, type RunningService } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { choose } from '../../web/links.ts'
import { newMail } from '../../web/mailbox.ts'
import { opens, pressUndo, type SignedIn, sends, signedIn, undoLink, type Walk, walk } from './walk.ts'

async function askForAddress(service: RunningService, { browser, account }: SignedIn, email: string) {
  await sends(browser, '/account/email', { email, current: account.password })
  return (await newMail(service)).find(({ to }) => to === email)?.link ?? ''
}

const email = walk(
  async ({ service }) => {
    const owner = await signedIn(service)
    const next = `next-${owner.account.email}`
    const link = await askForAddress(service, owner, next)
    await owner.browser.send(await owner.browser.get(link), link)
    return {
      link: await undoLink(service),
      works: async () => (await service.stored(owner.account)).email === next,
    }
  },
  { 'for a day a link in the email to the former one': ({ service }, { link }) => pressUndo(service, link) },
)

const toNewAddress = walk(
  async ({ service }) => {
    const owner = await signedIn(service)
    const link = await askForAddress(service, owner, `next-${owner.account.email}`)
    return {
      ...owner,
      link,
      works: async () =>
        (await owner.browser.get(link)).path === link && (await owner.browser.get(link)).status === 200,
    }
  },
  {
    'another address': async ({ service }, { account }) =>
      setEmail(service.context, operator, await service.stored(account), `other-${account.email}`),
    use: async (_, { browser, link }) => browser.send(await browser.get(link), link),
    'a day': async ({ service }) => service.advance(dayMs),
  },
)

const toNewPassword = walk(
  async ({ service }) => {
    const owner = await signedIn(service)
    service.advance(dayMs)
    const guest = browserOf(service)
    await guest.send(await guest.get('/recover'), '/recover', { email: owner.account.email })
    const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    return { ...owner, link, works: () => opens(service, link) }
  },
  {
    'another address': async ({ service }, { account }) =>
      setEmail(service.context, operator, await service.stored(account), `other-${account.email}`),
    use: async ({ service }, { link }) => {
      const guest = browserOf(service)
      await guest.send(await guest.get(link), link, { password: 'another sentence' })
    },
    'an hour': async ({ service }) => service.advance(hourMs),
  },
)

const undoing = walk(
  async ({ service }) => {
    const { account, by } = await signedIn(service)
    await createAppPassword(service.context, by, account, 'HMCL')
    const link = await undoLink(service)
    return { link, works: () => opens(service, link) }
  },
  {
    use: ({ service }, { link }) => pressUndo(service, link),
    'a day': async ({ service }) => service.advance(dayMs),
  },
)

let newcomers = 0

const registration = walk(
  async ({ service }) => {
    service.advance(dayMs)
    const username = `Newcomer_${++newcomers}`
    const browser = browserOf(service)
    const password = 'a sentence to remember'
    await newMail(service)
    await browser.send(await browser.get('/register'), '/register', {
      username,
      email: `${username}@example.test`,
      password,
    })
    const link = (await newMail(service)).find(({ kind }) => kind === 'register')?.link ?? ''
    return { browser, link, password, works: () => opens(service, link) }
  },
  {
    use: async (_, { browser, link, password }) => browser.send(await browser.get(link), link, { password }),
    'a day': async ({ service }) => service.advance(dayMs),
  },
)

const oneTime = walk(
  async ({ service }) => {
    const [owner, maker] = [await signedIn(service), await service.account()]
    await grantRole(service.context, operator, await service.stored(maker), 'admin')
    const by = accountActor(await service.stored(maker), '192.0.2.1')
    const make = async () =>
      createOneTimeLink(service.context, by, await service.stored(owner.account), { purpose: 'password' })
    const link = `/link/${(await make()).token}`
    return { ...owner, maker, make, link, works: () => opens(service, link) }
  },
  {
    'other roles of the player': async ({ service }, { account }) =>
      grantRole(service.context, operator, await service.stored(account), 'moderator'),
    'suspension of its maker': async ({ service }, { maker }) =>
      suspendAccount(service.context, operator, await service.stored(maker), {}),
    use: ({ service }, { link }) => choose(service, link),
    'a day, unless it was given more or less': async ({ service }) => service.advance(dayMs),
    'making another': (_, { make }) => make(),
    '`norn token revoke`': async ({ service }, { account }) =>
      revokeTokens(service.context, operator, await service.stored(account)),
  },
)

const first = { username: 'Founder', email: 'founder@example.test', password: 'a sentence to remember' }

const startCode = walk(
  async ({ service }) => {
    // Administrators of other walks.
    await service.context.db.query.updateTable('account').set({ roles: null }).execute()
    const code = (await makeSetupCode(service.context)) ?? ''
    const send = async (fields: Partial<typeof first>) => {
      const browser = browserOf(service)
      return browser.send(await browser.get('/setup'), '/setup', { ...first, code, ...fields })
    }
    return {
      send,
      works: async () => !/This code is wrong/.test((await send({ username: 'not a name' })).alert ?? ''),
    }
  },
  {
    'any administrator': async ({ service }) =>
      grantRole(service.context, operator, await service.stored(await service.account()), 'admin'),
    'another start': ({ service }) => makeSetupCode(service.context),
    use: (_, { send }) => send({}),
    'an hour': async ({ service }) => service.advance(hourMs),
  },
)

export const links: Readonly<Record<string, Walk>> = {
  'email address': email,
  'emailed link to a new email address': toNewAddress,
  'emailed link to a new password': toNewPassword,
  'emailed link that undoes something': undoing,
  'emailed link that confirms a registration': registration,
  'one-time link': oneTime,
  'code of a start': startCode,
}
