import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { makePlayers } from '../faults/players.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

for (const level of ['warn', 'error', 'fatal']) {
  test(`at level ${level} the line with the listening address is logged, and nothing more`, async (t) => {
    const service = await norn.serve({ NORN_LOG_LEVEL: level })
    t.after(() => service.kill('SIGKILL'))
    const lines = service.output().trim().split('\n')
    assert.equal(lines.length, 1)
    const { level: logged, msg } = JSON.parse(lines[0] ?? '')
    assert.deepEqual([logged, msg], ['info', `listening: ${service.baseUrl}`])
    service.kill('SIGTERM')
    const { stdout } = await service.ended
    assert.equal(stdout.trim().split('\n').length, 1)
  })
}

const post = (service: Serving, path: string, body: object) =>
  fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a restored backup revives no token unless that is requested', async (t) => {
  const [player] = await makePlayers(`sqlite:${norn.database}`, 1)
  const service = await norn.serve()
  t.after(() => service.kill('SIGKILL'))
  const { username, password, id } = player ?? assert.fail()
  const signIn = async (at: Serving) => {
    const answer = await post(at, '/auth/authenticate', { username, password, clientToken: 'c' })
    return ((await answer.json()) as { accessToken: string }).accessToken
  }
  const revoked = await signIn(service)
  const joined = await post(service, '/session/join', {
    accessToken: revoked,
    selectedProfile: id,
    serverId: 'ab',
  })
  assert.equal(joined.status, 200)
  const file = join(norn.directory, 'backup.gz')
  assert.equal((await norn.run(['backup', file])).status, 0)
  assert.equal(
    (await post(service, '/auth/invalidate', { accessToken: revoked, clientToken: 'c' })).status,
    200,
  )
  service.kill('SIGTERM')
  await service.ended

  for (const [options, expected, words] of [
    [[], 401, /All tokens and links have ended, so players have to sign in again/],
    [['--keep-tokens'], 200, /Tokens and links that have ended since the backup are valid again/],
  ] as const) {
    const variables = { NORN_DATA_DIR: join(norn.directory, `restored${expected}`) }
    const restored = await norn.run(['restore', file, '--verify', ...options], { variables })
    assert.equal(restored.status, 0, restored.stderr)
    assert.match(restored.stdout, words)
    const again = await norn.serve(variables)
    t.after(() => again.kill('SIGKILL'))
    assert.equal((await post(again, '/auth/validate', { accessToken: revoked })).status, expected)
    const path = `/session/hasJoined?username=${username}&serverId=ab`
    const isJoined = (await fetch(`${again.baseUrl}${path}`)).status === 200
    assert.equal(isJoined, options.length > 0)
    const fresh = await signIn(again)
    assert.equal((await post(again, '/auth/validate', { accessToken: fresh })).status, 200)
    again.kill('SIGTERM')
    await again.ended
  }
})
