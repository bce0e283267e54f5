import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSteve, install } from './norn.ts'

const skip = process.platform === 'linux' ? false : 'only Linux has /proc'

test('a data directory that cannot be created is refused', { skip, timeout: 30_000 }, async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  for (const NORN_DATA_DIR of ['/proc/norn', '/proc/norn/data']) {
    for (const line of [createSteve(), ['serve']]) {
      const { status, stderr } = await norn.start(line, { variables: { NORN_DATA_DIR } })
      assert.equal(status, 1, stderr)
      assert.match(stderr, /^norn: the database cannot be used; check .*NORN_DATA_DIR.*\/proc\/norn/)
    }
  }
})
