import assert from 'node:assert/strict'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('a start warns about a database that others can read, and Norn creates no readable files', async (t) => {
  const service = await norn.serve()
  t.after(() => service.kill('SIGKILL'))
  const file = join(norn.directory, 'backup.gz')
  const { status } = await norn.run(['backup', file])
  assert.equal(status, 0)
  const data = join(norn.directory, 'data')
  const made = [file, data, ...(await readdir(data)).map((name) => join(data, name))]
  for (const path of made) assert.equal((await stat(path)).mode & 0o077, 0, path)
  service.kill('SIGTERM')
  const { stdout } = await service.ended
  assert.doesNotMatch(stdout, /chmod/)
  const copied = join(norn.directory, 'copied.sqlite')
  assert.equal((await norn.run(['copy', '--to', `sqlite:${copied}`])).status, 0)
  assert.equal((await stat(copied)).mode & 0o077, 0)

  await chmod(norn.database, 0o644)
  const open = await norn.serve({ NORN_LOG_LEVEL: 'warn' })
  t.after(() => open.kill('SIGKILL'))
  const [line] = open.output().split('\n')
  assert.match(
    line ?? '',
    /"level":"warn",.*other users of this machine can open the database: chmod 600 .*norn\.sqlite/,
  )
  open.kill('SIGTERM')
  await open.ended
})
