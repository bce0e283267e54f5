// norn shelf: what groups have for their members, by command.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackStored } from '../attacks/installed.ts'
import { makePng, noise } from '../png.ts'

attackStored('commands fill, list and empty the shelf of a group', async (norn, t) => {
  await norn.steve()
  const { json, run } = norn
  for (const name of ['staff', 'builders']) await json('group', 'create', name)
  const folder = mkdtempSync(join(tmpdir(), 'norn-shelf-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cape.png')
  writeFileSync(file, makePng(64, 32, noise(1)))
  const made = await json('shelf', 'add', 'staff', file, '--name', 'Staff cape', '--kind', 'cape')
  assert.deepEqual(made, { group: 'staff', name: 'Staff cape', kind: 'cape', hash: made.hash })
  const other = await json('shelf', 'add', 'builders', file, '--name', 'Suit', '--kind', 'slim')
  assert.equal(other.kind, 'slim')
  assert.deepEqual(await json('shelf', 'list', 'staff'), [made])
  assert.deepEqual(await json('shelf', 'list'), [other, made])
  const refused = async (line: string[], words: RegExp, variables = {}) => {
    const { status, stderr } = await run(['shelf', ...line], { variables })
    assert.equal(status, 1, line.join(' '))
    assert.match(stderr, words)
  }
  await refused(['add', 'staff', file, '--name', 'Staff cape'], /"Staff cape": a texture of this shelf/)
  await refused(['add', 'nobody', file, '--name', 'A'], /"nobody": the group does not exist/)
  await refused(['add', 'staff', 'missing.png', '--name', 'A'], /cannot be read/)
  await refused(['add', 'staff', file, '--name', ' A'], /name is not allowed/)
  await refused(['list', 'nobody'], /"nobody": the group does not exist/)
  await refused(['remove', 'staff', 'Other'], /"Other": the texture of this shelf does not exist/)
  const off = await run(['shelf', 'add', 'staff', file, '--name', 'Late'], {
    variables: { NORN_WARDROBE_SIZE: '0' },
  })
  assert.match(off.stderr, /NORN_WARDROBE_SIZE=0/)
  assert.deepEqual(await json('shelf', 'remove', 'staff', 'Staff cape'), {
    group: 'staff',
    name: 'Staff cape',
  })
  assert.equal((await json('shelf', 'list', 'staff')).length, 1)
})
