// What doctor says about mail and the proxy to an operator who has just set up the service.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSteve, install } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'

test('doctor names the folder for mail, and shows no address that was never configured', async (t) => {
  const norn = await install()
  const variables = { NORN_PORT: String(await freePort()) }
  assert.equal((await norn.run(createSteve())).status, 0)
  const serving = await norn.serve(variables)
  t.after(async () => {
    serving.kill('SIGKILL')
    await serving.ended
    await norn.remove()
  })
  const { stdout } = await norn.run(['doctor'], { variables })
  assert.ok(
    stdout.includes(`each one is written to a file in ${join(norn.directory, 'data', 'mail')}; `),
    stdout,
  )
  assert.match(stdout, /^ok +proxy +the service gets the address of each client, without a proxy$/m)
  assert.doesNotMatch(stdout, /127\.0\.0\.83/)
})
