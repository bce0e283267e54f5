// Names that are paths, options or images, and the UUIDs nil and max (RFC 9562), which are nobody's.
import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

const nobody = ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff']
const names = ['.', '..', '--', '-x', 'b.png', 'B.PNG']

attackStored('names with a special meaning and UUIDs of nobody are refused', async ({ run, steve }) => {
  await steve()
  const create = (name: string, ...more: string[]) =>
    run(['account', 'create', `--username=${name}`, '--email', 'x@example.org', '--password', 'x', ...more])
  for (const name of names) {
    const { status, stderr } = await create(name)
    assert.deepEqual([status, /the username is not allowed/.test(stderr)], [1, true], `${name}: ${stderr}`)
  }
  const renamed = await run(['account', 'rename', 'Steve', 'b.png'])
  assert.match(renamed.stderr, /the username is not allowed/)
  for (const id of nobody) {
    const { status, stderr } = await create('Alex', '--id', id)
    assert.deepEqual([status, /the UUID is malformed/.test(stderr)], [1, true], stderr)
  }
  const stdin = [
    ...names.map((username) => ({ username })),
    ...nobody.map((id) => ({ username: 'Alex', id })),
  ]
    .map((line, index) => JSON.stringify({ ...line, email: `p${index}@example.org`, password: 'x' }))
    .join('\n')
  const imported = await run(['account', 'import', '-', '--json'], { stdin })
  const { added, refused } = JSON.parse(imported.stdout)
  assert.deepEqual([added, refused.length], [0, names.length + nobody.length])
  assert.equal((await create('a.b-c_d..png2')).status, 0)
})
