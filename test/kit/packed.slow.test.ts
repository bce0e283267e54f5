// The package as npm packs it, installed alone, on the machine's Node.js, following its README.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { ownPath } from '../old-node.ts'
import { type Checked, startChecked } from './checked.ts'
import { folder } from './command.ts'

const kit = join(import.meta.dirname, '../../kit')
const run = promisify(execFile)
const env = { ...process.env, PATH: ownPath }

let checked: Checked
before(async () => {
  checked = await startChecked()
  // The program uses the machine's clock, and certificates expire.
  checked.service.advance(Date.now() - checked.service.now())
})
after(() => checked.close())

test('its README leads to a report: packed, installed alone, with two accounts', async (t) => {
  const directory = await folder(t)
  await run('npm', ['pack', '--pack-destination', directory], { cwd: kit })
  const { name, version } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'))
  const flags = ['--offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, join(directory, `${name}-${version}.tgz`)], { cwd: directory, env })
  const installed = JSON.parse(await readFile(join(directory, 'node_modules/.package-lock.json'), 'utf8'))
  assert.deepEqual(Object.keys(installed.packages), [`node_modules/${name}`])
  const [one, two] = checked.accounts
  assert.ok(one && two)
  const typed = (line: string): string =>
    line
      .replaceAll('https://accounts.example.org', checked.proxy.origin)
      .replace('{"login":"one@example.org","password":"…"}', JSON.stringify(one))
      .replace('{"login":"two@example.org","password":"…"}', JSON.stringify(two))
  const lines = [...readFileSync(join(kit, 'README.md'), 'utf8').matchAll(/```sh\n([^`]+)```/g)].map(
    ([, line = '']) => line,
  )
  assert.equal(lines.length >= 2, true)
  for (const line of lines.slice(0, 2)) {
    const { stdout } = await run('sh', ['-ec', typed(line)], { cwd: directory, env })
    assert.match(stdout, /^probe +strict/m)
  }
  const report = JSON.parse(await readFile(join(directory, 'report/report.json'), 'utf8'))
  for (const profile of ['probe', 'core', 'session', 'textures', 'modern', 'oauth'])
    assert.equal(report.profiles[profile].level, 'strict', profile)
})
