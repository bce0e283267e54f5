// Sessions, tokens, app passwords, grants and what waits to become one.
import assert from 'node:assert/strict'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { createGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { createClient } from '../../../src/domain/oauth/clients.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import {
  awaitSecondStep,
  completeWithoutCode,
  waitingSignIn,
} from '../../../src/domain/sign-in/second-step.ts'
import { provedBy } from '../../../src/domain/sign-in/sign-in.ts'
import { createAppPassword } from '../../../src/domain/tokens/app-passwords.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { dayMs, minuteMs } from '../../../src/lib/measure/units.ts'
import { addCharacter } from '../../characters.ts'
import { operator, type RunningService } from '../../service.ts'
import { type Browser, browserOf } from '../../web/browser.ts'
import {
  allow,
  application,
  authorizePath,
  post,
  redeem,
  redeemCode,
  startDevice,
} from '../../wire/oauth2/oauth.ts'
import { pressUndo, sends, signedIn, undoLink, type Walk, walk } from './walk.ts'

const validates = async (service: RunningService, accessToken: string) =>
  (await service.post('/auth/validate', { accessToken })).status === 200

/** Presses the button that signs out the only other device. */
async function signOutOther(browser: Browser): Promise<void> {
  const page = await browser.get('/account/devices')
  const card = page.text
    .split('<h2>')
    .find((part) => /"\/account\/devices\/\w/.test(part) && !/This browser/.test(part))
  const [, action = ''] = /action="(\/account\/devices\/\w+)"/.exec(card ?? '') ?? []
  await browser.send(page, action)
}

const session = walk(
  async ({ service }) => {
    const { account, browser: owner } = await signedIn(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    return { owner, works: async () => (await browser.get('/account')).path === '/account' }
  },
  {
    '30 days without use': async ({ service }) => service.advance(30 * dayMs),
    'signing out the device': (_, { owner }) => signOutOther(owner),
  },
)

const secondStep = walk(
  async ({ service }) => {
    const { account } = await signedIn(service)
    const { id, credentialsVersion: credentials_version } = await service.stored(account)
    const proved = provedBy(service.context, account.username, { id, credentials_version })
    const token = await awaitSecondStep(service.context, proved)
    return { token, works: async () => (await waitingSignIn(service.context, token)) !== undefined }
  },
  {
    use: ({ service }, { token }) => completeWithoutCode(service.context, token, '192.0.2.1'),
    '10 minutes': async ({ service }) => service.advance(10 * minuteMs),
  },
)

const launcherToken = walk(
  async ({ service }) => {
    const { account, browser } = await signedIn(service)
    const token = await service.signIn(account)
    return { browser, token, works: () => validates(service, token) }
  },
  {
    '30 days after its refresh': async ({ service }) => service.advance(30 * dayMs),
    'signing out the device': (_, { browser }) => signOutOther(browser),
    'its launcher, which invalidates it': ({ service }, { token }) =>
      service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' }),
  },
)

let serverIds = 0

const join = walk(
  async ({ service }) => {
    const { account } = await signedIn(service)
    const accessToken = await service.signIn(account)
    const ids: string[] = []
    const place = async () => {
      const serverId = `ends-${++serverIds}`
      assert.equal(
        (await service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })).status,
        200,
      )
      ids.push(serverId)
    }
    for (let each = 0; each < 2; each++) await place()
    const ask = async (serverId: string | undefined) =>
      (await service.get(`/session/hasJoined?username=${account.username}&serverId=${serverId}`)).status ===
      200
    let used: string | undefined
    return {
      ask,
      // Each question uses a join up, so that the second one is about another.
      works: () => {
        used = used === 'again' ? ids[0] : ids.shift()
        return ask(used)
      },
      next: () => ids[0],
    }
  },
  {
    use: async (_, { ask, next }) => ask(next()),
    '120 seconds': async ({ service }) => service.advance(120_000),
  },
)

const appPassword = walk(
  async ({ service }) => {
    const owner = await signedIn(service)
    const { account, by } = owner
    const character = await addCharacter(service, account, `Of_${account.username}`)
    const password = await createAppPassword(service.context, by, account, 'HMCL', character)
    const link = await undoLink(service)
    const body = { username: character.username, password, clientToken: 'x' }
    return {
      ...owner,
      character,
      link,
      works: async () => (await service.post('/auth/authenticate', body)).status === 200,
    }
  },
  {
    'deletion of its character': ({ service }, { character }) =>
      deleteAccount(service.context, operator, character),
    'tokens of its character that are revoked': ({ service }, { character }) =>
      revokeTokens(service.context, operator, character),
    'a second factor that is turned on': async ({ service }, { account }) =>
      enableSecondFactor(service.context, operator, await service.stored(account)),
    'for a day a link in the email': ({ service }, { link }) => pressUndo(service, link),
    'removing it, which ends the tokens that were issued with it': (_, { browser }) =>
      sends(browser, '/account/app-passwords', {}, '/account/app-passwords/remove'),
  },
)

let groups = 0

const grant = walk(
  async ({ service }) => {
    const { context } = service
    const { account, browser } = await signedIn(service)
    const group = `members-${++groups}`
    await createGroup(context, operator, { name: group })
    await addMembers(context, operator, group, [account])
    const redirectUri = 'https://app.example.test/back'
    const { client, secret = '' } = await createClient(context, operator, {
      client_name: group,
      redirect_uris: [redirectUri],
      groups: [group],
    })
    const basic = Buffer.from(`${client.clientId}:${secret}`).toString('base64')
    const app = {
      id: client.clientId,
      name: group,
      redirectUri,
      secret,
      headers: { authorization: `Basic ${basic}` },
      isPublic: false,
    }
    const page = await browser.get(authorizePath(app, { scope: 'openid offline_access' }))
    const { sentTo } = await browser.send(page, page.path, { answer: 'allow' })
    const answer = await redeemCode(service, app, sentTo?.searchParams.get('code') ?? '')
    const token: string = answer.json.access_token
    return {
      account,
      browser,
      app,
      group,
      token,
      works: async () =>
        (await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })).status ===
        200,
    }
  },
  {
    "for its access tokens, leaving the application's groups": ({ service }, { account, group }) =>
      removeMembers(service.context, operator, group, [account]),
    'removing the application': (_, { browser }) => sends(browser, '/account/applications'),
    'the application, which revokes it': ({ service }, { app, token }) =>
      post(service, '/oauth2/revoke', { token }, app.headers),
  },
)

const codeOfApplication = walk(
  async ({ service }) => {
    const { browser } = await signedIn(service)
    const app = await application(service)
    const codes: string[] = []
    for (let each = 0; each < 2; each++) {
      const page = await browser.get(authorizePath(app))
      const { sentTo } = page.sentTo ? page : await browser.send(page, page.path, { answer: 'allow' })
      codes.push(sentTo?.searchParams.get('code') ?? '')
    }
    let at = 0
    const use = async (code = '') => (await redeemCode(service, app, code)).status === 200
    // Each use is the end of a code, so that the second one is about another.
    return { use: () => use(codes[1]), works: () => use(codes[at++]) }
  },
  {
    use: async (_, { use }) => use(),
    'a minute': async ({ service }) => service.advance(minuteMs),
  },
)

const codeOfDevice = walk(
  async ({ service }) => {
    const { account, browser } = await signedIn(service)
    const devices = [await startDevice(service, 'openid'), await startDevice(service, 'openid')]
    await allow(service, account, devices[0]?.user_code ?? '')
    let at = 0
    const answer = async () => {
      const page = await browser.send(await browser.get('/device'), '/device', {
        code: devices[1]?.user_code ?? '',
      })
      return (text: string) => browser.send(page, '/device/answer', { answer: text })
    }
    return {
      answer,
      // The second one waits for an answer.
      works: async () => {
        const { status, json } = await redeem(service, devices[at++]?.device_code ?? '')
        return status === 200 || json.error === 'authorization_pending'
      },
      use: async () => {
        await (await answer())('allow')
        assert.equal((await redeem(service, devices[1]?.device_code ?? '')).status, 200)
      },
    }
  },
  {
    use: (_, { use }) => use(),
    '15 minutes': async ({ service }) => service.advance(15 * minuteMs),
    'refusing it': async (_, { answer }) => (await answer())('deny'),
  },
)

export const credentials: Readonly<Record<string, Walk>> = {
  'session of the pages': session,
  'second step of a sign-in': secondStep,
  'launcher token': launcherToken,
  'join that waits': join,
  'app password': appPassword,
  'grant of an application, and its tokens': grant,
  'code of an application': codeOfApplication,
  'code of a device': codeOfDevice,
}
