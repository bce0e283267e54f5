// Real processes on machines with wrong clocks.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { install, type Serving } from '../cli/norn.ts'
import { migrated } from '../databases.ts'
import { makePlayers } from '../faults/players.ts'

test('instances use the clock of the database server: TOTP codes and tokens are right on each', async (t) => {
  const norn = await install()
  const database = await migrated.postgres()
  t.after(async () => {
    await norn.remove()
    await database.drop()
  })
  const variables = { NORN_DATABASE_URL: database.url }
  const players = await makePlayers(database.url, 3)
  const tokens: string[] = []
  const instances: Serving[] = []
  for (const [index, minutes] of [0, 1, -5].entries()) {
    const file = join(norn.directory, `clock${index}.cjs`)
    await writeFile(file, `const now = Date.now; Date.now = () => now() + ${minutes * 60_000}`)
    const instance = await norn.serve(variables, { node: ['--require', file] })
    t.after(() => instance.kill('SIGKILL'))
    // The operator gets a warning.
    if (minutes !== 0) await instance.logged(/"milliseconds"/)

    const { username = '', password } = players[index] ?? {}
    const enabled = await norn.run(['totp', 'enable', username, '--json'], { variables })
    const secret = Secret.fromBase32(JSON.parse(enabled.stdout).secret)
    const code = new TOTP({ secret }).generate()
    const answer = await fetch(`${instance.baseUrl}/auth/authenticate`, {
      method: 'POST',
      body: JSON.stringify({ username, password: `${password}:${code}`, clientToken: 'launcher' }),
    })
    assert.equal(answer.status, 200, `${minutes} minutes off`)
    const { accessToken } = (await answer.json()) as { accessToken: string }
    assert.ok(Math.abs((decodeJwt(accessToken).iat ?? 0) - Date.now() / 1000) < 30)
    tokens.push(accessToken)
    instances.push(instance)
  }
  assert.doesNotMatch(instances[0]?.output() ?? '', /"milliseconds"/)
  for (const { baseUrl } of instances) {
    for (const accessToken of tokens) {
      const body = JSON.stringify({ accessToken })
      assert.equal((await fetch(`${baseUrl}/auth/validate`, { method: 'POST', body })).status, 200)
    }
  }
})
