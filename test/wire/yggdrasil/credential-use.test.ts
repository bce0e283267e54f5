// By which launcher, from which address and when a token was used.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTokens, revokeToken } from '../../../src/domain/tokens/held-tokens.ts'
import { servicesPath } from '../../../src/http/paths/vendor-words.ts'
import { refused, succeededEmpty, tokenInvalid } from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'

const minuteMs = 60_000

/** Through a trusted proxy. */
const from = (address: string, userAgent = 'Launcher/1.0 (Windows)') => ({
  headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
})

async function signIn(service: RunningService, account: TestAccount, init: object): Promise<string> {
  const { username, password } = account
  const answer = await service.post('/auth/authenticate', { username, password, clientToken: 'c' }, init)
  assert.equal(answer.status, 200)
  return answer.json.accessToken
}

async function tokensOf(service: RunningService, account: TestAccount) {
  return (await listTokens(service.context, await service.stored(account))).map(
    ({ userAgent, address, firstUsedAt, lastUsedAt }) => ({ userAgent, address, firstUsedAt, lastUsedAt }),
  )
}

onEveryDatabase('the use of a token', (start) => {
  test('its launcher, address, first and last use are recorded', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account()
    const first = service.now()
    const long = `Launcher/1.0 ${'x'.repeat(300)}`
    const accessToken = await signIn(service, account, from('::ffff:192.0.2.1', long))
    const signedIn = {
      userAgent: long.slice(0, 256),
      address: '192.0.2.1',
      firstUsedAt: first,
      lastUsedAt: first,
    }
    assert.deepEqual(await tokensOf(service, account), [signedIn])

    // Each kind of use, from an address of its own.
    const joined = { accessToken, selectedProfile: account.id, serverId: 's' }
    const bearer = (address: string) => ({
      headers: { ...from(address).headers, authorization: `Bearer ${accessToken}` },
    })
    const services = `/authlib-injector${servicesPath}`
    const uses: Record<string, (address: string) => Promise<unknown>> = {
      validate: (address) => service.post('/auth/validate', { accessToken }, from(address)),
      join: (address) => service.post('/session/join', joined, from(address)),
      blocklist: (address) => service.get(`${services}/privacy/blocklist`, bearer(address)),
      attributes: (address) => service.get(`${services}/player/attributes`, bearer(address)),
    }
    for (const [index, [name, use]] of Object.entries(uses).entries()) {
      service.advance(minuteMs)
      const before = await tokensOf(service, account)
      await use(`192.0.2.${index + 10}`)
      assert.deepEqual(await tokensOf(service, account), before, 'it is buffered in memory')
      await service.context.credentialUses.flush()
      const expected = { ...signedIn, address: `192.0.2.${index + 10}`, lastUsedAt: service.now() }
      assert.deepEqual(await tokensOf(service, account), [expected], name)
    }

    service.advance(minuteMs)
    const refresh = await service.post(
      '/auth/refresh',
      { accessToken, clientToken: 'c' },
      from('2001:DB8::1', 'Launcher/2.0'),
    )
    assert.equal(refresh.status, 200)
    const refreshed = {
      userAgent: 'Launcher/2.0',
      address: '2001:db8::1',
      firstUsedAt: first,
      lastUsedAt: service.now(),
    }
    assert.deepEqual(await tokensOf(service, account), [refreshed])
  })

  test('a refused request is not a use, and an older use does not replace a newer one', async () => {
    const service = await start()
    const [account, other] = [await service.account(), await service.account()]
    const accessToken = await service.signIn(account)
    const before = await tokensOf(service, account)
    service.advance(minuteMs)
    await service.post('/session/join', { accessToken, selectedProfile: other.id, serverId: 's' })
    await service.post('/auth/validate', { accessToken, clientToken: 'another' })
    await service.context.credentialUses.flush()
    assert.deepEqual(await tokensOf(service, account), before)

    const validate = async () => {
      succeededEmpty(await service.post('/auth/validate', { accessToken }))
      await service.context.credentialUses.flush()
      return (await tokensOf(service, account))[0]?.lastUsedAt
    }
    const used = service.now()
    assert.equal(await validate(), used)
    // The clock of another instance may be behind.
    service.advance(-1)
    assert.equal(await validate(), used)
  })

  test('one of them is revoked by its id, and no other', async () => {
    const service = await start()
    const [account, other] = [await service.account(), await service.account()]
    const kept = await service.signIn(account)
    service.advance(1)
    const revoked = await service.signIn(account)
    const foreign = await service.signIn(other)
    const stored = await service.stored(account)
    const ids = (await listTokens(service.context, stored)).map(({ id }) => id)
    const [foreignToken] = await listTokens(service.context, await service.stored(other))
    assert.equal(await revokeToken(service.context, operator, stored, foreignToken?.id ?? ''), false)
    assert.equal(await revokeToken(service.context, operator, stored, ids[1]?.slice(0, 8) ?? ''), false)
    assert.equal(await revokeToken(service.context, operator, stored, ids[1] ?? ''), true)
    const left = await listTokens(service.context, stored)
    assert.deepEqual(
      left.map(({ id }) => id),
      [ids[0]],
    )
    for (const accessToken of [kept, foreign]) {
      succeededEmpty(await service.post('/auth/validate', { accessToken }))
    }
    refused(await service.post('/auth/validate', { accessToken: revoked }), tokenInvalid)
  })
})
