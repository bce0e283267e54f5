// What one instance does, the others know at the next request.

import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { findAccount } from '../../src/domain/accounts/find.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { operator, type RunningService, start2026, type TestAccount } from '../service.ts'
import {
  authenticate,
  hasJoined,
  type Instances,
  join,
  signIn,
  startInstances,
  statuses,
  validate,
} from './instances.ts'

const invalidToken = '{"error":"ForbiddenOperationException","errorMessage":"Invalid token."}'

async function accountOf({ context }: RunningService, { id }: TestAccount) {
  const account = await findAccount(context, id)
  assert.ok(account)
  return account
}

test('a join on one instance is consumed exactly once, whichever instances are asked', async (t) => {
  const instances = await startInstances(t)
  const account = await instances[0].account()
  const token = await signIn(instances[0], account)
  for (const joinedAt of instances) {
    for (let round = 0; round < 5; round++) {
      assert.equal((await join(joinedAt, account, token, `server-${round}`)).status, 200)
      const asked = [...instances, ...instances]
      const answers = await Promise.all(
        asked.map((instance) => hasJoined(instance, account.username, `server-${round}`)),
      )
      assert.deepEqual(statuses(answers), [200, 401, 401, 401, 401, 401])
      const taken = answers.find(({ status }) => status === 200)
      assert.deepEqual([taken?.json.id, taken?.json.name], [account.id, account.username])
    }
  }
})

test('of simultaneous refreshes of one token on all instances, one succeeds', async (t) => {
  const instances = await startInstances(t)
  const account = await instances[0].account()
  const accessToken = await signIn(instances[1], account)
  const body = { accessToken, clientToken: 'launcher' }
  const answers = await Promise.all(instances.map((instance) => instance.post('/auth/refresh', body)))
  assert.deepEqual(statuses(answers), [200, 401, 401])
  const next = answers.find(({ status }) => status === 200)?.json.accessToken
  for (const instance of instances) {
    assert.equal((await validate(instance, next)).status, 200)
    assert.deepEqual((await validate(instance, accessToken)).text, invalidToken)
  }
})

/** Signs in, uses the token on every instance, ends it on one, and asks all of them again. */
async function endsEverywhere(
  instances: Instances,
  end: (instance: RunningService, account: TestAccount, accessToken: string) => Promise<unknown>,
) {
  const [first, second] = instances
  const account = await first.account()
  const accessToken = await signIn(first, account)
  for (const instance of instances) assert.equal((await validate(instance, accessToken)).status, 200)
  assert.equal((await join(first, account, accessToken, 'before')).status, 200)
  await end(second, account, accessToken)
  for (const instance of instances) {
    assert.deepEqual((await validate(instance, accessToken)).text, invalidToken)
    const refused = await join(instance, account, accessToken, 'after')
    assert.deepEqual([refused.status, refused.json.errorMessage], [401, 'Invalid access_token.'])
  }
  return account
}

test('a token that ends on one instance has ended on all', async (t) => {
  const instances = await startInstances(t)
  await endsEverywhere(instances, (instance, _, accessToken) =>
    instance.post('/auth/invalidate', { accessToken, clientToken: 'launcher' }),
  )
  const signedOut = await endsEverywhere(instances, (instance, { username, password }) =>
    instance.post('/auth/signout', { username, password }),
  )
  const suspended = await endsEverywhere(instances, async (instance, account) =>
    suspendAccount(instance.context, operator, await accountOf(instance, account), {}),
  )
  const deleted = await endsEverywhere(instances, async (instance, account) =>
    deleteAccount(instance.context, operator, await accountOf(instance, account)),
  )
  for (const instance of instances) {
    for (const { username } of [signedOut, suspended, deleted])
      assert.equal((await hasJoined(instance, username, 'before')).status, 401)
    const refused = await authenticate(instance, suspended)
    assert.equal(refused.json.errorMessage, 'This account has been suspended.')
    assert.equal((await instance.get(`/session/profile/${deleted.id}`)).status, 204)
  }
})

test('a new name is visible everywhere immediately, also to a player who joined under the old one', async (t) => {
  const instances = await startInstances(t)
  const [first, second, third] = instances
  const account = await first.account()
  const accessToken = await signIn(first, account)
  // Each instance has cached what it caches of a profile.
  for (const instance of instances) await instance.get(`/session/profile/${account.id}`)
  await join(first, account, accessToken, 'server')
  await renameAccount(second.context, operator, await accountOf(second, account), 'Renamed')
  for (const instance of instances) {
    const profile = (await instance.get(`/session/profile/${account.id}`)).json
    const payload = JSON.parse(Buffer.from(profile.properties[0].value, 'base64').toString())
    assert.deepEqual([profile.name, payload.profileName], ['Renamed', 'Renamed'])
  }
  assert.equal((await hasJoined(third, account.username, 'server')).status, 401)
  assert.equal((await hasJoined(third, 'Renamed', 'server')).json.name, 'Renamed')
})

test('a rotated key of either use is used and known everywhere at the next request', async (t) => {
  const instances = await startInstances(t, { NORN_TEXTURES_KEY_LEAD: '0s' })
  const [first, second, third] = instances
  const account = await first.account()
  const old = await signIn(first, account)
  for (const instance of instances) await instance.get(`/session/profile/${account.id}`)

  const { kid } = await rotateKey(second.context, operator, 'tokens', { isStolen: false })
  // No two keys have the same creation time: with clocks that stand still, the third is created two instants later.
  for (const instance of instances) instance.advance(10)
  const signing = await Promise.all(instances.map((instance) => signIn(instance, account)))
  for (const token of signing) assert.equal(decodeProtectedHeader(token).kid, kid)
  for (const token of [old, ...signing]) {
    const answers = await Promise.all(instances.map((instance) => validate(instance, token)))
    assert.deepEqual(statuses(answers), [200, 200, 200])
  }

  await rotateKey(third.context, operator, 'textures', { isStolen: false })
  const keys = instances.map(async (instance) => {
    const response = await fetch(`${instance.baseUrl}/skinsystem/signature-verification-key.der`)
    return Buffer.from(await response.arrayBuffer())
  })
  const [key = Buffer.alloc(0), ...same] = await Promise.all(keys)
  for (const other of same) assert.ok(key.equals(other))
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
  for (const instance of instances) {
    const { value, signature } = (await instance.get(`/session/profile/${account.id}`)).json.properties[0]
    assert.ok(verify('RSA-SHA1', Buffer.from(value), publicKey, Buffer.from(signature, 'base64')))
  }
})

test('a TOTP code works once, on any instance', async (t) => {
  const instances = await startInstances(t)
  const account = await instances[0].account()
  const { secret } = await enableSecondFactor(
    instances[1].context,
    operator,
    await accountOf(instances[1], account),
  )
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start2026 })
  const password = `${account.password}:${code}`
  const answers = await Promise.all(instances.map((instance) => authenticate(instance, account, password)))
  assert.deepEqual(statuses(answers), [200, 401, 401])
})

test('guesses on all instances share one budget', async (t) => {
  const instances = await startInstances(t, { NORN_GUESS_ADDRESS_ACCOUNT: '6' })
  const account = await instances[0].account()
  for (let round = 0; round < 2; round++) {
    for (const instance of instances)
      assert.equal((await authenticate(instance, account, 'wrong')).status, 401)
  }
  for (const instance of instances) {
    const answer = await authenticate(instance, account)
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '10')
  }
})
