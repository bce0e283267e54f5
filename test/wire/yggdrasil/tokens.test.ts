// The life of launcher tokens: rotation, expiry, their maximum number, and what ends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openContext } from '../../../src/compose.ts'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { disableSecondFactor, enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { listTokens, revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { issueToken } from '../../../src/domain/tokens/launcher-tokens.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { hold } from '../../hold.ts'
import {
  credentialsInvalid,
  joinTokenExpired,
  joinTokenInvalid,
  refused,
  succeeded,
  succeededEmpty,
  tokenExpired,
  tokenInvalid,
} from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'

const day = 86_400_000
const lifetime = 30 * day
const clientToken = 'launcher'

const validate = (service: RunningService, accessToken: string) =>
  service.post('/auth/validate', { accessToken })
const refresh = (service: RunningService, accessToken: string) =>
  service.post('/auth/refresh', { accessToken, clientToken })

const rows = ({ context }: RunningService) =>
  context.db.query.selectFrom('credential').selectAll().orderBy('digest').execute()

onEveryDatabase('refresh', (_, shared) => {
  test('the old token is invalid as soon as the new one is returned', async () => {
    const service = await shared()
    let accessToken = await service.signIn(await service.account())
    for (let n = 0; n < 5; n++) {
      const next = (await refresh(service, accessToken)).json.accessToken
      refused(await validate(service, accessToken), tokenInvalid)
      refused(await refresh(service, accessToken), tokenInvalid)
      succeededEmpty(await validate(service, next))
      accessToken = next
    }
  })

  test('other tokens of the account stay valid, of this launcher and of others', async () => {
    const service = await shared()
    const account = await service.account()
    const siblings = [await service.signIn(account), await service.signIn(account, 'other launcher')]
    await refresh(service, await service.signIn(account))
    for (const sibling of siblings) succeededEmpty(await validate(service, sibling))
  })

  test('of twenty simultaneous refreshes of one token, exactly one succeeds', async (t) => {
    const service = await shared()
    const account = await service.account()
    for (let round = 0; round < 3; round++) {
      const accessToken = await service.signIn(account)
      // No refresh replaces the token before all of them have found it valid.
      const readings = hold(t, service.context.accessTokens, 'read', 20)
      const refreshing = Array.from({ length: 20 }, () => refresh(service, accessToken))
      await readings.all
      readings.release()
      const answers = await Promise.all(refreshing)
      const [winner, ...others] = answers.sort((a, b) => a.status - b.status)
      assert.ok(winner)
      succeeded(winner)
      for (const other of others) refused(other, tokenInvalid)
      succeededEmpty(await validate(service, winner.json.accessToken))
      refused(await validate(service, accessToken), tokenInvalid)
    }
  })

  test('a refreshed token gets a full new lifetime', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    service.advance(lifetime - 1)
    const next = (await refresh(service, accessToken)).json.accessToken
    service.advance(lifetime - 1)
    succeededEmpty(await validate(service, next))
    service.advance(1)
    refused(await validate(service, next), tokenExpired)
  })

  test('an expired token is reported as expired, however often it is sent', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    service.advance(lifetime)
    refused(await refresh(service, accessToken), tokenExpired)
    refused(await refresh(service, accessToken), tokenExpired)
    refused(await validate(service, accessToken), tokenExpired)
    refused(await refresh(service, accessToken), tokenInvalid)
  })
})

onEveryDatabase('validate and invalidate', (_, shared) => {
  test('validate changes nothing, neither the token nor its lifetime', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    const before = await rows(service)
    service.advance(lifetime - 1)
    succeededEmpty(await validate(service, accessToken))
    refused(await service.post('/auth/validate', { accessToken, clientToken: 'other' }), tokenInvalid)
    assert.deepEqual(await rows(service), before)
    service.advance(1)
    refused(await validate(service, accessToken), tokenExpired)
  })

  test('validate deletes an expired token: the next request finds it unknown', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    service.advance(lifetime)
    const young = await service.signIn(account)
    refused(await validate(service, accessToken), tokenExpired)
    refused(await validate(service, accessToken), tokenInvalid)
    succeededEmpty(await validate(service, young))
  })

  test('invalidate leaves an expired token, which is still reported as expired', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    service.advance(lifetime)
    succeededEmpty(await service.post('/auth/invalidate', { accessToken, clientToken }))
    refused(await validate(service, accessToken), tokenExpired)
  })

  test('the sweep keeps expired tokens for a day', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const ask = () =>
      service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: 's' })
    service.advance(lifetime + day - 1)
    await sweep(service.context)
    refused(await ask(), joinTokenExpired)
    service.advance(1)
    await sweep(service.context)
    refused(await ask(), joinTokenInvalid)
    refused(await validate(service, accessToken), tokenInvalid)
  })
})

onEveryDatabase('an account holds at most 64 tokens', (_, shared) => {
  test('authenticating again keeps earlier tokens, up to 64; then the oldest is deleted', async () => {
    const service = await shared()
    const account = await service.account()
    const stranger = await service.signIn(await service.account())
    const tokens: string[] = []
    for (let n = 0; n < 66; n++) {
      service.advance(1)
      tokens.push(await service.signIn(account, `launcher ${n}`))
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await validate(service, token)).status))
    assert.deepEqual(statuses, [401, 401, ...Array(64).fill(200)])
    succeededEmpty(await validate(service, stranger))
  })

  test('the limit also holds for tokens issued simultaneously', async () => {
    const service = await shared()
    const account = await service.account()
    const tokens = await Promise.all(Array.from({ length: 80 }, () => service.signIn(account)))
    const statuses = await Promise.all(tokens.map(async (token) => (await validate(service, token)).status))
    assert.equal(statuses.filter((status) => status === 200).length, 64)
  })

  test('expired tokens are deleted first, even if they are not the oldest', async () => {
    const service = await shared()
    const account = await service.account()
    const { config, log } = service.context
    const oldest = await service.signIn(account)
    const brief = await openContext({ ...config, accessTokenLifetime: 1000 }, { clock: service.now, log })
    brief.listensAt(service.baseUrl)
    service.advance(1)
    const device = { userAgent: undefined, address: '127.0.0.1' }
    const stored = await service.stored(account)
    const expiring = await issueToken(brief, operator, stored, clientToken, device)
    await brief[Symbol.asyncDispose]()
    assert.ok(expiring)
    service.advance(1000)
    for (let n = 0; n < 63; n++) await service.signIn(account)
    succeededEmpty(await validate(service, oldest))
    refused(await validate(service, expiring), tokenInvalid)
  })
})

/** The changes that must end every token of an account immediately. */
const endings: Record<string, (service: RunningService, account: TestAccount) => Promise<unknown>> = {
  'a signout': (service, { username, password }) =>
    service.post('/auth/signout', { username, password }).then((answer) => succeededEmpty(answer)),
  'a new password': async (service, account) =>
    setPassword(service.context, operator, await service.stored(account), 'another'),
  'the same password, set again': async (service, account) =>
    setPassword(service.context, operator, await service.stored(account), account.password),
  'two-factor protection': async (service, account) =>
    enableSecondFactor(service.context, operator, await service.stored(account)),
  'a suspension': async (service, account) =>
    suspendAccount(service.context, operator, await service.stored(account), {}),
  'a suspension that is restored': async (service, account) =>
    restoreAccount(
      service.context,
      operator,
      await suspendAccount(service.context, operator, await service.stored(account), {}),
    ),
  'a suspension that has ended': async (service, account) => {
    await suspendAccount(service.context, operator, await service.stored(account), {
      until: service.now() + 1,
    })
    service.advance(1)
  },
  'a revocation by the operator': async (service, account) =>
    revokeTokens(service.context, operator, await service.stored(account)),
  'a deletion': async (service, account) =>
    deleteAccount(service.context, operator, await service.stored(account)),
}

onEveryDatabase('the end of tokens', (_, shared) => {
  for (const [event, happens] of Object.entries(endings)) {
    test(`${event} ends every token immediately`, async () => {
      const service = await shared()
      const account = await service.account()
      const stranger = await service.signIn(await service.account())
      const tokens = [await service.signIn(account), await service.signIn(account)]
      // Used before: caching must not keep the token valid.
      for (const accessToken of tokens) succeededEmpty(await validate(service, accessToken))
      await happens(service, account)
      for (const accessToken of tokens) {
        const joining = { accessToken, selectedProfile: account.id, serverId: 's' }
        refused(await service.post('/session/join', joining), joinTokenInvalid)
        refused(await refresh(service, accessToken), tokenInvalid)
        refused(await validate(service, accessToken), tokenInvalid)
        succeededEmpty(await service.post('/auth/invalidate', { accessToken, clientToken }))
      }
      succeededEmpty(await validate(service, stranger))
    })
  }

  test('a rename ends nothing: the next answer contains the new name', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    await renameAccount(service.context, operator, await service.stored(account), 'Changed')
    succeededEmpty(await validate(service, accessToken))
    const joining = { accessToken, selectedProfile: 'changed', serverId: 's' }
    succeededEmpty(await service.post('/session/join', joining))
    const answer = await refresh(service, accessToken)
    succeeded(answer)
    assert.deepEqual(answer.json.selectedProfile, { id: account.id, name: 'Changed' })
  })

  test('a change of letter case alone keeps the account', async () => {
    const service = await shared()
    const account = await service.account({ username: 'camel' })
    await renameAccount(service.context, operator, await service.stored(account), 'Camel')
    const { username, password } = account
    const answer = await service.post('/auth/authenticate', { username, password, clientToken })
    assert.deepEqual(answer.json.selectedProfile, { id: account.id, name: 'Camel' })
  })

  test('turning two-factor protection off ends nothing', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    await disableSecondFactor(service.context, operator, await service.stored(account))
    succeededEmpty(await validate(service, accessToken))
  })

  test('a suspended account can sign out', async () => {
    const service = await shared()
    const account = await service.account()
    await suspendAccount(service.context, operator, await service.stored(account), {})
    const { username, password } = account
    succeededEmpty(await service.post('/auth/signout', { username, password }))
  })

  test('a sign-in that races a change of password issues no token', async (t) => {
    const service = await shared()
    const account = await service.account()
    const { username, password } = account
    const checks = hold(t, service.context.passwords, 'matchingSpelling', 6)
    const underWay = Array.from({ length: 6 }, () =>
      service.post('/auth/authenticate', { username, password, clientToken }),
    )
    await checks.all
    await setPassword(service.context, operator, await service.stored(account), 'another')
    checks.release()
    for (const answer of await Promise.all(underWay)) refused(answer, credentialsInvalid)
    assert.deepEqual(await listTokens(service.context, await service.stored(account)), [])
  })

  test('a refresh that races a signout issues no token', async (t) => {
    const service = await shared()
    const account = await service.account()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => service.signIn(account)))
    const readings = hold(t, service.context.accessTokens, 'read', 4)
    const underWay = tokens.map((token) => refresh(service, token))
    await readings.all
    await endings['a signout']?.(service, account)
    readings.release()
    for (const answer of await Promise.all(underWay)) refused(answer, tokenInvalid)
    assert.deepEqual(await listTokens(service.context, await service.stored(account)), [])
  })
})
