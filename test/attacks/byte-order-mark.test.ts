// The byte order mark that an editor adds makes the first setting silently disappear.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '../cli/norn.ts'

test('a .env with a byte order mark is read completely, and lines that are not settings are reported', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  const lines = [
    'NORN_REGISTRATION=closed',
    'NORN_GAME: other',
    '',
    '# a comment',
    'NORN_SERVER_NAME="Us"',
    '=x',
  ]
  await writeFile(join(norn.directory, '.env'), `\uFEFF${lines.join('\r\n')}`)
  const { status, stdout, stderr } = await norn.run(['config', '--json'])
  assert.equal(status, 0, stderr)
  const settings = JSON.parse(stdout)
  assert.deepEqual(settings.NORN_REGISTRATION, { value: 'closed', source: '.env' })
  assert.deepEqual(settings.NORN_SERVER_NAME, { value: 'Us', source: '.env' })
  const warned = (line: number) =>
    `warning: line ${line} of .env is not a setting and is ignored; write NAME=value`
  assert.deepEqual(stderr.trimEnd().split('\n'), [warned(2), warned(6)])
})
