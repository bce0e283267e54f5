// Refusals in the vendor's layouts include the requested path; native ones have two keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../service.ts'

const json = { 'content-type': 'application/json' }
const dead = JSON.stringify({ accessToken: 'rubbish', selectedProfile: 'x', serverId: 'x' })

/** Method, path, body, status: one of each kind of refusal in each layout. */
const inVendorForm: readonly [string, string, string, number][] = [
  ['POST', '/session/minecraft/join', dead, 403],
  ['POST', '/session/minecraft/join', '{}', 400],
  ['POST', '/session/minecraft/join', '{', 400],
  ['POST', '/session/minecraft/join', `"${'x'.repeat(70_000)}"`, 413],
  ['GET', '/session/minecraft/hasJoined', '', 400],
  ['GET', '/session/minecraft/profile/x', '', 400],
  ['PUT', '/session/minecraft/join', '', 405],
  ['POST', '/profiles/minecraft', '{}', 400],
  ['GET', '/user/profiles/x/names', '', 400],
  ['POST', '/authlib-injector/authserver/authenticate', '{}', 400],
  ['POST', '/authlib-injector/authserver/authenticate', '{"username":"x","password":"x"}', 403],
  ['POST', '/authlib-injector/authserver/validate', dead, 403],
  ['GET', '/authlib-injector/authserver/validate', '', 405],
  ['POST', '/authlib-injector/sessionserver/session/minecraft/join', dead, 403],
  ['POST', '/authlib-injector/api/profiles/minecraft', '{}', 400],
  ['DELETE', '/authlib-injector/api/user/profile/x/skin', '', 401],
  ['PUT', '/authlib-injector', '', 405],
  ['GET', '/authlib-injector/unknown', '', 404],
  ['POST', '/authlib-injector//authserver/validate', dead, 403],
  ['POST', '/authserver/validate', dead, 403],
  ['POST', '//authserver/validate', dead, 403],
  ['POST', '/sessionserver/session/minecraft/join', dead, 403],
  ['GET', '/minecraftservices/player/attributes', '', 401],
  ['DELETE', '/api/user/profile/x/skin', '', 401],
]

const inNativeForm: readonly [string, string, string, number][] = [
  ['POST', '/auth/validate', dead, 401],
  ['POST', '/auth/authenticate', '{}', 400],
  ['GET', '/auth/validate', '', 405],
  ['POST', '/session/join', dead, 401],
  ['GET', '/session/hasJoined?username=x&serverId=x', '', 401],
  ['GET', '/session/profile/x', '', 400],
  ['POST', '/api/profiles/minecraft', '{}', 400],
  ['GET', '/api/user/profiles/x/names', '', 400],
  ['GET', '/nothing', '', 404],
]

onEveryDatabase('the form of refusals', (_start, shared) => {
  test('a JSON body that is not an object counts as one without parameters', async () => {
    const { request } = await shared()
    const launcher = ['authenticate', 'refresh', 'validate', 'invalidate', 'signout']
    const session = ['/session', '/session/minecraft', '/sessionserver/session/minecraft']
    for (const path of [
      ...launcher.flatMap((action) => [`/auth/${action}`, `/authlib-injector/authserver/${action}`]),
      ...session.map((root) => `${root}/join`),
    ]) {
      for (const body of ['[]', 'null', '"x"', '1', 'true', `[${dead}]`]) {
        const { status, json: error } = await request(path, { method: 'POST', body, headers: json })
        const got = [status, error.error, error.errorMessage]
        assert.deepEqual(
          got,
          [400, 'IllegalArgumentException', 'credentials can not be null.'],
          `${path} ${body}`,
        )
      }
    }
  })

  const keysOf = async ([method, path, body, status]: readonly [string, string, string, number]) => {
    const { request } = await shared()
    const init = { method, ...(body !== '' && { body, headers: json }) }
    const answer = await request(`${path}${path.includes('?') ? '&' : '?'}q=secret`, init)
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    return answer.json
  }

  for (const asked of inVendorForm) {
    const [method, path, , status] = asked
    test(`${method} ${path}: ${status} begins with the requested path, without the query`, async () => {
      const error = await keysOf(asked)
      assert.deepEqual(Object.keys(error), ['path', 'error', 'errorMessage'])
      assert.equal(error.path, path)
    })
  }

  for (const asked of inNativeForm) {
    const [method, path, , status] = asked
    test(`${method} ${path}: ${status} has two keys`, async () => {
      assert.deepEqual(Object.keys(await keysOf(asked)), ['error', 'errorMessage'])
    })
  }
})
