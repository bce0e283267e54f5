// The commit of a checkout, in every form in which git stores it, without using git.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkedOut } from '../../../src/lib/process/commit.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'
const other = 'f'.repeat(40)

function directoryWith(t: TestContext, files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'norn-commit-'))
  t.after(() => rmSync(directory, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return directory
}

const packed = `# pack-refs with: peeled fully-peeled sorted
${other} refs/heads/a/main
${commit} refs/heads/main
${other} refs/tags/v1
^${other}
`

test('the commit is found for a branch, loose or packed; without a branch; in an additional work tree', (t) => {
  const head = { '.git/HEAD': 'ref: refs/heads/main\n' }
  const forms = {
    loose: {
      ...head,
      '.git/refs/heads/main': `${commit}\n`,
      '.git/packed-refs': packed.replaceAll(commit, other),
    },
    packed: { ...head, '.git/packed-refs': packed },
    detached: { '.git/HEAD': `${commit}\n` },
  }
  for (const [form, files] of Object.entries(forms)) {
    assert.equal(checkedOut(directoryWith(t, files)), commit, form)
  }
  const worktree = directoryWith(t, {
    '.git/packed-refs': packed,
    '.git/worktrees/two/HEAD': 'ref: refs/heads/main\n',
    '.git/worktrees/two/commondir': '../..\n',
    'two/.git': 'gitdir: ../.git/worktrees/two\n',
  })
  assert.equal(checkedOut(join(worktree, 'two')), commit)
})

test('there is no commit without a checkout, or before the first commit', (t) => {
  assert.equal(checkedOut(directoryWith(t, { 'package.json': '{}' })), undefined)
  assert.equal(checkedOut(directoryWith(t, { '.git/HEAD': 'ref: refs/heads/main\n' })), undefined)
  assert.equal(checkedOut(directoryWith(t, { '.git': 'gitdir: /nowhere\n' })), undefined)
})
