import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

const body = {
  error: 'Not Found',
  errorMessage: 'The server has not found anything matching the request URI',
}
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

onEveryDatabase('unknown paths of protocols', (start) => {
  for (const base of ['', '/norn']) {
    test(`unknown paths are answered with the JSON error whatever Accept says, below "${base}"`, async () => {
      const settings: Record<string, string> =
        base === '' ? {} : { NORN_BASE_URL: `http://127.0.0.1:1${base}` }
      const service = await start(settings)
      for (const path of [
        '/auth',
        '/auth/nowhere?accessToken=secret',
        '/%61uth/nowhere',
        '/session/nowhere',
        '/session/game/nowhere',
        '/session/legacy/nowhere.jsp',
        '/api/nowhere',
        '/authlib-injector/nowhere',
        '/authlib-injector/sessionserver/nowhere',
        '/oauth2/nowhere',
        '/skinsystem/nowhere/nowhere/nowhere',
        '/textures/nowhere/nowhere',
        '/csl/nowhere/nowhere',
        '/users/nowhere',
        '/profiles',
      ]) {
        const { status, headers, json } = await service.get(path, { headers: { accept } })
        const inForm = path.startsWith('/authlib-injector') ? { path: base + path, ...body } : body
        assert.deepEqual([status, json], [404, inForm], path)
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
        assert.equal(headers.get('set-cookie'), null)
      }
      const api = await service.get('/api/v1/nowhere', { headers: { accept } })
      assert.match(api.headers.get('content-type') ?? '', /^application\/problem\+json/)
      for (const path of [
        '/nowhere',
        '/authors',
        '/apiary/x',
        '/account/nowhere',
        '/authlib',
        '/register/nowhere',
      ]) {
        const { headers } = await service.get(path, { headers: { accept } })
        assert.match(
          headers.get('content-type') ?? headers.get('location') ?? '',
          /^text\/html|\/sign-in/,
          path,
        )
      }
    })
  }
})
