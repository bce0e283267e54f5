// Copying the database of a running service would lose everything written until the restart, with no second chance.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSteve, install } from '../cli/norn.ts'

test('copy is refused while a service runs and leaves the target untouched', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  assert.equal((await norn.run(createSteve())).status, 0)
  const service = await norn.serve()
  const target = join(norn.directory, 'other.sqlite')
  const copy = () => norn.run(['copy', '--to', `sqlite:${target}`])
  const refused = await copy()
  assert.equal(refused.status, 1)
  assert.match(
    refused.stderr,
    /Norn is running on .*norn\.sqlite, and its changes from now on would be lost; stop it /,
  )
  assert.equal(existsSync(target), false)
  service.kill('SIGTERM')
  await service.ended
  const { status, stderr } = await copy()
  assert.equal(status, 0, stderr)
})
