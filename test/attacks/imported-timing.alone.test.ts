// The time that a wrong password takes does not reveal whether an imported account has that login.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'

/** About 100 ms, so that everything around the hash is insignificant. */
const slow = {
  NORN_PASSWORD_MEMORY: '65536',
  NORN_PASSWORD_ITERATIONS: '2',
  NORN_GUESS_ADDRESS_ACCOUNT: '90',
}

const kinds = {
  digest: hash('md5', 'correct horse', 'hex'),
  salted: `${hash('sha256', 'correct horsesalt', 'hex')}:salt`,
  LDAP: `{SHA}${hash('sha1', 'correct horse', 'base64')}`,
}

/** Processor time, which a busy machine does not increase. */
async function signInMs(service: RunningService, username: string, password: string): Promise<number> {
  const before = process.cpuUsage()
  const { status } = await service.post('/auth/authenticate', { username, password, clientToken: 'x' })
  assert.equal(status, 401)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

onEveryDatabase('imported timing', (start) => {
  test('a wrong password for an imported digest takes as long as an unknown login', async (t) => {
    const service = await start(slow)
    for (const [name, stored] of Object.entries(kinds)) {
      const { id, username } = await service.account()
      const change = { password_hash: stored }
      await service.context.db.query.updateTable('account').set(change).where('id', '=', id).execute()
      for (const password of ['wrong', 'wrong:123456']) {
        const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
        for (let turn = 0; turn < 3; turn++) {
          least.known = Math.min(least.known, await signInMs(service, username, password))
          least.unknown = Math.min(least.unknown, await signInMs(service, 'nobody', password))
        }
        const ratio = least.known / least.unknown
        t.diagnostic(`${name}, ${password}: ${ratio.toFixed(2)} times as long`)
        assert.ok(ratio > 0.6 && ratio < 1.6, `${name}, ${password}: ${ratio} times as long`)
      }
    }
  })
})
