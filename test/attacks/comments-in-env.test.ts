// In .env, an unquoted value ends at the first #, so a colour is lost completely, and a name or password in part.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ConfigRefused, loadConfig } from '../../src/config/load.ts'
import { install } from '../cli/norn.ts'

function withEnvFile(t: TestContext, ...lines: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'norn-env-'))
  t.after(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, '.env'), lines.join('\n'))
  return directory
}

const warned = (name: string) =>
  `${name} in .env ends before the first #: what follows is a comment; put the value in quotes if the # belongs to it: ${name}="…"`

test('a value in .env that is cut off at a # is reported', (t) => {
  const directory = withEnvFile(
    t,
    'NORN_ACCENT_COLOR=#b4472f',
    'export NORN_SERVER_NAME = Club #1',
    '# NORN_PORT=1 # a comment',
    'NORN_HOST="127.0.0.1" # quoted',
    'NORN_MAIL_FROM="Club #1 <norn@example.org>"',
    'NORN_BASE_URL=https://accounts.example.org',
    'POSTGRES_PASSWORD=a#b',
  )
  const { warnings, config } = loadConfig({}, directory)
  assert.deepEqual(warnings, [warned('NORN_ACCENT_COLOR'), warned('NORN_SERVER_NAME')])
  assert.equal(config.serverName, 'Club')
})

test('there is no warning when the environment sets the value', (t) => {
  const directory = withEnvFile(t, 'NORN_SERVER_NAME=Club #1')
  const { warnings, config } = loadConfig({ NORN_SERVER_NAME: 'Club #1' }, directory)
  assert.deepEqual(warnings, [])
  assert.equal(config.serverName, 'Club #1')
})

test('when such a value is refused, the error says why and does not show the value', (t) => {
  const directory = withEnvFile(t, 'NORN_SMTP_URL=smtp://norn:zq#xy@mail.example.org')
  assert.throws(
    () => loadConfig({}, directory),
    ({ problems }: ConfigRefused) => {
      const [problem = ''] = problems
      assert.match(problem, /^NORN_SMTP_URL \(value hidden\) in \.env must be /)
      assert.match(problem, /NORN_SMTP_URL in \.env ends before the first #/)
      assert.doesNotMatch(problem, /zq|xy/)
      return problems.length === 1
    },
  )
})

test('the example colour can be pasted', (t) => {
  assert.throws(
    () => loadConfig({ NORN_ACCENT_COLOR: 'red' }, withEnvFile(t)),
    ({ problems: [problem = ''] }: ConfigRefused) => {
      const [, pasted = ''] = /for example (.*)$/.exec(problem) ?? []
      const { settings } = loadConfig({}, withEnvFile(t, pasted))
      assert.deepEqual(settings.NORN_ACCENT_COLOR, { value: '#1f7a5c', source: '.env' })
      return true
    },
  )
})

test('start, doctor and config show the warning', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  writeFileSync(join(norn.directory, '.env'), 'NORN_ACCENT_COLOR=#b4472f\n')
  const serving = await norn.serve()
  const { stdout } = await norn.run(['doctor'])
  assert.match(stdout, /^warning +settings +NORN_ACCENT_COLOR in \.env ends before the first #/m)
  const config = await norn.run(['config'])
  assert.equal(config.stderr, `warning: ${warned('NORN_ACCENT_COLOR')}\n`)
  serving.kill('SIGTERM')
  const ended = await serving.ended
  assert.match(`${ended.stdout}${ended.stderr}`, /NORN_ACCENT_COLOR in \.env ends before the first #/)
})
