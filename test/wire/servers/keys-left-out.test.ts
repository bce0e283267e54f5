// hasJoined below the address of a game server without its key, as a setting that was not filled in leaves it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../service.ts'

const below = [
  '/session/hasJoined?username=NAME&serverId=hash',
  '/session/minecraft/hasJoined?username=NAME&serverId=hash',
  '/authlib-injector/sessionserver/session/minecraft/hasJoined?username=NAME&serverId=hash',
  '/sessionserver/session/minecraft/hasJoined?username=NAME&serverId=hash',
  '/session/legacy/hasJoined?user=NAME&serverId=hash',
]

onEveryDatabase('keys left out', (_start, shared) => {
  for (const [name, root] of Object.entries({
    'an empty one': '/at/',
    'none, as proxies make of it that merge slashes': '/at',
    'several slashes': '/at///',
    'slashes before': '//at/',
    'a very long one': `/at/${'A'.repeat(1500)}`,
    'a wrong one': '/at/WRONG',
    'a percent sign': '/at/%',
    'a space': '/at/%20',
    'a slash': '/at/%2F',
    'the name of a layout': '/at/session',
    'the name of another': '/at/sessionserver',
    'the name of a root': '/at/authlib-injector',
    dots: '/at/%2e%2e%2e',
  })) {
    test(`hasJoined below the root of a server is a no in every layout with ${name} for a key`, async () => {
      const service = await shared()
      const steve = await service.account()
      const accessToken = await service.signIn(steve)
      await service.post('/session/join', { accessToken, selectedProfile: steve.id, serverId: 'hash' })
      for (const path of below) {
        const none = await service.get(path.replace('NAME', 'Nobody'))
        const answer = await service.get(root + path.replace('NAME', steve.username))
        assert.deepEqual(
          [answer.status, answer.headers.get('content-type'), answer.text],
          [none.status, none.headers.get('content-type'), none.text],
          root.slice(0, 20) + path,
        )
        assert.equal((await service.logLine(answer)).reason, 'server_unknown')
      }
      const join = await service.get(`/session/hasJoined?username=${steve.username}&serverId=hash`)
      assert.equal(join.status, 200, 'the join is not used up')
    })
  }
})
