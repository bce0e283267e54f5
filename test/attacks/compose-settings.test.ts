// Containers accept every setting; the compose file used to pass only three.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { loadConfig } from '../../src/config/load.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the compose file passes on the settings file that docs/deploy.md creates', (t) => {
  const service = /^ {2}norn:\n((?: {4}.*\n)+)/m.exec(read('deploy/container/compose.yaml'))?.[1] ?? ''
  assert.match(service, /^ {4}env_file: \[norn\.env\]$/m)
  // Neither Git nor the image includes it.
  assert.match(read('.gitignore'), /^norn\.env$/m)
  assert.match(read('.dockerignore'), /^\*$/m)

  const directory = mkdtempSync(join(tmpdir(), 'norn-compose-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const line = /^\(umask 077; .*> norn\.env\)$/m.exec(read('docs/deploy.md'))?.[0] ?? assert.fail()
  execFileSync('sh', ['-c', line], { cwd: directory })
  const variables = parseEnv(readFileSync(join(directory, 'norn.env'), 'utf8'))
  const { config, warnings } = loadConfig(variables as Record<string, string>, directory)
  assert.equal(config.serverName, 'Steve and friends')
  assert.ok((config.secret ?? '').length >= 44)
  assert.deepEqual(warnings, [])
})
