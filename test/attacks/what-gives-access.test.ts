// Access that nobody had thought of outlived what was done against its thief: the table of docs/security.md, tried.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { waitingEmail } from '../../src/domain/accounts/own-email.ts'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers, groupsOf } from '../../src/domain/community/members.ts'
import { addFriend } from '../../src/domain/friends/change.ts'
import { friendsOf } from '../../src/domain/friends/list.ts'
import { linkIdentity } from '../../src/domain/identities/link.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { createInvite, listInvites } from '../../src/domain/registration/invites.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../src/domain/sign-in/recovery-codes.ts'
import { awaitSecondStep, waitingSignIn } from '../../src/domain/sign-in/second-step.ts'
import { provedBy } from '../../src/domain/sign-in/sign-in.ts'
import { mailStepUpCode } from '../../src/domain/step-up/mailed-code.ts'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { digestOfSession } from '../../src/model/accounts/credential.ts'
import { setFirstTotpSecret } from '../../src/storage/accounts/accounts.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from '../web/authenticator.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { comeBack, providerOf } from '../web/provider.ts'
import {
  allow,
  application,
  authorizePath,
  deviceTokens,
  post,
  redeem,
  redeemCode,
  startDevice,
} from '../wire/oauth2/oauth.ts'
import { accessTable } from './access-table.ts'

const origin = 'https://accounts.example.org'
const secret = 'JBSWY3DPEHPK3PXP'

const optionsOn = ({ text }: PageView, kind: 'add' | 'sign-in') => {
  const [, options = ''] = new RegExp(`data-passkey="${kind}" data-options="([^"]*)"`).exec(text) ?? []
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

type Probes = Record<string, () => Promise<boolean>>

async function recoveryLink(service: RunningService, { email }: TestAccount): Promise<string> {
  const browser = browserOf(service)
  await browser.send(await browser.get('/recover'), '/recover', { email })
  return (await newMail(service)).findLast(({ kind }) => kind === 'recover')?.link ?? ''
}

async function registrationLink(service: RunningService): Promise<string> {
  const browser = browserOf(service)
  const fields = { username: 'Newcomer', email: 'newcomer@example.test', password: 'a sentence to remember' }
  await browser.send(await browser.get('/register'), '/register', fields)
  return (await newMail(service)).find(({ kind }) => kind === 'register')?.link ?? ''
}

/** An administrator who has, or has made, everything of the table. */
async function scene(t: TestContext, service: RunningService) {
  const { context } = service
  const [account, other] = [await service.account(), await service.account()]
  const stored = () => service.stored(account)
  for (const one of [account, other]) await grantRole(context, operator, await service.stored(one), 'admin')
  const by = accountActor(await stored(), '192.0.2.1')
  const played = { players: { Steve_2: uuid(1) }, who: 'linked' } as const
  const { ask } = await neighbourhood(t, service, { friends: played })
  const provider = await providerOf(t, service)
  const proved = { provider: { name: 'school' }, identity: { subject: 's', isEmailVerified: false } }
  await linkIdentity(context, by, account, proved)
  const session = browserOf(service)
  const owner = browserOf(service)
  for (const browser of [session, owner]) await browser.signIn(account)
  const launcher = await service.signIn(account)
  const appPassword = await createAppPassword(context, by, account, 'HMCL')
  const { access_token: token } = await deviceTokens(service, account)
  const key = authenticator(origin)
  const security = await owner.get('/account/security')
  await newMail(service)
  await owner.send(security, '/account/security/passkeys', {
    name: 'K',
    answer: key.make(optionsOn(security, 'add')),
  })
  const undo = (await newMail(service)).find(({ link }) => link.includes('/undo/'))?.link ?? ''
  const registration = await registrationLink(service)
  for (const [one, another] of [
    [account, other],
    [other, account],
  ] as const)
    await addFriend(context, { id: one.id, address: '::1' }, another.id)
  const confirming = await owner.get('/account/confirm/email')
  const confirmation = key.signIn(optionsOn(confirming, 'sign-in'))
  await owner.send(confirming, '/account/confirm/email/passkey', { answer: confirmation })
  const ownSession = { id: digestOfSession(owner.cookies.get('__Host-norn-session') ?? ''), startedAt: 0 }
  await mailStepUpCode(context, {
    account: { ...(await stored()), isEmailConfirmed: true },
    session: ownSession,
    form: 'delete',
    address: '192.0.2.1',
  })
  const code = (await makeLinkCode(context, { neighbour: 'friends', id: uuid(1), name: 'Steve_2' })) ?? ''
  await linkPlayer(context, operator, account, { code, address: '192.0.2.1' })
  await linkBedrock(context, operator, account, { xuid: '1' })
  await createGroup(context, operator, { name: 'staff' })
  await addMembers(context, operator, 'staff', [account])
  const api = await createApiToken(context, by, { name: 'bot', readOnly: true, expiresAt: null })
  await createInvite(context, by, { uses: 1, expiresAt: service.now() + 1_000_000 })
  await context.db.transaction(async (tx) => {
    await setFirstTotpSecret(tx, account.id, secret)
    await makeRecoveryCodes(context, tx, account.id, secret)
  })
  const asked = { email: 'new@example.test', current: account.password }
  await owner.send(await owner.get('/account/email'), '/account/email', asked)
  const toNewAddress = (await newMail(service)).find(({ to }) => to === asked.email)?.link ?? ''
  const mailed = await recoveryLink(service, account)
  const { token: forPlayer } = await createOneTimeLink(context, operator, await stored(), {
    purpose: 'password',
  })
  const { token: byMaker } = await createOneTimeLink(context, by, await service.stored(other), {
    purpose: 'password',
  })
  await makeLinkCode(context, { neighbour: 'friends', id: uuid(2), name: 'Alex_2' })
  const { id, credentialsVersion: credentials_version } = await stored()
  const step = await awaitSecondStep(
    context,
    provedBy(context, account.username, { id, credentials_version }),
  )
  const app = await application(service)
  // Each use is the end of one of them.
  const joins: string[] = []
  const codes: string[] = []
  const devices: string[] = []
  for (const serverId of ['one', 'two', 'three']) {
    const join = { accessToken: launcher, selectedProfile: account.id, serverId }
    assert.equal((await service.post('/session/join', join)).status, 200)
    joins.push(serverId)
    const asked = await owner.get(authorizePath(app))
    const { sentTo } = asked.sentTo ? asked : await owner.send(asked, asked.path, { answer: 'allow' })
    codes.push(sentTo?.searchParams.get('code') ?? '')
    const device = await startDevice(service, 'openid')
    await allow(service, account, device.user_code)
    devices.push(device.device_code)
  }
  const status = async (path: string, authorization?: string) =>
    (await service.get(path, authorization ? { headers: { authorization } } : {})).status === 200
  // A start makes one only while there is no administrator.
  await context.db.query
    .insertInto('setup_code')
    .values({ digest: 'x', expires_at: service.now() + 3_600_000 })
    .execute()
  const rows = async (table: 'setup_code' | 'neighbour' | 'game_server_key' | 'link_code' | 'provider') =>
    (await context.db.query.selectFrom(table).selectAll().execute()).length > 0
  const probes: Probes = {
    'session of the pages': async () => (await session.get('/account')).path === '/account',
    'second step of a sign-in': async () => (await waitingSignIn(context, step)) !== undefined,
    'code of an application': async () => (await redeemCode(service, app, codes.pop() ?? '')).status === 200,
    'code of a device': async () => (await redeem(service, devices.pop() ?? '')).status === 200,
    'join that waits': async () => {
      const { username } = await stored()
      return status(`/session/hasJoined?username=${username}&serverId=${joins.pop()}`)
    },
    'launcher token': async () =>
      (await service.post('/auth/validate', { accessToken: launcher })).status === 200,
    'app password': async () => {
      const { username } = await stored()
      const asked = { username, password: appPassword, clientToken: 'x' }
      return (await service.post('/auth/authenticate', asked)).status === 200
    },
    'grant of an application, and its tokens': () => status('/oauth2/userinfo', `Bearer ${token}`),
    passkey: async () => {
      const guest = browserOf(service)
      const page = await guest.get('/sign-in')
      const answer = key.signIn(optionsOn(page, 'sign-in'))
      return (await guest.send(page, '/sign-in/passkey', { answer })).path === '/account'
    },
    'confirmation for a form that always asks': async () =>
      /You have confirmed who you are/.test((await owner.get('/account/email')).text),
    'mailed code for such a form': async () =>
      (await owner.get('/account/confirm/delete/mail')).path === '/account/confirm/delete/mail',
    'authenticator app': async () => (await stored()).hasSecondFactor,
    'recovery codes': async () => (await countRecoveryCodes(context, account.id)) > 0,
    'email address': async () => (await stored()).email === account.email,
    'emailed link to a new email address': async () =>
      (await waitingEmail(context, account, toNewAddress.split('/').at(-1) ?? '')) !== undefined,
    'emailed link to a new password': () => status(mailed),
    'emailed link that undoes something': () => status(undo),
    'emailed link that confirms a registration': () => status(registration),
    'one-time link': () => status(`/link/${forPlayer}`),
    'one-time link of its maker': () => status(`/link/${byMaker}`),
    'code of a start': () => rows('setup_code'),
    'code to link a player': () => rows('link_code'),
    'linked player of a neighbour': async () => (await ask('Steve_2')).status === 200,
    'linked player of Bedrock': async () =>
      (await service.get('/authlib-injector/geyser/v2/link/bedrock/1')).text !== '{}',
    'account at a provider of sign-ins': async () => {
      // A code works once.
      service.advance(31_000)
      const guest = browserOf(service)
      const asked = await comeBack(guest, provider, { sub: 's' })
      const code = totpCode(secret, service.now())
      return (await guest.send(asked, '/sign-in/code', { code })).path === '/account'
    },
    role: async () => {
      const { roles, suspension } = await stored()
      return roles.includes('admin') && suspension === undefined
    },
    'friendship, which shows what the other plays': async () =>
      (await friendsOf(context, other.id)).friends.length > 0,
    'secret of an application': async () =>
      (await post(service, '/oauth2/token', { grant_type: 'client_credentials' }, app.headers)).status ===
      200,
    'provider of sign-ins, and its client': () => rows('provider'),
    'membership of a group': async () => (await groupsOf(context, account)).length > 0,
    'API token': () => status('/api/v1/accounts', `Bearer ${api.token}`),
    invite: async () => (await listInvites(context)).length > 0,
    'neighbour, and its client': () => rows('neighbour'),
    'root of a game server': () => rows('game_server_key'),
  }
  const works = async (name: string): Promise<boolean> => (await probes[name]?.().catch(() => false)) ?? false
  return { account, owner, stored, names: Object.keys(probes), works }
}

type Scene = Awaited<ReturnType<typeof scene>>

const password = 'another sentence'

const sends = async (browser: Browser, path: string, fields: Record<string, string>) => {
  const page = await browser.send(await browser.get(path), path, fields)
  assert.ok(page.status === 200 && page.alert === undefined, page.text)
}

/** The events, by their words in the table. */
const events: Record<string, (service: RunningService, scene: Scene) => Promise<unknown>> = {
  password: (_, { owner, account }) =>
    sends(owner, '/account/password', { password, current: account.password }),
  recovery: async (service, { account }) =>
    sends(browserOf(service), await recoveryLink(service, account), { password }),
  everywhere: (_, { owner }) => sends(owner, '/account/devices', {}),
  suspension: async ({ context }, { stored }) => suspendAccount(context, operator, await stored(), {}),
  deletion: async ({ context }, { stored }) => deleteAccount(context, operator, await stored()),
  role: async ({ context }, { stored }) => ungrantRole(context, operator, await stored(), 'admin'),
}

/** Links that an administrator has made are in the row of links; only their maker's end is theirs. */
const ofMaker: Record<string, readonly string[]> = {
  'one-time link of its maker': ['rests', 'deletion', 'role'],
}

/** Once for the player, and once for the administrator: both are in the row. */
const rowOf = (name: string) => name.replace(/ of its maker$/, '')

onEveryDatabase('access', (start) => {
  for (const [event, happen] of Object.entries(events)) {
    test(`${event}: ends those that the table says, and no others`, async (t) => {
      const promised = await accessTable()
      const service = await start({
        NORN_NEIGHBOURS: 'on',
        NORN_BEDROCK_LINKS: 'on',
        NORN_BASE_URL: origin,
      })
      const before = await scene(t, service)
      assert.deepEqual([...new Set(before.names.map(rowOf))].sort(), [...promised.keys()].sort())
      for (const name of before.names) assert.ok(await before.works(name), `${name} works before`)
      await happen(service, before)
      const after = new Map<string, boolean>()
      for (const name of before.names) after.set(name, await before.works(name))
      if (event === 'suspension') await restoreAccount(service.context, operator, await before.stored())
      const wrong: string[] = []
      for (const name of before.names) {
        const ends = ofMaker[name] ?? promised.get(name)?.events ?? []
        const isEnding = ends.includes(event)
        const isResting = event === 'suspension' && ends.includes('rests')
        if (after.get(name) === (isEnding || isResting))
          wrong.push(`${name}: ${after.get(name) ? 'works' : 'ended'}`)
        if (event === 'suspension' && (await before.works(name)) === isEnding)
          wrong.push(`${name}: ${isEnding ? 'works' : 'ended'} after the suspension`)
      }
      assert.deepEqual(wrong, [])
    })
  }
})
