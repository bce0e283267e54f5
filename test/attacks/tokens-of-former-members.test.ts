// An application for members only kept the access of players who had left its groups, for up to a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { changeClient } from '../../src/domain/oauth/change-client.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { authorizePath, deviceTokens, post, redeemCode, type Tokens } from '../wire/oauth2/oauth.ts'

const scope = 'openid offline_access game_server_session'

async function site({ context }: RunningService, groups: string[], name = 'Staff room') {
  const redirectUri = 'https://staff.example.test/back'
  const { client, secret = '' } = await createClient(context, operator, {
    client_name: name,
    redirect_uris: [redirectUri],
    groups,
  })
  const basic = Buffer.from(`${client.clientId}:${secret}`).toString('base64')
  const headers: Record<string, string> = { authorization: `Basic ${basic}` }
  return { id: client.clientId, name, redirectUri, secret, headers, isPublic: false }
}

type Site = Awaited<ReturnType<typeof site>>

async function tokensOf(service: RunningService, account: TestAccount, at: Site): Promise<Tokens> {
  const browser = browserOf(service)
  await browser.signIn(account)
  const question = await browser.get(authorizePath(at, { scope, prompt: 'consent' }))
  const allowed = await browser.send(question, question.path, { answer: 'allow' })
  const answer = await redeemCode(service, at, allowed.sentTo?.searchParams.get('code') ?? '')
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** The answers to a token: of userinfo, introspection, a join and validate. */
async function good(service: RunningService, account: TestAccount, at: Site, token: string) {
  const userinfo = await service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })
  const told = await post(service, '/oauth2/introspect', { token }, at.headers)
  const join = { accessToken: token, selectedProfile: account.id, serverId: 'hash' }
  const joined = await service.post('/session/join', join)
  const valid = await service.post('/auth/validate', { accessToken: token })
  return [userinfo.status, told.json.active, joined.status, valid.status]
}

const all = [200, true, 200, 200]
const none = [401, false, 401, 401]

const refreshed = (service: RunningService, at: Site, refresh_token: string) =>
  post(service, '/oauth2/token', { grant_type: 'refresh_token', refresh_token }, at.headers)

onEveryDatabase('tokens of former members', (start) => {
  test('a token of an application for members only ends when its owner leaves, for userinfo, introspection and joins', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [await service.account(), await service.account()]
    for (const name of ['staff', 'vip']) await createGroup(context, operator, { name })
    await addMembers(context, operator, 'staff', [steve, alex])
    await addMembers(context, operator, 'vip', [alex])
    const [staff, both, open] = [
      await site(service, ['staff']),
      await site(service, ['staff', 'vip'], 'Both'),
      await site(service, [], 'Open'),
    ]
    const tokens = await tokensOf(service, steve, staff)
    const others: [TestAccount, Site, string][] = [
      [steve, open, (await tokensOf(service, steve, open)).access_token],
      [alex, both, (await tokensOf(service, alex, both)).access_token],
      [steve, open, (await deviceTokens(service, steve, scope)).access_token],
      [alex, staff, (await tokensOf(service, alex, staff)).access_token],
    ]
    const launcher = await service.signIn(steve)
    assert.deepEqual(await good(service, steve, staff, tokens.access_token), all)

    await removeMembers(context, operator, 'staff', [steve])
    assert.deepEqual(await good(service, steve, staff, tokens.access_token), none)
    for (const [account, at, token] of others) assert.deepEqual(await good(service, account, at, token), all)
    assert.equal((await service.post('/auth/validate', { accessToken: launcher })).status, 200)
    const asked = await post(service, '/oauth2/introspect', { token: tokens.refresh_token }, staff.headers)
    assert.deepEqual(asked.json, { active: false })
    assert.equal((await refreshed(service, staff, tokens.refresh_token)).status, 400)

    // Of two groups, the other one is enough.
    await removeMembers(context, operator, 'staff', [alex])
    assert.deepEqual(await good(service, alex, both, others[1]?.[2] ?? ''), all)
    assert.deepEqual(await good(service, alex, staff, others[3]?.[2] ?? ''), none)
    await removeMembers(context, operator, 'vip', [alex])
    assert.deepEqual(await good(service, alex, both, others[1]?.[2] ?? ''), none)
  })

  test('a player who comes back needs no new consent, and the old access token stays invalid', async () => {
    const service = await start()
    const { context } = service
    const steve = await service.account()
    await createGroup(context, operator, { name: 'staff' })
    await addMembers(context, operator, 'staff', [steve])
    const staff = await site(service, ['staff'])
    const tokens = await tokensOf(service, steve, staff)
    await removeMembers(context, operator, 'staff', [steve])
    await addMembers(context, operator, 'staff', [steve])
    assert.deepEqual(await good(service, steve, staff, tokens.access_token), none)
    const renewed = await refreshed(service, staff, tokens.refresh_token)
    assert.equal(renewed.status, 200, renewed.text)
    assert.deepEqual(await good(service, steve, staff, renewed.json.access_token), all)
  })

  test('so does deleting the group, and groups that the application names only now', async () => {
    const service = await start()
    const { context } = service
    const steve = await service.account()
    await createGroup(context, operator, { name: 'staff' })
    await addMembers(context, operator, 'staff', [steve])
    const staff = await site(service, ['staff'])
    const first = await tokensOf(service, steve, staff)
    await deleteGroup(context, operator, 'staff')
    assert.deepEqual(await good(service, steve, staff, first.access_token), none)

    const open = await site(service, [], 'Open')
    const { access_token: token, refresh_token } = await tokensOf(service, steve, open)
    await createGroup(context, operator, { name: 'vip' })
    await changeClient(context, operator, open.id, { groups: ['vip'] })
    assert.deepEqual(await good(service, steve, open, token), none)
    const asked = await post(service, '/oauth2/introspect', { token: refresh_token }, open.headers)
    assert.deepEqual(asked.json, { active: false })
  })

  test('an exchange at the instant of the removal leaves no token behind', async () => {
    const service = await start()
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const staff = await site(service, ['staff'])
    for (let round = 0; round < 6; round++) {
      const player = await service.account()
      await addMembers(context, operator, 'staff', [player])
      const { refresh_token } = await tokensOf(service, player, staff)
      const [answer] = await Promise.all([
        refreshed(service, staff, refresh_token),
        removeMembers(context, operator, 'staff', [player]),
      ])
      if (answer.status === 200) {
        assert.deepEqual(await good(service, player, staff, answer.json.access_token), none)
      } else assert.equal(answer.status, 400, answer.text)
    }
  })
})
