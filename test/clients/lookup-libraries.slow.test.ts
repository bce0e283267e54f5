// The unmodified npm packages mojang and mojang-api, which know only the vendor's hosts.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { realService } from './service.ts'

const service = realService()

interface Reply {
  answer?: any
  refused?: string
}

/** The library in a process of its own, where only the hosts are replaced. */
function client(t: TestContext, library: string) {
  const child = fork(new URL('lookup-client.cjs', import.meta.url), {
    execArgv: ['--no-deprecation', '--require', new URL('vendor-hosts.cjs', import.meta.url).pathname],
    env: { ...process.env, BASE_URL: service().baseUrl, LIBRARY: library },
  })
  t.after(() => child.kill())
  return async (call: string, ...args: unknown[]): Promise<Reply> => {
    child.send({ call, args })
    const [reply] = (await once(child, 'message')) as [Reply]
    return reply
  }
}

const nobody = 'ab'.repeat(16)

test('mojang: lookups by name, by UUID and by many names', async (t) => {
  const { account } = service()
  const steve = await account('Steve', 'correct horse')
  const alex = await account('Alex', 'correct horse')
  const call = client(t, 'mojang')

  assert.deepEqual(await call('lookupProfileAt', 'sTEVE'), { answer: { id: steve.id, name: 'Steve' } })
  assert.deepEqual(await call('lookupProfileAt', 'Steve', 0), { answer: { id: steve.id, name: 'Steve' } })
  assert.deepEqual(await call('lookupProfileAt', 'nobody'), { refused: 'so such name at time: nobody' })
  assert.deepEqual(await call('getProfileHistory', steve.id), { answer: [{ name: 'Steve' }] })
  assert.deepEqual(await call('getProfileHistory', nobody), { refused: `no such profile: ${nobody}` })
  assert.deepEqual(await call('getProfileHistory', 'no-uuid'), { refused: 'Bad Request' })
  assert.deepEqual(await call('lookupProfiles', ['alex', 'nobody', 'steve']), {
    answer: [
      { id: alex.id, name: 'Alex' },
      { id: steve.id, name: 'Steve' },
    ],
  })
  assert.deepEqual(await call('lookupProfiles', Array(101).fill('a')), { refused: 'Bad Request' })

  const { answer } = await call('getSession', steve.id)
  assert.deepEqual([answer.id, answer.name, answer.skin], [steve.id, 'Steve', undefined])
  assert.deepEqual(await call('getSession', nobody), { refused: 'no such profile' })
})

test('mojang: a complete session', async (t) => {
  const { id } = await service().account('Herobrine', 'correct horse')
  const call = client(t, 'mojang')
  const credentials = { username: 'Herobrine', password: 'correct horse', clientToken: 'c' }
  const { answer: session } = await call('authenticate', credentials)
  assert.deepEqual(session.selectedProfile, { id, name: 'Herobrine' })
  assert.deepEqual(await call('isValid', session), { answer: true })
  const { answer: next } = await call('refresh', session)
  assert.deepEqual(next.selectedProfile, { id, name: 'Herobrine' })
  assert.deepEqual(await call('invalidate', next), { answer: null })
  assert.deepEqual(await call('isValid', next), { refused: 'Unauthorized' })
  assert.deepEqual(await call('authenticate', { ...credentials, password: 'x' }), { refused: 'Unauthorized' })
  assert.deepEqual(await call('signout', credentials), { answer: null })
})

test('mojang-api: the same, with the requests of a library from 2015', async (t) => {
  const notch = await service().account('Notch', 'correct horse')
  const jeb = await service().account('Jeb', 'correct horse')
  const call = client(t, 'mojang-api')

  assert.deepEqual(await call('uuidAt', 'NOTCH', 1_431_656_400), { answer: { id: notch.id, name: 'Notch' } })
  assert.deepEqual(await call('uuidAt', 'no body/?', 0), { refused: 'body is undefined' })
  assert.deepEqual(await call('nameHistory', notch.id), { answer: [{ name: 'Notch' }] })
  assert.deepEqual(await call('nameHistory', 'no-uuid'), {
    refused: 'IllegalArgumentException: Invalid uuid format.',
  })
  assert.deepEqual(await call('nameToUuid', ['jeb', 'nobody', 'notch']), {
    answer: [
      { id: jeb.id, name: 'Jeb' },
      { id: notch.id, name: 'Notch' },
    ],
  })
  const { answer } = await call('profile', notch.id)
  assert.deepEqual([answer.id, answer.name, answer.properties[0].name], [notch.id, 'Notch', 'textures'])
})
