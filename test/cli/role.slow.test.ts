import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('a role is granted, shown, and revoked, with a warning about the last administrator', async () => {
  await norn.run(['account', 'create', '--username', 'Anna', '--password', 'secret'])
  const granted = await norn.run(['account', 'grant', 'anna', 'admin'])
  assert.deepEqual([granted.status, granted.stdout, granted.stderr], [0, 'Anna is admin.\n', ''])
  assert.deepEqual((await norn.json<{ roles: string[] }>('account', 'show', 'Anna')).roles, ['admin'])
  const taken = await norn.run(['account', 'ungrant', 'Anna', 'admin', '--json'])
  assert.deepEqual(JSON.parse(taken.stdout).roles, [])
  assert.match(taken.stderr, /^warning: no administrator is left; "norn account grant/)
  const unknown = await norn.run(['account', 'grant', 'Anna', 'king'])
  assert.equal(unknown.status, 2)
  assert.match(unknown.stderr, /king/)
})
