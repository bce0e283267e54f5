// What ends an app password, with the tokens that were issued with it and their joins, and what does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAccount } from '../../../src/domain/accounts/change.ts'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { auditEntry } from '../../../src/domain/audit/record.ts'
import { rotateKey } from '../../../src/domain/operation/rotate-key.ts'
import { turnOnSecondFactor } from '../../../src/domain/sign-in/own-second-factor.ts'
import { disableSecondFactor, enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import {
  createAppPassword,
  listAppPasswords,
  removeAppPassword,
} from '../../../src/domain/tokens/app-passwords.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { newTotpSecret } from '../../../src/lib/crypto/totp.ts'
import type { Account } from '../../../src/model/accounts/account.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { deleteAppPassword } from '../../../src/storage/credentials/app-passwords.ts'
import { insertCredential } from '../../../src/storage/credentials/insert-credential.ts'
import { hold } from '../../hold.ts'
import { accountSuspended, credentialsInvalid, refused, succeeded } from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'
import { lockWaits } from '../../storage/lock-waits.ts'
import { totpCode } from '../../totp.ts'
import { until } from '../../until.ts'
import { browserOf } from '../../web/browser.ts'
import { choose, linkTo } from '../../web/links.ts'
import { newMail } from '../../web/mailbox.ts'

type Event = (service: RunningService, account: Account, test: TestAccount) => Promise<unknown>

const by = (account: Account) => accountActor(account, '192.0.2.1')

async function mailedLink(service: RunningService, part: string): Promise<string> {
  const mail = (await newMail(service)).findLast(({ link }) => link?.includes(part))
  assert.ok(mail?.link, part)
  return mail.link
}

const pressUndo = async (service: RunningService) => {
  const link = await mailedLink(service, '/security/undo/')
  const browser = browserOf(service)
  await browser.send(await browser.get(link), new URL(link, service.baseUrl).pathname)
}

const ends: Readonly<Record<string, Event>> = {
  'Remove: {name}': async ({ context }, account) => {
    const [first] = await listAppPasswords(context, account)
    await removeAppPassword(context, operator, account, first?.id ?? '')
  },
  'undoing its creation by email': pressUndo,
  'a new password': async (service, _, test) => {
    const browser = browserOf(service)
    await browser.signIn(test)
    const fields = { current: test.password, password: 'another sentence' }
    const page = await browser.send(await browser.get('/account/password'), '/account/password', fields)
    assert.equal(page.alert, undefined)
  },
  'a password that an administrator sets': ({ context }, account) =>
    setPassword(context, operator, account, 'another sentence'),
  'a password by a one-time link': async (service, account) =>
    choose(service, await linkTo(service, account), 'another sentence'),
  'a recovered password': async (service, _, { email }) => {
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email })
    await choose(service, await mailedLink(service, '/recover/'), 'another sentence')
  },
  'the second factor, turned on by its owner': ({ context, now }, account) => {
    const secret = newTotpSecret(context.random.bytes)
    return turnOnSecondFactor(context, by(account), account, { secret, code: totpCode(secret, now()) })
  },
  'the second factor, turned on by an administrator': ({ context }, account) =>
    enableSecondFactor(context, operator, account),
  'Sign out everywhere': async (service, _, test) => {
    const browser = browserOf(service)
    await browser.signIn(test)
    await browser.send(await browser.get('/account/devices'), '/account/devices')
  },
  'token revoke, and End all sessions': ({ context }, account) => revokeTokens(context, operator, account),
  'a deletion that was asked for, and cancelled': async ({ context }, account) => {
    await requestDeletion(context, by(account), account)
    await cancelDeletion(context, by(account), account)
  },
  deletion: ({ context }, account) => deleteAccount(context, operator, account),
  'a stolen tokens key': ({ context }) => rotateKey(context, operator, 'tokens', { isStolen: true }),
}

const stays: Readonly<Record<string, Event>> = {
  'signing out in a launcher': async (service, _, { username, password }) =>
    service.post('/auth/signout', { username, password }),
  'another name': async ({ context }, account) => {
    await changeAccount(context, operator, account, { username: `${account.username}_` })
    await changeAccount(context, operator, account, { username: account.username })
  },
  'another address': ({ context }, account) =>
    changeAccount(context, operator, account, { email: `other.${account.email}` }),
  'a suspension that was lifted': async ({ context }, account) => {
    await suspendAccount(context, operator, account, {})
    await restoreAccount(context, operator, account)
  },
  'the second factor, turned off': async ({ context }, account) =>
    disableSecondFactor(context, operator, account),
  'two new tokens keys': async ({ context }) => {
    for (let times = 0; times < 2; times++) await rotateKey(context, operator, 'tokens', { isStolen: false })
  },
}

/** Events that end tokens and joins although the app password stays. */
const endTokens = new Set(['signing out in a launcher', 'a suspension that was lifted'])

async function scene(service: RunningService, event: string) {
  const account = await service.account()
  const stored = await service.stored(account)
  if (event === 'the second factor, turned off') await enableSecondFactor(service.context, operator, stored)
  await newMail(service)
  const appPassword = await createAppPassword(service.context, by(stored), stored, 'HMCL')
  const { username } = account
  const clientToken = 'a launcher'
  const signIn = () => service.post('/auth/authenticate', { username, password: appPassword, clientToken })
  const issued = (await signIn()).json.accessToken
  const { accessToken } = (await service.post('/auth/refresh', { accessToken: issued, clientToken })).json
  const serverId = 'a server'
  const join = { accessToken, selectedProfile: account.id, serverId }
  assert.equal((await service.post('/session/join', join)).status, 200)
  const isValid = async () => (await service.post('/auth/validate', { accessToken })).status === 200
  const hasJoined = async () =>
    (await service.get(`/session/hasJoined?username=${username}&serverId=a%20server`)).status === 200
  return { account, stored: await service.stored(account), signIn, isValid, hasJoined }
}

onEveryDatabase('an app password', (start, shared) => {
  for (const [event, happen] of Object.entries(ends)) {
    test(`ends with its tokens and their joins by ${event}`, async () => {
      const service = await (event === 'a stolen tokens key' ? start() : shared())
      const { account, stored, signIn, isValid, hasJoined } = await scene(service, event)
      await happen(service, stored, account)
      const after = { status: (await signIn()).status, token: await isValid(), join: await hasJoined() }
      assert.deepEqual(after, { status: 401, token: false, join: false })
      assert.deepEqual(await listAppPasswords(service.context, account), [])
    })
  }

  for (const [event, happen] of Object.entries(stays)) {
    test(`stays after ${event}`, async () => {
      const service = await shared()
      const { account, stored, signIn, isValid, hasJoined } = await scene(service, event)
      await happen(service, stored, account)
      const lives = !endTokens.has(event)
      const after = { token: await isValid(), join: await hasJoined() }
      assert.deepEqual(after, { token: lives, join: lives })
      succeeded(await signIn())
    })
  }

  test('of a suspended account is refused until it is restored', async () => {
    const service = await shared()
    const { account, stored, signIn } = await scene(service, '')
    await suspendAccount(service.context, operator, stored, {})
    refused(await signIn(), accountSuspended)
    await restoreAccount(service.context, operator, await service.stored(account))
    succeeded(await signIn())
  })

  test('lets nobody in by a join that was stored just after it ended', async () => {
    const service = await shared()
    const { context } = service
    const { stored, account, hasJoined } = await scene(service, '')
    const joins = context.db.query.selectFrom('pending_join').selectAll()
    const join = await joins.where('account_id', '=', account.id).executeTakeFirstOrThrow()
    const [first] = await listAppPasswords(context, account)
    await removeAppPassword(context, operator, stored, first?.id ?? '')
    const store = () => context.db.query.insertInto('pending_join').values(join).execute()
    await store()
    assert.equal(await hasJoined(), false)
    // The same join lets in where no app password was used.
    join.app_password_id = null
    await context.db.query.deleteFrom('pending_join').where('account_id', '=', account.id).execute()
    await store()
    assert.equal(await hasJoined(), true)
  })

  test('that ends while a launcher refreshes or joins gives it nothing', async (t) => {
    const service = await shared()
    const { context } = service
    for (const path of ['/auth/refresh', '/session/join']) {
      const { account, stored, signIn } = await scene(service, '')
      const { accessToken } = (await signIn()).json
      const [first] = await listAppPasswords(context, account)
      // Held once the signature of the token was checked.
      const held = hold(t, context.accessTokens, 'read', 1)
      const body = { accessToken, clientToken: 'a launcher', selectedProfile: account.id, serverId: 'b' }
      const asking = service.post(path, body)
      await held.all
      await removeAppPassword(context, operator, stored, first?.id ?? '')
      held.release()
      assert.equal((await asking).status, 401, path)
      const asked = await service.get(`/session/hasJoined?username=${account.username}&serverId=b`)
      assert.equal(asked.status, 401, path)
      assert.equal((await countTokens(service, account.id)).rows, 0)
    }
  })

  test('that ends while a launcher signs in gives it nothing', async (t) => {
    const service = await shared()
    const { context } = service
    const { account, stored, signIn } = await scene(service, '')
    const [first] = await listAppPasswords(context, account)
    // The sign-in is held after it has found the app password.
    const held = hold(t, context.keys, 'upTo', 1)
    const signingIn = signIn()
    await held.all
    await removeAppPassword(context, operator, stored, first?.id ?? '')
    held.release()
    refused(await signingIn, credentialsInvalid)
    const { rows } = await countTokens(service, account.id)
    assert.equal(rows, 0)
  })
})

async function countTokens({ context }: RunningService, id: string) {
  const rows = await context.db.query
    .selectFrom('credential')
    .select('digest')
    .where('account_id', '=', id)
    .execute()
  return { rows: rows.length }
}

onEveryDatabase('an app password', (_, shared, kind) => {
  // The other database has one writer at a time.
  if (kind !== 'postgres') return
  test('that is ending while a token is stored ends that one too', async () => {
    const service = await shared()
    const { context, now } = service
    const { account } = await scene(service, '')
    const [{ id = '' } = {}] = await listAppPasswords(context, account)
    const { credentials_version } = await context.db.query
      .selectFrom('account')
      .select('credentials_version')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    const row = {
      digest: 'late',
      kind: 'launcher',
      account_id: account.id,
      credentials_version,
      rights: 'join',
      client: '""',
      issued_at: now(),
      expires_at: now() + 60_000,
      user_agent: null,
      address: null,
      app_password_id: id,
    }
    const entry = auditEntry(context, operator, { event: 'token.issued', account: account.id, details: {} })
    const ending = Promise.withResolvers<void>()
    const storing = ending.promise.then(() => insertCredential(context.db, row, entry))
    const waits = Promise.withResolvers<void>()
    const deleting = context.db.transaction(async (tx) => {
      await deleteAppPassword(tx, account.id, id)
      ending.resolve()
      await waits.promise
    })
    await until('the token waits', async () => (await lockWaits(context.db)) > 0)
    waits.resolve()
    await deleting
    assert.equal(await storing, false)
  })
})
