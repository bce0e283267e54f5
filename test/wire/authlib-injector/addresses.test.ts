// Where launchers look for the root: with repeated slashes, below the base URL, and at paths that they guess.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePng, noise } from '../../png.ts'
import { rawRequest } from '../../raw.ts'
import { onEveryDatabase, type RunningService } from '../../service.ts'

const roots = [
  '/authlib-injector',
  '/authlib-injector/',
  '/authlib-injector//',
  '',
  '/',
  '/api/yggdrasil',
  '/api/yggdrasil/',
]

const programs = [
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html;q=0.9',
  'application/xml',
  'text/*',
  'text/html;q=0',
  'TEXT/HTML; Q=0.000, */*',
  // Java's default, and therefore that of games and of launchers written in Java.
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'text/html, image/gif, image/jpeg, */*; q=0.2',
]
const browsers = [
  'text/html',
  'Text/HTML;level=1',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html, application/xhtml+xml, image/jxr, */*',
  'text/html;q=0.5, */*;q=0.1',
  // A search engine, and a terminal browser.
  'text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8',
  'text/html, text/plain, text/css, text/sgml, */*;q=0.01',
]

onEveryDatabase('the addresses of the root', (start, shared) => {
  for (const settings of [{}, { NORN_BASE_URL: 'https://example.test/a/b' }]) {
    const where = 'NORN_BASE_URL' in settings ? 'below a base URL with a path' : 'at a host'
    let ours: Promise<RunningService> | undefined
    const service = () => (ours ??= start(settings))

    test(`the root answers the same in every layout, ${where}`, async () => {
      const { post, get, request, account: newAccount } = await service()
      const { id, username, password } = await newAccount()
      for (const root of roots) {
        const signedIn = await post(`${root}/authserver/authenticate`, { username, password })
        assert.equal(signedIn.status, 200, root)
        const { accessToken } = signedIn.json
        assert.equal((await post(`${root}/authserver/validate`, { accessToken })).status, 204, root)
        const join = { accessToken, selectedProfile: id, serverId: 'x' }
        const session = `${root}/sessionserver/session/minecraft`
        assert.equal((await post(`${session}/join`, join)).status, 204, root)
        const joined = await get(`${session}/hasJoined?username=${username}&serverId=x`)
        assert.equal(joined.json.id, id, root)
        assert.equal((await get(`${session}/hasJoined?username=${username}&serverId=x`)).status, 204)
        const { properties } = (await get(`${session}/profile/${id}`)).json
        assert.equal(properties[1].name, 'uploadableTextures', root)
        const named = await post(`${root}/api/profiles/minecraft`, [username])
        assert.deepEqual(named.json, [{ id, name: username }], root)
        const keys = await get(`${root}/minecraftservices/publickeys`)
        assert.equal(keys.json.profilePropertyKeys.length, 1, root)
        const bearer = { headers: { authorization: `Bearer ${accessToken}` } }
        const certificates = `${root}/minecraftservices/player/attributes`
        assert.equal((await get(certificates, bearer)).status, 200, root)
        const removed = await request(`${root}/api/user/profile/${id}/skin`, { ...bearer, method: 'DELETE' })
        assert.equal(removed.status, 204, root)
        const refused = await post(`${root}/authserver/refresh`, { accessToken: 'rubbish' })
        assert.equal(refused.status, 403, root)
        const signout = { username, password: 'wrong' }
        const message = 'Invalid credentials. Invalid username or password.'
        assert.equal((await post(`${root}/authserver/signout`, signout)).json.errorMessage, message, root)
      }
    })

    test(`the base URL is the root for programs and a page for browsers, ${where}`, async () => {
      const { request, baseUrl } = await service()
      const metadata = (await request('/authlib-injector')).text
      const typed = baseUrl.endsWith('/a/b') ? ['', '/', '//', '/?from=x'] : ['/', '//', '/?from=x']
      const kind = async (path: string, accept: string | undefined) => {
        const { status, headers, body } = await rawRequest(
          baseUrl,
          `GET ${new URL(baseUrl).pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
          accept === undefined ? [] : [`Accept: ${accept}`],
        )
        assert.equal(status, 200, path)
        assert.deepEqual([headers.get('vary'), headers.get('cache-control')], ['accept', 'no-store'], path)
        assert.match(headers.get('x-authlib-injector-api-location') ?? '', /\/authlib-injector\/$/)
        return body.toString() === metadata ? 'metadata' : headers.get('content-type')
      }
      for (const path of typed) {
        for (const accept of programs) assert.equal(await kind(path, accept), 'metadata', `${path} ${accept}`)
      }
      for (const accept of browsers) assert.equal(await kind('/', accept), 'text/html; charset=utf-8', accept)
    })

    test(`the base URL answers HEAD as GET, and takes no other method, ${where}`, async () => {
      const { request } = await service()
      const ask = (method: string, accept: string) => request('/', { method, headers: { accept } })
      const type = async (accept: string) => (await ask('HEAD', accept)).headers.get('content-type')
      assert.equal(await type('*/*'), 'application/json; charset=utf-8')
      assert.equal(await type('text/html'), 'text/html; charset=utf-8')
      for (const method of ['POST', 'PUT', 'DELETE']) {
        for (const accept of ['*/*', 'text/html'])
          assert.equal((await ask(method, accept)).status, 405, method)
      }
    })

    test(`the metadata is at the addresses that launchers guess, ${where}`, async () => {
      const { get } = await service()
      const { text } = await get('/authlib-injector')
      for (const path of ['/api/yggdrasil', '/api/yggdrasil/', '/authlib-injector//']) {
        const answer = await get(path)
        assert.deepEqual([answer.status, answer.text], [200, text], path)
      }
    })
  }

  test('a native path keeps its own statuses and tolerates no extra slash', async () => {
    const { post, get } = await shared()
    for (const path of ['//auth/validate', '/auth//validate', '//session/join', '/session//join']) {
      assert.equal((await post(path, { accessToken: 'x' })).status, 404, path)
    }
    const native = await post('/auth/validate', { accessToken: 'x' })
    assert.deepEqual([native.status, Object.keys(native.json)], [401, ['error', 'errorMessage']])
    assert.equal((await get('/api/users/profiles/game/nobody')).status, 204)
  })

  // npm eml-lib 2.7.3, lib/skin/skin.js builds every address below that of YggdrasilAuth.
  test('a library reads and uploads skins below the address at which it signs in', async () => {
    const { post, get, request, account: newAccount } = await shared()
    const { id, username, password } = await newAccount()
    const address = '/authlib-injector/authserver'
    const { accessToken } = (await post(`${address}/authenticate`, { username, password })).json
    const headers = { authorization: `Bearer ${accessToken}` }
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(1)))]), 'skin.png')
    body.append('variant', 'slim')
    const uploaded = await request(`${address}/minecraft/profile/skins`, { method: 'POST', headers, body })
    assert.equal(uploaded.json.skins[0].variant, 'SLIM')
    const { properties } = (await get(`${address}/session/minecraft/profile/${id}`)).json
    const { textures } = JSON.parse(Buffer.from(properties[0].value, 'base64').toString())
    assert.equal(textures.SKIN.url, uploaded.json.skins[0].url)
    const removed = await request(`${address}/minecraft/profile/capes/active`, { method: 'DELETE', headers })
    assert.equal(removed.status, 200)
  })

  test('a request target in absolute form is treated like its path', async () => {
    const { baseUrl } = await shared()
    for (const path of ['/authserver/validate', '/authlib-injector//authserver/validate']) {
      const body = Buffer.from('{"accessToken":"x"}')
      const headers = [`Content-Length: ${body.length}`]
      const answer = await rawRequest(baseUrl, `POST ${baseUrl}${path}?q HTTP/1.1`, headers, body)
      assert.equal(answer.status, 403, path)
      assert.equal(JSON.parse(answer.body.toString()).path, path)
    }
  })

  test('dot segments lead neither out of the root nor into it', async () => {
    const { baseUrl } = await shared()
    for (const path of [
      '/authserver/../auth/validate',
      '/authlib-injector//../api/v1/accounts',
      '/api/yggdrasil/../../auth/validate',
      '/./authserver/validate',
      '/x/..//authserver/validate',
      '//127.0.0.1/authserver/validate',
    ]) {
      assert.equal((await rawRequest(baseUrl, `POST ${path} HTTP/1.1`)).status, 404, path)
    }
  })

  test('an address that only resembles the root is unknown', async () => {
    const { request } = await shared()
    for (const path of [
      '/authserverx/validate',
      '/xauthserver/validate',
      '/authserver%2fvalidate',
      '/authlib-injector%2f%2fauthserver/validate',
      '/authlib-injector/authserver%2F/validate',
      '/authlib-injector/auth//server/validate',
      '/authlib-injectorx/authserver/validate',
      '/api/yggdrasilx/authserver/validate',
      '/auth/authserver/validate',
    ]) {
      const answer = await request(path, { method: 'POST', body: '{"accessToken":"x"}' })
      assert.equal(answer.status, 404, path)
    }
  })
})
