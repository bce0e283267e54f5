// bin/norn.cjs when something is missing. What it starts: serve.slow.test.ts; in a package: test/evening/.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'

/** The output of the launcher in a directory with these files next to it. */
function outputOf(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'norn-launcher-'))
  t.after(() => rmSync(root, { recursive: true }))
  const program = join(root, 'bin/norn.cjs')
  cpSync(new URL('../../bin', import.meta.url), dirname(program), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve'], { encoding: 'utf8' })
  assert.equal(status, 1)
  return stderr.replaceAll(root, 'ROOT')
}

test('in a clone before npm ci, it says to run that', (t) => {
  assert.equal(
    outputOf(t, { 'src/main.ts': "import 'fastify'" }),
    'norn: its packages are not installed; run "npm ci" in ROOT\n',
  )
})

test('a package for another platform is reported as such', (t) => {
  const here = `${process.platform}-${process.arch}`
  assert.equal(
    outputOf(t, { 'dist/platform': 'linux-riscv64', 'dist/main.js': '' }),
    `norn: this package was made on linux-riscv64, this is ${here}; run "npm pack" on a machine like this one\n`,
  )
})
