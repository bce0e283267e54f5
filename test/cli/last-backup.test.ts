import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSteve, install } from './norn.ts'

test('doctor shows the time of the last backup', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  assert.equal((await norn.run(createSteve())).status, 0)
  const found = async () => /^\w+ +backup +.*$/m.exec((await norn.run(['doctor'])).stdout)?.[0] ?? ''
  assert.match(await found(), /^warning +backup +no backup has been made yet; run "norn backup /)

  const file = join(norn.directory, 'b.gz')
  assert.equal((await norn.run(['backup', file])).status, 0)
  assert.match(await found(), /^ok +backup +the last one was made at \d{4}-.*Z: .*b\.gz$/)
  const note = `${norn.database}.last-backup`
  assert.equal((await stat(note)).mode & 0o077, 0)

  const noted = JSON.parse(await readFile(note, 'utf8'))
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString()
  await writeFile(note, JSON.stringify({ ...noted, at: weekAgo }))
  assert.match(await found(), /^warning +backup +the last backup is 7 days old \(.*b\.gz, /)
  await writeFile(note, 'damaged')
  assert.match(await found(), /no backup has been made yet/)
})
