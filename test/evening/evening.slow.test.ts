import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { whyNoMachine } from './machine.ts'

const reason = await whyNoMachine()

// `npm run evening` covers more of it, with npm 10 and 11.
test('README and docs/deploy.md work, from a clone to the next version', { skip: reason ?? false }, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), '--quick'],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, `${stdout}\n${stderr}`)
})
