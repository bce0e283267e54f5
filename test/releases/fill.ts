// The data of a service after a while: accounts in every state, with all their credentials. "npm run schema" uses
// it for the current release; its result is stored with the database, for the tests of later releases.
import assert from 'node:assert/strict'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { exportAccounts } from '../../src/moving/export.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { application, authorizePath, deviceTokens, redeemCode } from '../wire/oauth2/oauth.ts'

const dayMs = 86_400_000

/** The service of a release was started with these, in addition to the settings of every test. */
export const settings = { NORN_SECRET: 'the secret of a database that only tests have' }

export async function fill(service: RunningService) {
  const admin = await adminClient(service)
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.send(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.text === '' ? undefined : answer.json
  }
  const named = (username: string) =>
    service.account({ username, email: `${username}@example.test`, password: `the password of ${username}` })

  const plain = await named('Plain')
  const { json: launcher } = await service.post('/auth/authenticate', {
    username: plain.username,
    password: plain.password,
    clientToken: 'launcher',
  })
  const serverId = 'a-server'
  const join = { accessToken: launcher.accessToken, selectedProfile: plain.id, serverId }
  assert.equal((await service.post('/session/join', join)).status, 200)

  const totp = await named('TwoFactors')
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(totp))

  const suspended = await named('Suspended')
  await api('POST', `/accounts/${suspended.id}/suspend`, { reason: 'griefing' })
  const suspendedBriefly = await named('Briefly')
  await api('POST', `/accounts/${suspendedBriefly.id}/suspend`, {
    until: new Date(service.now() + 30 * dayMs).toISOString(),
  })

  const renamed = await named('Before')
  await api('PATCH', `/accounts/${renamed.id}`, { username: 'After' })

  const withoutEmail = await api('POST', '/accounts', {
    username: 'NoMail',
    password: 'the password of NoMail',
  })

  const administrator = await named('Chief')
  await api('PATCH', `/accounts/${administrator.id}`, { roles: ['admin'] })

  const dressed = await named('Dressed')
  const dresser = browserOf(service)
  await dresser.signIn(dressed)
  const skin = new Blob([new Uint8Array(makePng(64, 64, noise(1)))], { type: 'image/png' })
  await dresser.send(await dresser.get('/account/skin'), '/account/skin', { skin, model: 'slim' })

  const leaving = await named('Leaving')
  const leaver = browserOf(service)
  const page = await leaver.signIn(leaving, '/account/delete')
  await leaver.send(page, '/account/delete', { current: leaving.password })

  const app = await application(service)
  const browser = browserOf(service)
  await browser.signIn(plain)
  const asked = await browser.get(authorizePath(app, { scope: 'openid offline_access', prompt: 'consent' }))
  const allowed = await browser.send(asked, new URL(asked.path, service.baseUrl).pathname, {
    answer: 'allow',
  })
  const code = allowed.sentTo?.searchParams.get('code') ?? ''
  const site = await redeemCode(service, app, code)
  assert.equal(site.status, 200, site.text)
  const device = await deviceTokens(service, plain)

  const invite = await api('POST', '/invites', { uses: 3 })
  await api('POST', '/bans', { ip: '192.0.2.99' })
  const webhook = await api('POST', '/webhooks', {
    url: 'https://bot.example.test/hook',
    events: ['account.*'],
  })

  const exported = []
  for await (const accounts of exportAccounts(service.context))
    exported.push(...accounts.map(({ fields }) => fields))
  return {
    plain,
    launcher: { accessToken: launcher.accessToken, clientToken: 'launcher' },
    join: { username: plain.username, serverId },
    totp: { ...totp, secret },
    suspended,
    suspendedBriefly,
    renamed,
    withoutEmail: { ...withoutEmail, password: 'the password of NoMail' },
    administrator,
    dressed,
    leaving,
    application: { ...app, refreshToken: site.json.refresh_token },
    device: { accessToken: device.access_token, refreshToken: device.refresh_token },
    browser: Object.fromEntries(browser.cookies),
    apiToken: admin.token,
    invite: invite.code as string,
    webhook: webhook.id as string,
    texturesKey: (await service.get('/authlib-injector/')).json.signaturePublickey as string,
    exported,
  }
}

export type Filled = Awaited<ReturnType<typeof fill>>
