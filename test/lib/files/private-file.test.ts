import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makePrivate } from '../../../src/lib/files/private-file.ts'

/** A folder of the service's user, if the user who runs the test can change owners. */
function folderOfService(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'norn-private-'))
  t.after(() => rmSync(folder, { recursive: true }))
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534)
  return folder
}

test('a file belongs to the owner of its folder, even if root creates it, and may exist', async (t) => {
  const folder = folderOfService(t)
  const file = join(folder, 'database')
  await makePrivate(file)
  assert.equal(statSync(file).uid, statSync(folder).uid)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  writeFileSync(file, 'accounts')
  await makePrivate(file)
  assert.equal(readFileSync(file, 'utf8'), 'accounts')
})

test("a link in that folder does not change a file's owner", async (t) => {
  const folder = folderOfService(t)
  const other = mkdtempSync(join(tmpdir(), 'norn-other-'))
  t.after(() => rmSync(other, { recursive: true }))
  const secret = join(other, 'secret')
  writeFileSync(secret, 'secret')
  symlinkSync(secret, join(folder, 'database'))
  await makePrivate(join(folder, 'database'))
  assert.equal(statSync(secret).uid, process.getuid?.())
})
