// Access that nobody had thought of outlived what was done against its thief: the table of docs/security.md, tried.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { waitingEmail } from '../../src/domain/accounts/own-email.ts'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers, groupsOf } from '../../src/domain/community/members.ts'
import { linkIdentity } from '../../src/domain/identities/link.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { createInvite, listInvites } from '../../src/domain/registration/invites.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../src/domain/sign-in/recovery-codes.ts'
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
import { deviceTokens } from '../wire/oauth2/oauth.ts'

const origin = 'https://accounts.example.org'
const secret = 'JBSWY3DPEHPK3PXP'

/** The rows of the table, by what gives access, with the words of their ends. */
async function promisedEnds(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## What gives access\n')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.slice(2).map((line): [string, string] => {
      const [, name = '', , ends = ''] = line.split('|').map((cell) => cell.trim())
      // Only what stands before a semicolon, or is `rests`, is about these events.
      return [name, [ends.split(';')[0], ...(ends.includes('; rests') ? ['rests'] : [])].join(', ')]
    }),
  )
}

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
  await owner.send(security, '/account/security/passkeys', {
    name: 'K',
    answer: key.make(optionsOn(security, 'add')),
  })
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
  const status = async (path: string, authorization?: string) =>
    (await service.get(path, authorization ? { headers: { authorization } } : {})).status === 200
  const rows = async (table: 'neighbour' | 'game_server_key') =>
    (await context.db.query.selectFrom(table).selectAll().execute()).length > 0
  const probes: Probes = {
    'session of the pages': async () => (await session.get('/account')).path === '/account',
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
    'one-time link': () => status(`/link/${forPlayer}`),
    'one-time link of its maker': () => status(`/link/${byMaker}`),
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
const ofMaker = { 'one-time link of its maker': 'rests, deletion, role' }

/** Once for the player, and once for the administrator: both are in the row. */
const rowOf = (name: string) => name.replace(/ of its maker$/, '')

onEveryDatabase('access', (start) => {
  for (const [event, happen] of Object.entries(events)) {
    test(`${event}: ends those that the table says, and no others`, async (t) => {
      const promised = await promisedEnds()
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
        const ends = (ofMaker as Record<string, string>)[name] ?? promised.get(name) ?? ''
        const words = ends.split(/, |:| /)
        const isEnding = words.includes(event)
        const isResting = event === 'suspension' && words.includes('rests')
        if (after.get(name) === (isEnding || isResting))
          wrong.push(`${name}: ${after.get(name) ? 'works' : 'ended'}`)
        if (event === 'suspension' && (await before.works(name)) === isEnding)
          wrong.push(`${name}: ${isEnding ? 'works' : 'ended'} after the suspension`)
      }
      assert.deepEqual(wrong, [])
    })
  }
})
