import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Why } from '../../src/domain/operation/why.ts'
import { createSteve, type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('a command shows the attempts at a service that has stopped', async () => {
  await norn.json(...createSteve())
  const service = await norn.serve()
  const { status } = await fetch(`${service.baseUrl}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Steve', password: 'wrong', clientToken: 'launcher' }),
  })
  assert.equal(status, 401)
  // Within the second for which it is buffered: an orderly stop writes it.
  service.kill('SIGTERM')
  assert.equal((await service.ended).status, 0)

  const explanation = await norn.json<Why>('why', 'steve')
  assert.deepEqual(Object.keys(explanation), ['name', 'id', 'owner', 'advice', 'attempts'])
  const [{ at = '', ...attempt } = {}, ...others] = explanation.attempts
  assert.match(at, /^20\d\d-.*Z$/)
  assert.deepEqual(attempt, {
    step: 'authenticate',
    outcome: 'refused',
    reason: 'credentials_invalid',
    message: 'The login, the password or the two-factor code was wrong.',
    address: '127.0.0.1',
  })
  assert.deepEqual(others, [])

  const shown = await norn.run(['why', 'Steve'])
  assert.equal(shown.status, 0)
  assert.match(
    shown.stdout,
    /^Somebody signed in with a wrong password.*\n\nat +step .*\n20.*authenticate +refused/,
  )
  const nobody = await norn.run(['why', 'Alex'])
  assert.match(nobody.stdout, /^There is no account Alex, and nobody has tried that name\..*\n$/)
})
