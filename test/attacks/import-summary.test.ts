// The summary of an import has several lines, each of which ends with a real line break instead of an escaped one.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '../cli/norn.ts'
import { blessingSchema } from '../moving/blessing.ts'
import { fill } from '../moving/source.ts'

test('the summary of an import is printed on several lines', async () => {
  const norn = await install()
  try {
    const file = join(norn.directory, 'blessing.db')
    await fill(file, blessingSchema('sqlite', ''))
    const { status, stdout, stderr } = await norn.run(['import', '--from', 'blessing', file])
    assert.equal(status, 0, stderr)
    assert.equal(
      stdout,
      '0 added, 0 unchanged, 0 refused\nleft behind: 1 pictures in closets that nobody wears\n',
    )
  } finally {
    await norn.remove()
  }
})
