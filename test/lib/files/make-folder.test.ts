import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeFolder } from '../../../src/lib/files/make-folder.ts'

function scratch(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'norn-folder-'))
  t.after(() => rmSync(directory, { recursive: true }))
  return directory
}

test('it is created with its parents, for this user alone, and may exist', async (t) => {
  const directory = scratch(t)
  await makeFolder(join(directory, 'a/b/c'))
  await makeFolder(join(directory, 'a/b/c'))
  for (const path of ['a', 'a/b', 'a/b/c']) assert.equal(statSync(join(directory, path)).mode & 0o777, 0o700)
})

test('several processes may create it simultaneously', async (t) => {
  const directory = scratch(t)
  for (let round = 0; round < 200; round++) {
    const path = join(directory, `${round}/b/c`)
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)))
    mkdirSync(join(path, 'd'))
  }
})

test('a file in its way is left alone', async (t) => {
  const directory = scratch(t)
  writeFileSync(join(directory, 'a'), 'x')
  await assert.rejects(makeFolder(join(directory, 'a')), { code: 'EEXIST' })
  await assert.rejects(makeFolder(join(directory, 'a/b')), { code: 'ENOTDIR' })
})

const noProc = process.platform === 'linux' ? false : 'only Linux has /proc'
test('if no folder can be created, it fails with the reason', { skip: noProc }, async () => {
  await assert.rejects(makeFolder('/proc/norn'), { code: 'ENOENT' })
  await assert.rejects(makeFolder('/proc/norn/data'), { code: 'ENOENT' })
})
