// A link to a new email address outlived "Sign out everywhere": whatever waits for somebody, against whatever ends it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { askForEmail } from '../../src/domain/accounts/own-email.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { awaitSecondStep, waitingSignIn } from '../../src/domain/sign-in/second-step.ts'
import { provedBy } from '../../src/domain/sign-in/sign-in.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { dayMs } from '../../src/lib/measure/units.ts'
import { setFirstTotpSecret } from '../../src/storage/accounts/accounts.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { choose, linkTo } from '../web/links.ts'
import { newMail } from '../web/mailbox.ts'
import { allow, application, authorizePath, redeem, redeemCode, startDevice } from '../wire/oauth2/oauth.ts'

const secret = 'JBSWY3DPEHPK3PXP'

/** Signs in, with the code of the app if there is one. */
async function enter(service: RunningService, account: { username: string; password: string }) {
  const browser = browserOf(service)
  const page = await browser.signIn(account)
  if (page.path.startsWith('/sign-in/code')) {
    // Each code of the app works once.
    service.advance(30_000)
    await browser.send(page, '/sign-in/code', { code: totpCode(secret, service.now()) })
  }
  return browser
}

async function askForAddress(service: RunningService, browser: Browser, email: string, current: string) {
  await newMail(service)
  await browser.send(await browser.get('/account/email'), '/account/email', { email, current })
  return (await newMail(service)).find(({ to }) => to === email)?.link ?? ''
}

async function askForRecovery(service: RunningService, email: string): Promise<string> {
  const browser = browserOf(service)
  await newMail(service)
  await browser.send(await browser.get('/recover'), '/recover', { email })
  return (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
}

/** An account for which everything waits. With `hasApp`, it has an authenticator app. */
async function scene(service: RunningService, { hasApp }: { hasApp: boolean }) {
  // Budgets of emails are full again.
  service.advance(dayMs)
  const { context } = service
  const account = await service.account()
  const stored = () => service.stored(account)
  const { username } = account
  if (hasApp) await context.db.transaction((tx) => setFirstTotpSecret(tx, account.id, secret))
  let { password } = account
  const first = `first-${account.email}`
  await setEmail(context, operator, await stored(), first)
  const [session, owner] = [await enter(service, account), await enter(service, account)]

  // The address that undoing leads back to, and another change of it that waits.
  const changed = await askForAddress(service, owner, `second-${account.email}`, password)
  await owner.send(await owner.get(changed), changed)
  const undo = (await newMail(service)).find(({ to }) => to === first)?.link ?? ''
  const third = `third-${account.email}`
  const address = await askForAddress(service, owner, third, password)
  const recovery = await askForRecovery(service, `second-${account.email}`)
  const { token: link } = await createOneTimeLink(context, operator, await stored(), { purpose: 'password' })

  const { id, credentialsVersion: credentials_version } = await stored()
  const step = await awaitSecondStep(context, provedBy(context, username, { id, credentials_version }))
  const device = await startDevice(service, 'openid')
  await allow(service, account, device.user_code)
  service.advance(30_000)
  const secondCode = hasApp ? `:${totpCode(secret, service.now())}` : ''
  const accessToken = (
    await service.post('/auth/authenticate', { username, password: password + secondCode, clientToken: 'x' })
  ).json.accessToken
  const joined = { accessToken, selectedProfile: account.id, serverId: username }
  assert.equal((await service.post('/session/join', joined)).status, 200)
  const app = await application(service)
  const question = await owner.get(authorizePath(app))
  const answered = await owner.send(question, question.path, { answer: 'allow' })
  const code = answered.sentTo?.searchParams.get('code') ?? ''
  const opens = async (path: string) => (await browserOf(service).get(path)).status === 200

  /** Resolves to whether each still works. Signs in again for those that only the owner can use. */
  const waiting = {
    'code of an application': async () => (await redeemCode(service, app, code)).status === 200,
    'session, and the questions in it': async () => (await session.get('/account')).path === '/account',
    'emailed link to a new password': () => opens(recovery),
    'one-time link': () => opens(`/link/${link}`),
    'link that gives a former address back': () => opens(undo),
    'second step of a sign-in': async () => (await waitingSignIn(context, step)) !== undefined,
    'code of a device': async () => (await redeem(service, device.device_code)).status === 200,
    join: async () => {
      const { username: name } = await stored()
      return (await service.get(`/session/hasJoined?username=${name}&serverId=${username}`)).status === 200
    },
    'new email address': async () => {
      const browser = await enter(service, { username: (await stored()).username, password })
      const page = await browser.get(address)
      if (page.status !== 200 || page.path !== address) return false
      await browser.send(page, address)
      return (await stored()).email === third
    },
  }
  return {
    account,
    owner,
    stored,
    waiting,
    password,
    /** The event has changed the password. */
    choose: (chosen: string) => {
      password = chosen
    },
  }
}

type Scene = Awaited<ReturnType<typeof scene>>

type Happen = (service: RunningService, scene: Scene) => Promise<unknown>

const chosen = 'another sentence to remember'

const everything: readonly (keyof Scene['waiting'])[] = [
  'session, and the questions in it',
  'new email address',
  'one-time link',
  'second step of a sign-in',
  'code of a device',
  'code of an application',
  'join',
]
const recovery = 'emailed link to a new password' as const

interface EventRow {
  happen: Happen
  ends: readonly (keyof Scene['waiting'])[]
  hasApp?: true
  /** Gives back what the event has taken, and nothing else. */
  after?: Happen
}

const events: Record<string, EventRow> = {
  'new password of the owner': {
    happen: async (_, { owner, choose: chooses, password }) => {
      await owner.send(await owner.get('/account/password'), '/account/password', {
        password: chosen,
        current: password,
      })
      chooses(chosen)
    },
    ends: [...everything, recovery],
  },
  'new password by an operator': {
    happen: async ({ context }, { stored, choose: chooses }) => {
      await setPassword(context, operator, await stored(), chosen)
      chooses(chosen)
    },
    ends: [...everything, recovery],
  },
  'recovery by email': {
    happen: async (service, { stored, choose: chooses }) => {
      const link = await askForRecovery(service, (await stored()).email ?? '')
      const guest = browserOf(service)
      await guest.send(await guest.get(link), link, { password: chosen })
      chooses(chosen)
    },
    ends: [...everything, recovery],
  },
  'a one-time link that is used': {
    happen: async (service, { account, choose: chooses }) => {
      await choose(service, await linkTo(service, account), chosen)
      chooses(chosen)
    },
    ends: [...everything, recovery],
  },
  'sign out everywhere': {
    happen: async (_, { owner }) => owner.send(await owner.get('/account/devices'), '/account/devices'),
    ends: everything,
  },
  'all sessions ended by an operator': {
    happen: async ({ context }, { stored }) => revokeTokens(context, operator, await stored()),
    ends: everything,
  },
  'signout of a launcher': {
    happen: async (service, { account, password }) =>
      assert.equal(
        (await service.post('/auth/signout', { username: account.username, password })).status,
        200,
      ),
    ends: everything,
  },
  'suspension, and its end': {
    happen: async ({ context }, { stored }) => suspendAccount(context, operator, await stored(), {}),
    after: async ({ context }, { stored }) => restoreAccount(context, operator, await stored()),
    ends: everything,
  },
  'deletion, and changing one’s mind': {
    happen: async ({ context }, { stored }) => requestDeletion(context, operator, await stored()),
    after: async (service, { account, password }) => {
      const browser = await enter(service, { username: account.username, password })
      await browser.send(await browser.get('/account/delete'), '/account/delete/keep')
    },
    ends: everything,
  },
  'second factor turned on': {
    happen: async ({ context }, { stored, account }) => {
      await enableSecondFactor(context, operator, await stored())
      // With the secret of this test.
      await disableSecondFactor(context, operator, await stored())
      await context.db.transaction((tx) => setFirstTotpSecret(tx, account.id, secret))
    },
    ends: [...everything, recovery],
  },
  'second factor turned off by its owner': {
    hasApp: true,
    happen: async (_, { owner, password }) =>
      owner.send(await owner.get('/account/security'), '/account/security/off', { password }),
    ends: ['new email address', 'one-time link', recovery],
  },
  'second factor turned off by an operator': {
    hasApp: true,
    happen: async ({ context }, { stored }) => disableSecondFactor(context, operator, await stored()),
    ends: ['new email address', 'one-time link', recovery],
  },
  'another name': {
    happen: async ({ context }, { stored, account }) =>
      renameAccount(context, operator, await stored(), `Re${account.username}`),
    ends: [],
  },
  'another address confirmed by the owner': {
    happen: async (service, { owner, account, password }) => {
      const link = await askForAddress(service, owner, `other-${account.email}`, password)
      await owner.send(await owner.get(link), link)
    },
    ends: ['new email address', recovery],
  },
  'another address by an operator': {
    happen: async ({ context }, { stored, account }) =>
      setEmail(context, operator, await stored(), `set-${account.email}`),
    ends: ['new email address', recovery, 'link that gives a former address back'],
  },
  'another role': {
    happen: async ({ context }, { stored }) => grantRole(context, operator, await stored(), 'moderator'),
    ends: ['one-time link'],
  },
}

onEveryDatabase('unfinished things', (_start, shared) => {
  test('works as long as nothing happens', async () => {
    const service = await shared()
    for (const hasApp of [false, true]) {
      const { waiting } = await scene(service, { hasApp })
      for (const [name, works] of Object.entries(waiting)) assert.ok(await works(), name)
    }
  })

  test('a session that has ended since its password was proved can ask for no new address', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.stored(await service.account())
    await revokeTokens(context, operator, account)
    await newMail(service)
    const asked = askForEmail(context, account, 'thief@example.test', '192.0.2.1')
    await assert.rejects(asked, { reason: 'session_ended' })
    assert.deepEqual(await newMail(service), [])
  })

  for (const [event, { happen, ends, hasApp = false, after }] of Object.entries(events)) {
    test(`ends, or does not: ${event}`, async () => {
      const service = await shared()
      const before = await scene(service, { hasApp })
      await happen(service, before)
      if (after) {
        assert.equal(await before.waiting['new email address'](), false, 'not meanwhile')
        await after(service, before)
      }
      const ended: string[] = []
      for (const [name, works] of Object.entries(before.waiting)) if (!(await works())) ended.push(name)
      assert.deepEqual(ended.toSorted(), [...ends].toSorted())
    })
  }
})
