import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSteve, type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
  await norn.json(...createSteve())
})
after(() => norn.remove())

const variables = { NORN_BASE_URL: 'https://accounts.example.org/norn' }

test('client-setup prints the answer of the root, ready for prefetching', async () => {
  const { status, stdout } = await norn.run(['client-setup', '--json'], { variables })
  assert.equal(status, 0)
  const { prefetched, ...setup } = JSON.parse(stdout) as { prefetched: string }
  const root = 'https://accounts.example.org/norn/authlib-injector/'
  assert.deepEqual(setup, {
    address: 'https://accounts.example.org/norn',
    apiRoot: root,
    dragAndDrop: `authlib-injector:yggdrasil-server:${encodeURIComponent(root)}`,
    javaAgent: `-javaagent:authlib-injector.jar=${root}`,
    hosts: [
      '-Dminecraft.api.auth.host=https://accounts.example.org/norn/auth',
      '-Dminecraft.api.account.host=https://accounts.example.org/norn/api',
      '-Dminecraft.api.profiles.host=https://accounts.example.org/norn/api',
      '-Dminecraft.api.session.host=https://accounts.example.org/norn',
      '-Dminecraft.api.services.host=https://accounts.example.org/norn/authlib-injector/minecraftservices',
      '-Dminecraft.api.discovery.host=https://accounts.example.org/norn/authlib-injector/discovery',
    ],
    discovery: '-Dminecraft.api.discovery.host=https://accounts.example.org/norn/authlib-injector/discovery',
    velocity: '-Dmojang.sessionserver=https://accounts.example.org/norn/session/minecraft/hasJoined',
    waterfall:
      '-Dwaterfall.auth.url="https://accounts.example.org/norn/session/minecraft/hasJoined?username=%s&serverId=%s%s"',
  })
  const serving = await norn.serve(variables)
  try {
    const ready =
      serving
        .output()
        .split('\n')
        .find((line) => line.includes('listening')) ?? ''
    const { address } = JSON.parse(ready) as { address: string }
    const answer = await fetch(`${address}/norn/authlib-injector`)
    const option = '-Dauthlibinjector.yggdrasil.prefetched='
    assert.ok(prefetched.startsWith(option))
    const decoded = Buffer.from(prefetched.slice(option.length), 'base64').toString()
    assert.deepEqual(JSON.parse(decoded), await answer.json())
  } finally {
    serving.kill('SIGTERM')
    await serving.ended
  }
})

test('client-setup prints the options of unmodified games, whatever NORN_GAME is', async () => {
  for (const word of [{}, { NORN_GAME: 'chess' }]) {
    const { stdout } = await norn.run(['client-setup'], { variables: { ...variables, ...word } })
    assert.match(stdout, /^-Dminecraft\.api\.session\.host=https:\/\/accounts\.example\.org\/norn \\$/m)
    assert.doesNotMatch(stdout, /NORN_GAME/)
  }
})

test('client-setup requires a base URL if none is configured', async () => {
  const { status, stderr } = await norn.run(['client-setup'])
  assert.equal(status, 1)
  assert.match(stderr, /set NORN_BASE_URL/)
})
