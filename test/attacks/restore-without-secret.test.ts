// A backup that cannot be decrypted is detected when it is verified, not when it is needed.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSteve, install } from '../cli/norn.ts'

const NORN_SECRET = 'a secret of more than thirty-two characters'

test('restore --verify reports a missing secret and writes nothing', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  const created = await norn.run(createSteve(), { variables: { NORN_SECRET } })
  assert.equal(created.status, 0, created.stderr)
  assert.equal((await norn.run(['backup', 'b.gz'], { variables: { NORN_SECRET } })).status, 0)
  let folders = 0
  const restore = async (line: string[], variables: Record<string, string>) => {
    const NORN_DATA_DIR = join(norn.directory, `restored-${++folders}`)
    const ended = await norn.run(['restore', 'b.gz', ...line], { variables: { ...variables, NORN_DATA_DIR } })
    const files = await readdir(NORN_DATA_DIR)
    return { ...ended, files: files.filter((file) => file.startsWith('norn.sqlite')) }
  }

  const missing = await restore(['--verify'], {})
  assert.equal(missing.status, 1)
  assert.match(
    missing.stderr,
    /b\.gz is encrypted, and NORN_SECRET is not set; set it, or NORN_SECRET_FILE, /,
  )
  assert.deepEqual(missing.files, [])
  const wrong = await restore(['--verify'], { NORN_SECRET: `${NORN_SECRET}!` })
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /b\.gz is encrypted with a different secret; set it, or /)
  assert.deepEqual(wrong.files, [])

  const right = await restore(['--verify'], { NORN_SECRET })
  assert.equal(right.status, 0, right.stderr)
  assert.match(right.stdout, /every page was checked/)
  // The secret may be supplied later; the warning is printed anyway.
  const unverified = await restore([], {})
  assert.equal(unverified.status, 0, unverified.stderr)
  assert.match(unverified.stderr, /warning: .*b\.gz is encrypted, and NORN_SECRET is not set/)
  assert.deepEqual(unverified.files, ['norn.sqlite'])
})

test('an unencrypted backup needs no secret', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  assert.equal((await norn.run(createSteve())).status, 0)
  assert.equal((await norn.run(['backup', 'b.gz'])).status, 0)
  const variables = { NORN_DATA_DIR: join(norn.directory, 'restored'), NORN_SECRET }
  const { status, stderr } = await norn.run(['restore', 'b.gz', '--verify'], { variables })
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /warning/)
})
