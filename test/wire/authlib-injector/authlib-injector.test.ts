// The authlib-injector root: metadata, launcher requests, texture upload.
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { makePng, noise } from '../../png.ts'
import {
  type Answer,
  onEveryDatabase,
  operator,
  type RunningService,
  type TestAccount,
} from '../../service.ts'

const body = (error: string) => (errorMessage: string) => JSON.stringify({ error, errorMessage })
const forbidden = body('ForbiddenOperationException')
const illegal = body('IllegalArgumentException')

function refused(answer: Answer, status: number, text: string, about?: string): void {
  const { path } = answer.json
  assert.deepEqual([answer.status, answer.text], [status, `{"path":"${path}",${text.slice(1)}`], about)
  assert.ok(path.startsWith(`${root}/`), path)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', about)
  assert.equal(answer.headers.get('www-authenticate'), null, about)
}

function noContent(answer: Answer, about?: string): void {
  assert.deepEqual([answer.status, answer.text], [204, ''], about)
  assert.equal(answer.headers.get('content-type'), null, about)
}

const root = '/authlib-injector'
const launcher = (service: RunningService, action: string, fields: object) =>
  service.post(`${root}/authserver/${action}`, fields)

async function signIn(service: RunningService, account: TestAccount, clientToken?: string) {
  const { email, password } = account
  const answer = await launcher(service, 'authenticate', { username: email, password, clientToken })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as { accessToken: string; clientToken: string }
}

onEveryDatabase('the authlib-injector root', (start) => {
  test('the metadata is available with and without a slash, and never redirects', async () => {
    const service = await start({ NORN_SERVER_NAME: 'Steve & friends' })
    const [plain, slash] = [await service.get(root), await service.get(`${root}/`)]
    assert.deepEqual([plain.status, slash.status], [200, 200])
    assert.equal(plain.text, slash.text)
    assert.equal(plain.headers.get('content-type'), 'application/json; charset=utf-8')
    const { meta, skinDomains, signaturePublickey } = plain.json
    assert.deepEqual(meta, {
      serverName: 'Steve & friends',
      implementationName: 'Norn',
      implementationVersion: meta.implementationVersion,
      links: { homepage: `${service.baseUrl}/`, register: `${service.baseUrl}/register` },
      'feature.non_email_login': true,
      'feature.no_email_login': true,
      'feature.openid_configuration_url': `${service.baseUrl}/.well-known/openid-configuration`,
      'feature.enable_profile_key': true,
      'feature.enable_mojang_anti_features': true,
    })
    assert.match(meta.implementationVersion, /^\d+\.\d+\.\d+/)
    assert.deepEqual(skinDomains, ['127.0.0.1'])
    assert.match(signaturePublickey, /^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+-----END PUBLIC KEY-----\n$/)
    const der = await fetch(`${service.baseUrl}/skinsystem/signature-verification-key.der`)
    const same = createPublicKey({ key: Buffer.from(await der.arrayBuffer()), type: 'spki', format: 'der' })
    assert.ok(createPublicKey(signaturePublickey).equals(same))
  })

  test('the metadata reflects the base URL, the registration policy and the skin system', async () => {
    const service = await start({
      NORN_BASE_URL: 'https://accounts.example.test/norn',
      NORN_REGISTRATION: 'closed',
      NORN_SKIN_DOMAINS: 'cdn.example.test, .example.test',
    })
    const { meta, skinDomains } = (await service.get(root)).json
    assert.deepEqual(meta.links, { homepage: 'https://accounts.example.test/norn/' })
    assert.deepEqual(skinDomains, ['accounts.example.test', 'cdn.example.test', '.example.test'])
  })

  test('every answer names the root in a header', async () => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
    for (const path of [
      '',
      '/',
      '/healthz',
      '/nowhere',
      '/auth/validate',
      root,
      '/oauth2/jwks',
      '/openapi.json',
    ]) {
      const { headers } = await service.get(path)
      const location = headers.get('x-authlib-injector-api-location')
      assert.equal(location, 'https://accounts.example.test/norn/authlib-injector/', path)
    }
  })

  test('a generated clientToken is a UUID without hyphens and can be omitted from then on', async () => {
    const service = await start()
    const account = await service.account()
    for (const given of [undefined, null]) {
      const { email, password } = account
      const answer = await launcher(service, 'authenticate', {
        username: email,
        password,
        clientToken: given,
      })
      const { accessToken, clientToken } = answer.json
      assert.match(clientToken, /^[0-9a-f]{32}$/)
      noContent(await launcher(service, 'validate', { accessToken }))
      noContent(await launcher(service, 'validate', { accessToken, clientToken }))
      const refreshed = await launcher(service, 'refresh', { accessToken, clientToken: given })
      assert.equal(refreshed.status, 200)
      assert.equal(refreshed.json.clientToken, clientToken)
      noContent(await launcher(service, 'invalidate', { accessToken: refreshed.json.accessToken }))
      refused(
        await launcher(service, 'validate', { accessToken: refreshed.json.accessToken }),
        403,
        forbidden('Invalid token.'),
      )
    }
  })

  test('refresh without a clientToken returns the one that the token was issued for', async () => {
    const service = await start()
    const account = await service.account()
    const own = 'launcher \u0000 \ud800 ü'
    let { accessToken } = await signIn(service, account, own)
    for (const clientToken of [undefined, own, undefined]) {
      const answer = await launcher(service, 'refresh', { accessToken, clientToken })
      assert.equal(answer.json.clientToken, own)
      ;({ accessToken } = answer.json)
    }
    // This includes a token of the native requests.
    const native = await service.signIn(account, 'native')
    assert.equal((await launcher(service, 'refresh', { accessToken: native })).json.clientToken, 'native')
    refused(
      await launcher(service, 'refresh', { accessToken, clientToken: 'another' }),
      403,
      forbidden('Invalid token.'),
    )
  })

  test('user has id and properties, and refresh accepts a selectedProfile that is already bound', async () => {
    const service = await start()
    const account = await service.account({ username: 'Steve', language: 'pt-BR' })
    const { id, password } = account
    const user = { id, properties: [{ name: 'preferredLanguage', value: 'pt-BR' }] }
    const selectedProfile = { id, name: 'Steve' }
    const signedIn = await launcher(service, 'authenticate', {
      username: 'STEVE',
      password,
      clientToken: 'launcher',
      requestUser: true,
      agent: { name: 'Game', version: 1 },
    })
    const { accessToken, ...rest } = signedIn.json
    assert.deepEqual(rest, {
      clientToken: 'launcher',
      availableProfiles: [selectedProfile],
      selectedProfile,
      user,
    })
    const refreshed = await launcher(service, 'refresh', { accessToken, selectedProfile, requestUser: true })
    assert.equal(refreshed.status, 200)
    const { accessToken: next, ...others } = refreshed.json
    assert.deepEqual(others, { clientToken: 'launcher', selectedProfile, user })
    const foreign = { id: 'ab'.repeat(16), name: 'Alex' }
    const again = await launcher(service, 'refresh', { accessToken: next, selectedProfile: foreign })
    assert.deepEqual(again.json.selectedProfile, selectedProfile)
    assert.equal('user' in again.json, false)
  })

  test('refusals have the statuses and texts of the authlib-injector specification', async () => {
    const service = await start()
    const account = await service.account()
    const { email, password } = account
    const good = { username: email, password }
    const credentialsInvalid = forbidden('Invalid credentials. Invalid username or password.')
    for (const action of ['authenticate', 'signout']) {
      refused(await launcher(service, action, { ...good, password: 'wrong' }), 403, credentialsInvalid)
      refused(await launcher(service, action, { ...good, username: 'nobody' }), 403, credentialsInvalid)
      refused(
        await launcher(service, action, { username: email }),
        400,
        illegal('credentials can not be null.'),
      )
    }
    const { accessToken } = await signIn(service, account)
    for (const action of ['validate', 'refresh']) {
      for (const fields of [{ accessToken: 'rubbish' }, { accessToken, clientToken: 'another' }]) {
        refused(await launcher(service, action, fields), 403, forbidden('Invalid token.'), action)
      }
      refused(await launcher(service, action, {}), 400, illegal('credentials can not be null.'))
    }
    service.advance(31 * 86_400_000)
    refused(await launcher(service, 'validate', { accessToken }), 403, forbidden('Invalid token.'))
    await enableSecondFactor(service.context, operator, await stored(service, account))
    refused(
      await launcher(service, 'authenticate', good),
      403,
      forbidden('Account protected with two factor auth.'),
    )
    const other = await service.account()
    await suspendAccount(service.context, operator, await stored(service, other), {})
    refused(
      await launcher(service, 'authenticate', { username: other.email, password: other.password }),
      403,
      forbidden('This account has been suspended.'),
    )
  })

  test('invalidate considers only the accessToken, and signout ends all tokens', async () => {
    const service = await start()
    const account = await service.account()
    const one = await signIn(service, account)
    const two = await signIn(service, account)
    const three = await signIn(service, account)
    noContent(await launcher(service, 'invalidate', { accessToken: one.accessToken, clientToken: 'another' }))
    noContent(await launcher(service, 'invalidate', { accessToken: 'rubbish' }))
    refused(
      await launcher(service, 'validate', { accessToken: one.accessToken }),
      403,
      forbidden('Invalid token.'),
    )
    noContent(await launcher(service, 'validate', { accessToken: two.accessToken }))
    noContent(await launcher(service, 'signout', { username: account.username, password: account.password }))
    for (const { accessToken } of [two, three]) {
      refused(await launcher(service, 'validate', { accessToken }), 403, forbidden('Invalid token.'))
    }
  })

  test('session and lookup requests are available too, and a profile lists the uploadable textures', async () => {
    const service = await start()
    const account = await service.account({ username: 'Steve' })
    const { id } = account
    const { accessToken } = await signIn(service, account)
    const session = `${root}/sessionserver/session/game`
    noContent(await service.post(`${session}/join`, { accessToken, selectedProfile: id, serverId: '-7c9d' }))
    const joined = await service.get(`${session}/hasJoined?username=Steve&serverId=-7c9d`)
    assert.deepEqual([joined.status, joined.json.id], [200, id])
    assert.ok(joined.json.properties[0].signature)
    noContent(await service.get(`${session}/hasJoined?username=Steve&serverId=-7c9d`))
    const profile = await service.get(`${session}/profile/${id}`)
    assert.deepEqual(
      profile.json.properties.map(({ name }: { name: string }) => name),
      ['textures', 'uploadableTextures'],
    )
    assert.equal(profile.json.properties[0].signature, undefined)
    assert.deepEqual(profile.json.properties[1], { name: 'uploadableTextures', value: 'skin,cape' })
    const found = await service.post(`${root}/api/profiles/game`, ['nobody', 'STEVE'])
    assert.deepEqual(found.json, [{ id, name: 'Steve' }])
    const one = await service.get(`${root}/api/users/profiles/game/steve`)
    assert.deepEqual(one.json, { id, name: 'Steve' })
    noContent(await service.get(`${root}/api/users/profiles/game/nobody`))
    noContent(await service.get(`${session}/profile/${'ab'.repeat(16)}`))
  })
})

const skin = makePng(64, 64, noise(1))
const cape = makePng(64, 32, noise(2))

function form(file: Buffer | undefined, model?: string): FormData {
  const fields = new FormData()
  if (model !== undefined) fields.append('model', model)
  if (file) fields.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'texture.png')
  return fields
}

/** The textures that the account is shown with. */
async function worn(service: RunningService, id: string) {
  const { json } = await service.get(`/session/profile/${id}?unsigned=true`)
  return JSON.parse(Buffer.from(json.properties[0].value, 'base64').toString()).textures
}

onEveryDatabase('texture upload', (start) => {
  const upload = (service: RunningService, token: string, id: string, kind: string, fields?: FormData) =>
    service.request(`${root}/api/user/profile/${id}/${kind}`, {
      method: fields ? 'PUT' : 'DELETE',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(fields && { body: fields }),
    })

  test("a launcher sets and removes the textures of the token's own profile", async () => {
    const service = await start()
    const account = await service.account()
    const { id } = account
    const { accessToken } = await signIn(service, account)
    const hyphens = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const models = { slim: 'slim', '': undefined, steve: undefined, default: undefined, SLIM: 'slim' }
    for (const [model, shown] of Object.entries(models)) {
      noContent(await upload(service, accessToken, id, 'skin', form(skin, model)), model)
      assert.equal((await worn(service, id)).SKIN.metadata?.model, shown, model)
    }
    noContent(await upload(service, accessToken, hyphens.toUpperCase(), 'cape', form(cape)))
    assert.deepEqual(Object.keys(await worn(service, id)), ['SKIN', 'CAPE'])
    noContent(await upload(service, accessToken, id, 'skin'))
    assert.deepEqual(Object.keys(await worn(service, id)), ['CAPE'])
    noContent(await upload(service, accessToken, id, 'cape'))
    noContent(await upload(service, accessToken, id, 'cape'))
    assert.deepEqual(await worn(service, id), {})
  })

  test('the token of another profile is 403, a missing or invalid one is 401, and nothing changes', async () => {
    const service = await start()
    const account = await service.account()
    const other = await service.account()
    const { accessToken } = await signIn(service, account)
    const foreign = await signIn(service, other)
    await upload(service, accessToken, account.id, 'skin', form(skin))
    const before = await worn(service, account.id)
    for (const fields of [form(skin, 'slim'), undefined]) {
      const answer = await upload(service, foreign.accessToken, account.id, 'skin', fields)
      refused(answer, 403, forbidden('The token belongs to another profile.'))
      for (const token of ['', 'rubbish', `${foreign.accessToken}x`]) {
        refused(
          await upload(service, token, account.id, 'skin', fields),
          401,
          forbidden('Invalid token.'),
          token,
        )
      }
    }
    await launcher(service, 'invalidate', { accessToken })
    refused(await upload(service, accessToken, account.id, 'skin'), 401, forbidden('Invalid token.'))
    assert.deepEqual(await worn(service, account.id), before)
  })

  test('an invalid texture is refused with the reason', async () => {
    const service = await start()
    const account = await service.account()
    const { accessToken } = await signIn(service, account)
    const put = (fields: FormData) => upload(service, accessToken, account.id, 'skin', fields)
    const missing = illegal('The request must be a form with the image in the field "file".')
    refused(await put(form(undefined, 'slim')), 400, missing)
    refused(await put(form(skin, 'gigantic')), 400, illegal('There is no such model.'))
    refused(await put(form(skin, '__proto__')), 400, illegal('There is no such model.'))
    refused(
      await put(form(Buffer.from('GIF89a'))),
      400,
      illegal('The file is not a PNG image, or a damaged one.'),
    )
    refused(
      await put(form(makePng(63, 64, noise(1)))),
      400,
      illegal(
        'The image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17), or a multiple that is allowed here.',
      ),
    )
    refused(await put(form(Buffer.alloc(1024 * 1024 + 1))), 413, illegal('The file is larger than 1 MiB.'))
    assert.equal((await put(form(Buffer.alloc(2 * 1024 * 1024)))).status, 413)
    const path = `${root}/api/user/profile/${account.id}/skin`
    const headers = { authorization: `Bearer ${accessToken}` }
    refused(await service.request(path, { method: 'PUT', headers }), 400, missing)
    const byUrl = JSON.stringify({ model: 'slim', url: 'http://127.0.0.1/skin.png' })
    refused(await service.request(path, { method: 'PUT', headers, body: byUrl }), 400, missing)
    assert.deepEqual(await worn(service, account.id), {})
  })
})

async function stored(service: RunningService, { id }: { id: string }) {
  const account = await findAccount(service.context, id)
  assert.ok(account)
  return account
}
