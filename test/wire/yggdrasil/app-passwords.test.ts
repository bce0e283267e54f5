// App passwords: what launchers send, byte for byte, and what looks like one but does not open anything.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { whyNot } from '../../../src/domain/operation/why.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import {
  createAppPassword,
  listAppPasswords,
  maxAppPasswords,
  removeAppPassword,
} from '../../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { unusableHash } from '../../../src/passwords/passwords.ts'
import { updateAccount } from '../../../src/storage/accounts/accounts.ts'
import { credentialsInvalid, refused, succeeded } from '../../http/answers.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { totpCode } from '../../totp.ts'

/** Creates one in the name of the account's owner. */
async function newAppPassword(service: RunningService, account: { id: string }, name = 'HMCL') {
  const stored = await service.stored(account)
  return createAppPassword(service.context, accountActor(stored, '192.0.2.1'), stored, name)
}

/** An account with an authenticator app and an app password. */
async function protectedAccount(service: RunningService) {
  const account = await service.account()
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
  const appPassword = await newAppPassword(service, account)
  return { ...account, appPassword, code: () => totpCode(secret, service.now()) }
}

const authenticate = (service: RunningService, username: string, password: string) =>
  service.post('/auth/authenticate', { username, password, clientToken: 'launcher' })

const signout = (service: RunningService, { username }: { username: string }, password: string) =>
  service.post('/auth/signout', { username, password })

const isValid = async (service: RunningService, accessToken: string) =>
  (await service.post('/auth/validate', { accessToken })).status === 200

/** Counts the hashes that are computed during `work`. */
async function hashes(t: TestContext, service: RunningService, work: () => Promise<unknown>) {
  const spy = t.mock.method(service.context.passwords, 'matchingSpelling')
  await work()
  const count = spy.mock.callCount()
  spy.mock.restore()
  return count
}

onEveryDatabase('an app password', (start, shared) => {
  test('is twenty letters and digits in four groups, of which the database has a digest', async () => {
    const service = await shared()
    const account = await service.account()
    const appPassword = await newAppPassword(service, account)
    assert.match(appPassword, /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/)
    const rows = await service.context.db.query.selectFrom('app_password').selectAll().execute()
    const stored = JSON.stringify(rows)
    for (const text of [appPassword, appPassword.replaceAll('-', '')]) assert.ok(!stored.includes(text))
    assert.ok(!service.log.join('').includes(appPassword))
  })

  test('signs a launcher in, in every layout, by name or email, without the code', async () => {
    const service = await shared()
    const { appPassword, username, email, id } = await protectedAccount(service)
    for (const root of ['/auth', '/authlib-injector/authserver', '/authserver']) {
      for (const login of [username, email, username.toUpperCase()]) {
        // The bytes that HMCL sends.
        const body = `{"agent":{"name":"Minecraft","version":1},"username":"${login}","password":"${appPassword}","clientToken":"0123456789abcdef0123456789abcdef","requestUser":true}`
        const answer = await service.request(`${root}/authenticate`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'user-agent': 'HMCL/3.6' },
        })
        assert.equal(answer.status, 200, `${root} ${login}`)
        assert.equal(answer.json.selectedProfile.id, id)
        assert.ok(await isValid(service, answer.json.accessToken))
      }
    }
    const [shown] = await listAppPasswords(service.context, { id })
    assert.deepEqual(
      { ...shown, id: '', address: '' },
      {
        id: '',
        name: 'HMCL',
        player: id,
        createdAt: service.now(),
        lastUsedAt: service.now(),
        launcher: 'HMCL/3.6',
        address: '',
      },
    )
  })

  test('may be typed in any case, with any hyphens and spaces, and wide', async () => {
    const service = await shared()
    const { username, appPassword } = await protectedAccount(service)
    const plain = appPassword.replaceAll('-', '')
    const wide = plain.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
    const written = [plain, plain.toUpperCase(), ` ${appPassword} `, appPassword.replaceAll('-', ' '), wide]
    written.push(appPassword.replaceAll('-', '–'), [...plain].join('-'), plain.replaceAll('0', 'O'))
    for (const text of written) succeeded(await authenticate(service, username, text))
  })

  test('that is not one is hashed and counted as a wrong password', async (t) => {
    const service = await shared()
    const { username, appPassword, code, password } = await protectedAccount(service)
    const other = await protectedAccount(service)
    const wrong = [
      // Another account's, with a code behind it, one letter less, more or other, and padded beyond what is read.
      other.appPassword,
      `${appPassword}:${code()}`,
      `${password}:${appPassword}`,
      appPassword.slice(1),
      `${appPassword}0`,
      (appPassword.startsWith('x') ? 'y' : 'x') + appPassword.slice(1),
      `${appPassword}${' '.repeat(64)}`,
      `${appPassword}\0`,
      `${appPassword}\u{200b}`,
      appPassword.replaceAll('-', '.'),
      appPassword.replace('-', '\u{0301}-'),
      '-'.repeat(20),
      '',
    ]
    for (const [index, text] of wrong.entries()) {
      const name = `${index}: ${text}`
      let answer: Awaited<ReturnType<typeof authenticate>> | undefined
      const count = await hashes(t, service, async () => {
        answer = await authenticate(service, username, text)
      })
      if (text === '') continue
      assert.ok(answer)
      refused(answer, credentialsInvalid, name)
      assert.ok(count > 0, name)
      service.advance(600_000)
    }
  })

  test('takes no hash and no budget, and works while wrong passwords are refused', async (t) => {
    const service = await start({
      NORN_GUESS_ADDRESS_ACCOUNT: '3',
      NORN_GUESS_ADDRESS: '3',
      NORN_GUESS_ACCOUNT: '3',
    })
    const { username, appPassword } = await protectedAccount(service)
    for (let guess = 0; guess < 4; guess++) await authenticate(service, username, 'wrong')
    assert.equal((await authenticate(service, username, 'wrong')).status, 429)
    const guesses = () => service.context.db.query.selectFrom('guess').selectAll().orderBy('key').execute()
    const before = await guesses()
    const storm = Array.from({ length: 200 }, () => authenticate(service, username, appPassword))
    const count = await hashes(t, service, async () => {
      for (const answer of await Promise.all(storm)) succeeded(answer)
    })
    assert.equal(count, 0)
    assert.deepEqual(await guesses(), before)
    // It has proved neither password nor code, so its address does not become a known one.
    assert.equal((await authenticate(service, username, 'wrong')).status, 429)
  })

  test('replaces the code only for itself: the password still needs one', async () => {
    const service = await shared()
    const { username, appPassword, password, code } = await protectedAccount(service)
    const without = await authenticate(service, username, password)
    assert.deepEqual([without.status, without.json.accessToken], [401, undefined])
    succeeded(await authenticate(service, username, `${password}:${code()}`))
    succeeded(await authenticate(service, username, appPassword))
  })

  test('is enough for an account that has no password', async () => {
    const service = await shared()
    const account = await service.account()
    const appPassword = await newAppPassword(service, account)
    await updateAccount(service.context.db, account.id, { password_hash: unusableHash })
    const answer = await authenticate(service, account.username, appPassword)
    assert.ok(await isValid(service, answer.json.accessToken))
    refused(await authenticate(service, account.username, account.password), credentialsInvalid)
    refused(await authenticate(service, account.username, unusableHash), credentialsInvalid)
    assert.equal((await signout(service, account, appPassword)).status, 200)
  })

  test('that is wrong is counted with wrong passwords, of the login and of the network', async () => {
    for (const setting of ['NORN_GUESS_ADDRESS_ACCOUNT', 'NORN_GUESS_ADDRESS']) {
      const service = await start({ [setting]: '3' })
      const { username, appPassword } = await protectedAccount(service)
      const wrong = appPassword.endsWith('x')
        ? `${appPassword.slice(0, -1)}y`
        : `${appPassword.slice(0, -1)}x`
      for (let guess = 0; guess < 3; guess++)
        refused(await authenticate(service, username, wrong), credentialsInvalid)
      for (const password of [wrong, 'wrong'])
        assert.equal((await authenticate(service, username, password)).status, 429, setting)
      assert.equal((await signout(service, { username }, wrong)).status, 429, setting)
      succeeded(await authenticate(service, username, appPassword))
    }
  })

  test('that is wrong has the reserve of its network, like any wrong password', async () => {
    const service = await start({ NORN_GUESS_ACCOUNT: '3' })
    const statuses = async (passwordOf: (right: string) => string) => {
      const { username, appPassword } = await protectedAccount(service)
      const answers = []
      for (let guess = 0; guess < 6; guess++) {
        answers.push((await authenticate(service, username, passwordOf(appPassword))).status)
      }
      return answers
    }
    const wrong = await statuses((right) => right.replace(/.$/, (end) => (end === 'x' ? 'y' : 'x')))
    assert.deepEqual(wrong, [401, 401, 401, 401, 401, 429])
    assert.deepEqual(await statuses(() => 'wrong'), wrong)
  })

  test('signs out, and stays', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { username, appPassword } = account
    const token = (await authenticate(service, username, appPassword)).json.accessToken
    assert.equal((await signout(service, account, appPassword)).status, 200)
    assert.equal(await isValid(service, token), false)
    succeeded(await authenticate(service, username, appPassword))
    refused(await signout(service, account, `${appPassword}0`), credentialsInvalid)
  })

  test('is named in the log line, in "why", and of a refusal too; a password is not', async () => {
    const service = await shared()
    const { context } = service
    const account = await protectedAccount(service)
    const { username, appPassword, password, code } = account
    const lastOf = async (answer: Answer, outcome: 'ok' | 'refused') => {
      const { via } = await service.logLine(answer)
      await context.attempts.flush()
      const { attempts } = await whyNot(context, username)
      const kept = attempts.find((each) => each.step === 'authenticate' && each.outcome === outcome)
      return { via, kept: kept?.via, message: kept?.message }
    }
    const byAppPassword = await authenticate(service, username, appPassword)
    assert.deepEqual(await lastOf(byAppPassword, 'ok'), {
      via: 'app_password',
      kept: 'app_password',
      message: 'A launcher signed the player in with an app password.',
    })
    const byPassword = await authenticate(service, username, `${password}:${code()}`)
    const message = 'A launcher signed the player in.'
    assert.deepEqual(await lastOf(byPassword, 'ok'), { via: undefined, kept: undefined, message })
    const wrong = await lastOf(await authenticate(service, username, `${appPassword}0`), 'refused')
    assert.deepEqual([wrong.via, wrong.kept], [undefined, undefined])
    await suspendAccount(context, operator, await service.stored(account), {})
    service.advance(1000)
    const suspended = await lastOf(await authenticate(service, username, appPassword), 'refused')
    assert.deepEqual([suspended.via, suspended.kept], ['app_password', 'app_password'])
    assert.match(suspended.message ?? '', /suspended/)
  })

  test('ends with the tokens that were issued with it, refreshed ones and their joins too, and no others', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { username, appPassword, id } = account
    const other = await newAppPassword(service, account, 'Prism')
    const issued = (await authenticate(service, username, appPassword)).json.accessToken
    const kept = (await authenticate(service, username, other)).json.accessToken
    const refreshed = (await service.post('/auth/refresh', { accessToken: issued, clientToken: 'launcher' }))
      .json.accessToken
    for (const [serverId, accessToken] of [
      ['ended', refreshed],
      ['kept', kept],
    ]) {
      const join = { accessToken, selectedProfile: id, serverId }
      assert.equal((await service.post('/session/join', join)).status, 200)
    }
    const listed = await listAppPasswords(service.context, account)
    const [first, second] = ['HMCL', 'Prism'].map((name) => listed.find((each) => each.name === name))
    await removeAppPassword(service.context, operator, account, first?.id ?? '')
    refused(await authenticate(service, username, appPassword), credentialsInvalid)
    assert.equal(await isValid(service, refreshed), false)
    assert.equal(
      (await service.post('/auth/refresh', { accessToken: refreshed, clientToken: 'launcher' })).status,
      401,
    )
    const joined = (serverId: string) =>
      service.get(`/session/hasJoined?username=${username}&serverId=${serverId}`)
    assert.equal((await joined('ended')).status, 401)
    assert.equal((await joined('kept')).status, 200)
    assert.ok(await isValid(service, kept))
    const gone = removeAppPassword(service.context, operator, account, first?.id ?? '')
    await assert.rejects(gone, (error) => error instanceof Refused && error.reason === 'unknown')
    const foreign = removeAppPassword(service.context, operator, await service.account(), second?.id ?? '')
    await assert.rejects(foreign, (error) => error instanceof Refused && error.reason === 'unknown')
  })

  test('has a name of its own, and there are at most 20', async () => {
    const service = await shared()
    const account = await service.account()
    const long = '🦊'.repeat(64)
    for (const name of ['HMCL', 'HMCL', long, long]) await newAppPassword(service, account, name)
    const names = (await listAppPasswords(service.context, account)).map(({ name }) => name)
    assert.deepEqual(names.toSorted(), ['HMCL', 'HMCL 2', long, `${'🦊'.repeat(62)} 2`].toSorted())
    for (const name of ['', ' x', 'a\nb', 'x'.repeat(65), '\u{202e}x']) {
      await assert.rejects(newAppPassword(service, account, name), (error) => {
        return error instanceof Refused && error.reason === 'malformed'
      })
    }
    const many = Array.from({ length: maxAppPasswords }, () => newAppPassword(service, account).catch(String))
    const refusals = (await Promise.all(many)).filter((made) => made.includes('Refused'))
    assert.equal(refusals.length, 4)
    assert.equal((await listAppPasswords(service.context, account)).length, maxAppPasswords)
  })
})
