// The guesses that block an account's sign-ins are shown and forgotten.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../src/domain/sign-in/unlock.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'

const settings = {
  NORN_TRUST_PROXY: '127.0.0.1',
  NORN_GUESS_ADDRESS_ACCOUNT: '2',
  NORN_GUESS_ADDRESS: '5',
  NORN_GUESS_ACCOUNT: '3',
}
const refillMs = 10_000

async function signIn(service: RunningService, login: string, password: string, from: string) {
  const body = { username: login, password, clientToken: 'launcher' }
  const { status } = await service.post('/auth/authenticate', body, { headers: { 'x-forwarded-for': from } })
  return status
}

const unlock = async (service: RunningService, account: TestAccount, address?: string) =>
  unlockAccount(service.context, operator, await service.stored(account), address)

onEveryDatabase('unlocking an account', (start) => {
  test('forgets wrong passwords for name and email, whatever their origin, and reports them', async () => {
    const service = await start(settings)
    const [account, other] = [await service.account(), await service.account()]
    const { username, email, password } = account
    assert.equal(await signIn(service, username, password, '198.51.100.9'), 200)
    const owner = '198.51.100.1'
    const guesses = [
      [username, '192.0.2.1'],
      [username, '192.0.2.1'],
      [username, '2001:db8::1'],
      // The two attempts of its reserve.
      [username, owner],
      [username, owner],
      [email, '192.0.2.1'],
      [other.username, '192.0.2.1'],
    ] as const
    for (const [login, from] of guesses) assert.equal(await signIn(service, login, 'wrong', from), 401)
    assert.equal(await signIn(service, username, password, owner), 429)
    assert.equal(await signIn(service, username, password, '192.0.2.1'), 429)

    const sorted = (rows: unknown[]) =>
      rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    const cleared = await unlock(service, account)
    const of = (kind: string) => sorted(cleared.filter((each) => each.kind === kind))
    const now = service.now()
    const ofAddress = { kind: 'addressAtLogin', network: '192.0.2.1', blockedUntil: now + refillMs }
    assert.deepEqual(
      of('addressAtLogin'),
      sorted([
        ofAddress,
        { ...ofAddress, blockedUntil: undefined },
        { ...ofAddress, network: owner },
        { ...ofAddress, network: '2001:db8:0:0::/64', blockedUntil: undefined },
      ]),
    )
    assert.deepEqual(of('reserve'), [{ kind: 'reserve', network: owner, blockedUntil: now + 60 * refillMs }])
    // Two more guesses at the name than the budget holds, and one at the email.
    const ofLogin = { kind: 'login', network: undefined, blockedUntil: now + 3 * refillMs }
    assert.deepEqual(of('login'), sorted([ofLogin, { ...ofLogin, blockedUntil: undefined }]))
    assert.equal(cleared.length, 7)

    assert.deepEqual(await unlock(service, account), [])
    assert.equal(await signIn(service, username, password, owner), 200)
    assert.equal(await signIn(service, username, password, '192.0.2.1'), 200)
    const left = await service.context.db.query
      .selectFrom('guess')
      .select('key')
      .where('key', 'like', 'known:%')
      .execute()
    assert.equal(left.length, 3)
  })

  test('forgets wrong codes', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account()
    const { username, password } = account
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const wrong = totpCode(secret, service.now() - 3_600_000)
    for (let n = 0; n < 10; n++) {
      assert.equal(await signIn(service, username, `${password}:${wrong}`, '192.0.2.1'), 401)
    }
    const right = `${password}:${totpCode(secret, service.now())}`
    assert.equal(await signIn(service, username, right, '198.51.100.1'), 429)
    const codes = (await unlock(service, account)).filter(({ kind }) => kind === 'codes')
    assert.deepEqual(codes, [
      { kind: 'codes', network: undefined, blockedUntil: service.now() + 60 * refillMs },
    ])
    assert.equal(await signIn(service, username, right, '198.51.100.1'), 200)
  })

  test('guesses of an address at other accounts are forgotten only if that address is given', async () => {
    const service = await start(settings)
    const account = await service.account()
    const { username, password } = account
    const [here, elsewhere] = ['2001:db8:0:1::1', '2001:db8:0:2::1']
    for (const from of [here, elsewhere]) {
      for (let n = 0; n < 5; n++) assert.equal(await signIn(service, `nobody${n}`, 'wrong', from), 401)
    }
    assert.deepEqual(await unlock(service, account), [])
    assert.equal(await signIn(service, username, password, here), 429)
    assert.deepEqual(await unlock(service, account, '2001:db8:0:1:ffff::'), [
      { kind: 'address', network: '2001:db8:0:1::/64', blockedUntil: service.now() + refillMs },
    ])
    assert.equal(await signIn(service, username, password, here), 200)
    assert.equal(await signIn(service, username, password, elsewhere), 429)
  })
})
