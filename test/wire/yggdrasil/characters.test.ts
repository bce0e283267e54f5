// Characters: each player of an account signs in by its own name with the account's password, and what ends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import {
  cancelDeletion,
  deleteDueAccounts,
  requestDeletion,
} from '../../../src/domain/accounts/own-deletion.ts'
import { setLanguage } from '../../../src/domain/accounts/set-language.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { rotateKey } from '../../../src/domain/operation/rotate-key.ts'
import { turnOnSecondFactor } from '../../../src/domain/sign-in/own-second-factor.ts'
import { disableSecondFactor, enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../../src/domain/sign-in/unlock.ts'
import { createAppPassword } from '../../../src/domain/tokens/app-passwords.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { newTotpSecret } from '../../../src/lib/crypto/totp.ts'
import type { Account } from '../../../src/model/accounts/account.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { addCharacter, choosePrimary } from '../../characters.ts'
import { hold } from '../../hold.ts'
import {
  accountSuspended,
  credentialsInvalid,
  joinProfileForeign,
  refused,
  succeeded,
} from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { totpCode } from '../../totp.ts'
import { browserOf } from '../../web/browser.ts'
import { choose, linkTo } from '../../web/links.ts'
import { newMail } from '../../web/mailbox.ts'

const by = (account: Account) => accountActor(account, '192.0.2.1')
const graceMs = 30 * 86_400_000
let made = 0

/** An account with two characters, each signed in by a launcher and in a game that joins. */
async function family(service: RunningService) {
  const account = await service.account()
  const { password } = account
  const names = [`Anna_${++made}`, `Ben_${made}`] as const
  const anna = await addCharacter(service, account, names[0])
  const ben = await addCharacter(service, account, names[1])
  const stored = await service.stored(account)
  const signIn = (username: string, secret = password) =>
    service.post('/auth/authenticate', { username, password: secret, clientToken: 'a launcher' })
  const enter = async (player: Account) => {
    const { accessToken } = (await signIn(player.username)).json
    const serverId = `at ${player.id}`
    const join = { accessToken, selectedProfile: player.id, serverId }
    assert.equal((await service.post('/session/join', join)).status, 200)
    const isValid = async () => (await service.post('/auth/validate', { accessToken })).status === 200
    const isIn = async () => {
      const { username } = await service.stored(player)
      const asked = `username=${username}&serverId=${encodeURIComponent(serverId)}`
      return (await service.get(`/session/hasJoined?${asked}`)).status === 200
    }
    return { accessToken, isValid, isIn }
  }
  return { account, stored, anna, ben, password, signIn, enter }
}

type Family = Awaited<ReturnType<typeof family>>

const signInOfPages = async (service: RunningService, login: string, password: string) => {
  const browser = browserOf(service)
  const page = await browser.send(await browser.get('/sign-in'), '/sign-in', { login, password })
  return { browser, page }
}

const mailedLink = async (service: RunningService, part: string) =>
  (await newMail(service)).findLast(({ link }) => link?.includes(part))?.link ?? ''

/** All that ends every token of every player. */
const endsAll: Readonly<Record<string, (service: RunningService, given: Family) => Promise<unknown>>> = {
  'a new password': async (service, { account }) => {
    const browser = browserOf(service)
    await browser.signIn(account)
    const fields = { current: account.password, password: 'another sentence' }
    await browser.send(await browser.get('/account/password'), '/account/password', fields)
  },
  'a password that an operator sets': ({ context }, { stored }) =>
    setPassword(context, operator, stored, 'another sentence'),
  'a password by a one-time link': async (service, { stored }) =>
    choose(service, await linkTo(service, stored), 'another sentence'),
  'a recovered password': async (service, { account: { email } }) => {
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email })
    await choose(service, await mailedLink(service, '/recover/'), 'another sentence')
  },
  'the second factor, turned on by its owner': ({ context, now }, { stored }) => {
    const secret = newTotpSecret(context.random.bytes)
    return turnOnSecondFactor(context, by(stored), stored, { secret, code: totpCode(secret, now()) })
  },
  'the second factor, turned on by an operator': ({ context }, { stored }) =>
    enableSecondFactor(context, operator, stored),
  'Sign out everywhere': async (service, { account }) => {
    const browser = browserOf(service)
    await browser.signIn(account)
    await browser.send(await browser.get('/account/devices'), '/account/devices')
  },
  'token revoke': ({ context }, { stored }) => revokeTokens(context, operator, stored),
  'a suspension': ({ context }, { stored }) => suspendAccount(context, operator, stored, {}),
  'a suspension of the account by the name of a character': ({ context }, { anna }) =>
    suspendAccount(context, operator, anna, {}),
  'a deletion that was asked for': ({ context }, { stored }) =>
    requestDeletion(context, operator, stored, { withCharacters: true }),
  deletion: ({ context }, { stored }) => deleteAccount(context, operator, stored, { withCharacters: true }),
  'a stolen tokens key': ({ context }) => rotateKey(context, operator, 'tokens', { isStolen: true }),
}

/** All that ends what one character has, and nothing of the others. */
const endsOne: Readonly<Record<string, (service: RunningService, given: Family) => Promise<unknown>>> = {
  'its signout': (service, { anna, password }) =>
    service.post('/auth/signout', { username: anna.username, password }),
  'its suspension': ({ context }, { anna }) => suspendAccount(context, operator, anna, {}, { only: true }),
  'its token revoke': ({ context }, { anna }) => revokeTokens(context, operator, anna),
  'its deletion that was asked for': ({ context }, { anna }) => requestDeletion(context, operator, anna),
  'its deletion': ({ context }, { anna }) => deleteAccount(context, operator, anna),
}

/** Changes that end nothing. */
const endsNone: typeof endsOne = {
  'another name': ({ context }, { anna }) => renameAccount(context, operator, anna, `${anna.username}_x`),
  'a new character': (service, { account }) => addCharacter(service, account, `New_${made}`),
  'another primary player': (service, { anna }) => choosePrimary(service, anna),
  'the second factor, turned off': ({ context }, { stored }) =>
    disableSecondFactor(context, operator, stored),
}

onEveryDatabase('a character', (start, shared) => {
  test('signs in by its name with the password of its account, and is one player on the wire', async () => {
    const service = await shared()
    const { account, anna, ben, signIn, password } = await family(service)
    for (const player of [anna, ben, account]) {
      const { json } = await service.post('/auth/authenticate', {
        username: player.username.toUpperCase(),
        password,
        clientToken: 'a launcher',
        requestUser: true,
      })
      const profile = { id: player.id, name: player.username }
      assert.deepEqual([json.selectedProfile, json.availableProfiles], [profile, [profile]])
      assert.equal(json.user.id, player.id)
      const claims = JSON.parse(Buffer.from(json.accessToken.split('.')[1], 'base64url').toString())
      assert.equal(claims.sub, player.id)
      const refresh = { accessToken: json.accessToken, clientToken: 'a launcher' }
      const refreshed = await service.post('/auth/refresh', refresh)
      assert.deepEqual(refreshed.json.selectedProfile, profile)
    }
    refused(await signIn(anna.username, 'a wrong password'), credentialsInvalid)
  })

  test('is signed in by the email address once it is the primary one, whatever its state', async () => {
    const service = await shared()
    const { context } = service
    const { account, anna, signIn } = await family(service)
    const byEmail = async () => (await signIn(account.email)).json.selectedProfile?.id
    assert.equal(await byEmail(), account.id)
    await choosePrimary(service, anna)
    assert.equal(await byEmail(), anna.id)
    assert.equal((await signIn(account.username)).json.selectedProfile.id, account.id)
    await suspendAccount(context, operator, anna, {}, { only: true })
    refused(await signIn(account.email), accountSuspended)
    await restoreAccount(context, operator, anna, { only: true })
    await requestDeletion(context, operator, anna)
    await cancelDeletion(context, operator, anna)
    assert.equal(await byEmail(), account.id, 'asking for deletion gives that up, for good')
  })

  test('has a token that is a stranger’s for the other players of its account', async () => {
    const service = await shared()
    const { account, anna, enter } = await family(service)
    const { accessToken } = await enter(anna)
    const join = { accessToken, selectedProfile: account.id, serverId: 'x' }
    refused(await service.post('/session/join', join), joinProfileForeign)
  })

  test('is proved by the second factor of its account, and a code is used up for all players', async () => {
    const service = await shared()
    const { context, now } = service
    const { anna, ben, stored, signIn, password } = await family(service)
    const secret = newTotpSecret(context.random.bytes)
    await turnOnSecondFactor(context, by(stored), stored, { secret, code: totpCode(secret, now()) })
    service.advance(60_000)
    assert.notEqual((await signIn(anna.username)).status, 200)
    const code = totpCode(secret, now())
    succeeded(await signIn(anna.username, `${password}:${code}`))
    refused(await signIn(ben.username, `${password}:${code}`), credentialsInvalid)
    refused(await signIn(stored.username, `${password}:${code}`), credentialsInvalid)
  })

  test('is not signed in by an app password of the account, which signs in the account’s own player', async () => {
    const service = await shared()
    const { anna, stored, signIn } = await family(service)
    const appPassword = await createAppPassword(service.context, by(stored), stored, 'HMCL')
    const { json } = await signIn(anna.username, appPassword)
    assert.equal(json.selectedProfile.id, stored.id)
  })

  test('signs in the account on the pages by its name, also while it is suspended', async () => {
    const service = await shared()
    const { anna, stored, password } = await family(service)
    await suspendAccount(service.context, operator, anna, {}, { only: true })
    const { browser, page } = await signInOfPages(service, anna.username, password)
    assert.equal(page.path, '/account')
    assert.match((await browser.get('/account')).text, new RegExp(stored.username))
    await suspendAccount(service.context, operator, anna, {})
    assert.equal((await signInOfPages(service, anna.username, password)).page.status, 403)
  })

  test('has guesses of its own, and unlocking it frees every login of its account', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '2' })
    const { context } = service
    const { anna, ben, signIn } = await family(service)
    for (let guess = 0; guess < 2; guess++) await signIn(anna.username, 'wrong')
    assert.equal((await signIn(anna.username)).status, 429)
    succeeded(await signIn(ben.username))
    for (let guess = 0; guess < 2; guess++) await signIn(ben.username, 'wrong')
    assert.equal((await signIn(ben.username)).status, 429)
    await unlockAccount(context, operator, anna)
    succeeded(await signIn(anna.username))
    succeeded(await signIn(ben.username))
  })

  for (const [event, happen] of Object.entries(endsAll)) {
    test(`ends with the other players of its account by ${event}`, async () => {
      const service = await (event === 'a stolen tokens key' ? start() : shared())
      const given = await family(service)
      const { stored, anna, ben, enter } = given
      const games = [await enter(stored), await enter(anna), await enter(ben)]
      const versions = await versionsOf(service, stored)
      await newMail(service)
      await happen(service, given)
      for (const { isValid, isIn } of games) {
        assert.equal(await isValid(), false)
        if (event !== 'deletion') assert.equal(await isIn(), false)
      }
      for (const [id, version] of await versionsOf(service, stored))
        assert.ok(version > (versions.get(id) ?? 0), 'a sign-in on its way ends, too')
    })
  }

  for (const [event, happen] of Object.entries(endsOne)) {
    test(`ends alone by ${event}`, async () => {
      const service = await shared()
      const given = await family(service)
      const { stored, anna, ben, enter } = given
      const [hers, ...others] = [await enter(anna), await enter(stored), await enter(ben)]
      await happen(service, given)
      assert.equal(await hers?.isValid(), false)
      for (const { isValid, isIn } of others) assert.deepEqual([await isValid(), await isIn()], [true, true])
    })
  }

  for (const [event, happen] of Object.entries(endsNone)) {
    test(`stays signed in after ${event}`, async () => {
      const service = await shared()
      const given = await family(service)
      const { isValid, isIn } = await given.enter(given.anna)
      await happen(service, given)
      assert.deepEqual([await isValid(), await isIn()], [true, true])
    })
  }

  test('has its tokens counted with those of its account that are revoked', async () => {
    const service = await shared()
    const { stored, anna, ben, signIn } = await family(service)
    for (const { username } of [stored, anna, ben, ben]) await signIn(username)
    assert.equal(await revokeTokens(service.context, operator, ben), 2)
    assert.equal(await revokeTokens(service.context, operator, stored), 2)
  })

  test('keeps its tokens when a launcher signs the account’s own player out', async () => {
    const service = await shared()
    const { stored, anna, enter, password } = await family(service)
    const [own, hers] = [await enter(stored), await enter(anna)]
    await service.post('/auth/signout', { username: stored.username, password })
    assert.deepEqual([await own.isValid(), await hers.isValid()], [false, true])
  })

  for (const event of ['a password that an operator sets', 'a suspension', 'token revoke'] as const) {
    test(`gets no token for a sign-in that ${event} overtakes`, async (t) => {
      const service = await shared()
      const given = await family(service)
      const { anna, signIn } = given
      const held = hold(t, service.context.keys, 'upTo', 1)
      const signingIn = signIn(anna.username)
      await held.all
      await endsAll[event]?.(service, given)
      held.release()
      const answer = await signingIn
      // The sign-in came after what ended the others, so it may succeed with the right password; not with a former one.
      if (event === 'token revoke') succeeded(answer)
      else assert.notEqual(answer.status, 200)
    })
  }

  test('learns of the suspension of its account, and comes back with it', async () => {
    const service = await shared()
    const { context } = service
    const { anna, stored, signIn } = await family(service)
    await suspendAccount(context, operator, stored, {})
    refused(await signIn(anna.username), accountSuspended)
    refused(await signIn(anna.username, 'wrong'), credentialsInvalid)
    await suspendAccount(context, operator, anna, {}, { only: true })
    await restoreAccount(context, operator, anna, { only: true })
    refused(await signIn(anna.username), accountSuspended)
    await restoreAccount(context, operator, anna)
    succeeded(await signIn(anna.username))
  })

  test('is deleted with its account, and comes back with it unless it was leaving before', async () => {
    const service = await shared()
    const { context } = service
    const { anna, ben, stored, signIn } = await family(service)
    await requestDeletion(context, operator, ben)
    await requestDeletion(context, operator, stored, { withCharacters: true })
    refused(await signIn(anna.username), credentialsInvalid)
    assert.equal((await service.get(`/session/profile/${anna.id}`)).status, 204)
    await assert.rejects(cancelDeletion(context, operator, await service.stored(anna)), {
      reason: 'account_only',
    })
    await cancelDeletion(context, operator, await service.stored(stored))
    succeeded(await signIn(anna.username))
    refused(await signIn(ben.username), credentialsInvalid)
  })

  test('goes before its account when the grace is over, each with its hold, and not while suspended', async () => {
    const service = await start()
    const { context } = service
    const { anna, ben, stored } = await family(service)
    await requestDeletion(context, operator, stored, { withCharacters: true })
    await suspendAccount(context, operator, await service.stored(stored), {})
    service.advance(graceMs)
    const left = async () => (await playersLeft(service)).toSorted()
    await deleteDueAccounts(context)
    assert.equal((await left()).length, 3)
    await restoreAccount(context, operator, stored)
    await suspendAccount(context, operator, anna, {}, { only: true })
    await deleteDueAccounts(context)
    assert.deepEqual(await left(), [anna.id, stored.id].toSorted())
    await restoreAccount(context, operator, anna, { only: true })
    await deleteDueAccounts(context)
    assert.deepEqual(await left(), [])
    const holds = await context.db.query
      .selectFrom('name_claim')
      .selectAll()
      .where('kind', '=', 'held')
      .execute()
    assert.deepEqual(
      holds.map(({ name_key, account_id }) => [name_key, account_id]).toSorted(),
      [anna, ben, stored].map(({ username }) => [username.toLowerCase(), stored.id]).toSorted(),
    )
  })

  test('leaves its name to any player of its account, and to nobody else', async () => {
    const service = await shared()
    const { context } = service
    const { anna, ben, account } = await family(service)
    await renameAccount(context, operator, anna, `${anna.username}_x`)
    const other = await service.stored(await service.account())
    await assert.rejects(renameAccount(context, operator, other, anna.username), { reason: 'username_held' })
    await renameAccount(context, operator, ben, anna.username)
    await deleteAccount(context, operator, await service.stored(ben))
    await addCharacter(service, account, anna.username)
    await assert.rejects(addCharacter(service, account, account.username))
  })

  test('has the groups and the language of its account, and cannot outlive it', async () => {
    const service = await shared()
    const { context } = service
    const { anna, account, stored } = await family(service)
    const row = async () =>
      context.db.query.selectFrom('account').selectAll().where('id', '=', anna.id).executeTakeFirstOrThrow()
    const group = `crew-${made}`
    await createGroup(context, operator, { name: group })
    await addMembers(context, operator, group, [stored])
    await setLanguage(context, operator, stored, 'ru')
    assert.deepEqual([(await row()).group_names, (await row()).language], [group, 'ru'])
    await removeMembers(context, operator, group, [stored])
    assert.equal((await row()).group_names, null)
    await assert.rejects(context.db.query.deleteFrom('account').where('id', '=', account.id).execute())
    await assert.rejects(addCharacter(service, anna, `Own_${made}`))
    const owned = context.db.query.updateTable('account').set({ owner_id: anna.id })
    await assert.rejects(owned.where('id', '=', account.id).execute())
  })

  test('is named in notices that go to the address of its account', async () => {
    const service = await shared()
    const { anna, account } = await family(service)
    await newMail(service)
    await suspendAccount(service.context, operator, anna, {}, { only: true })
    const [mail] = await newMail(service)
    assert.equal(mail?.to, account.email)
    assert.match(mail?.text ?? '', new RegExp(anna.username))
  })
})

async function versionsOf({ context }: RunningService, { id }: { id: string }): Promise<Map<string, number>> {
  const rows = await context.db.query
    .selectFrom('account')
    .select(['id', 'credentials_version'])
    .where((row) => row.or([row('id', '=', id), row('owner_id', '=', id)]))
    .execute()
  return new Map(rows.map((row) => [row.id, row.credentials_version]))
}

async function playersLeft({ context }: RunningService): Promise<string[]> {
  return (await context.db.query.selectFrom('account').select('id').execute()).map(({ id }) => id)
}
