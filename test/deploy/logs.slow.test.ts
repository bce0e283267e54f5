import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { install } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { run, without } from './debian.ts'

test('a log file that is copied and truncated continues from its beginning', async (t) => {
  const norn = await install()
  const directory = join(norn.directory, 'log')
  await mkdir(directory)
  const log = join(directory, 'norn.log')
  const port = await freePort()
  // As docs/deploy.md has it: with >>.
  const child = spawn('sh', ['-c', `exec "$0" "$1" serve >> "$2"`, process.execPath, norn.program, log], {
    cwd: norn.directory,
    env: {
      PATH: process.env['PATH'],
      NORN_PORT: String(port),
      NORN_METRICS_LISTEN: 'off',
      NORN_TEXTURES_KEY_BITS: '2048',
    },
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
    await norn.remove()
  })
  const request = () =>
    fetch(`http://127.0.0.1:${port}/session/hasJoined?username=x&serverId=y`).catch(() => undefined)
  await until('it serves', request)
  const linesIn = async (file: string) => {
    // The last one may be incomplete.
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
    const messages = lines.map((line) => JSON.parse(line).msg as string)
    return messages.filter((message) => !message.startsWith('no administrator yet'))
  }
  const written = (count: number) =>
    until(`${count} lines`, async () => {
      const lines = await linesIn(log)
      return lines.length >= count && lines
    })
  // Both before the file is truncated: a line is buffered for a moment.
  const [first, second] = await written(2)
  assert.match(first ?? '', /^listening: /)
  assert.equal(second, 'request')

  const missing = without('logrotate')
  if (missing) {
    t.diagnostic(`${missing}: its copytruncate is done by hand`)
    await copyFile(log, `${log}.1`)
    await truncate(log)
  } else {
    const example = await readFile(new URL('../../deploy/logrotate/norn', import.meta.url), 'utf8')
    const configuration = join(norn.directory, 'logrotate.conf')
    await writeFile(configuration, example.replaceAll('/var/log/norn', directory), { mode: 0o644 })
    await run('logrotate', ['--force', '--state', join(norn.directory, 'state'), configuration])
  }
  assert.deepEqual((await readdir(directory)).toSorted(), ['norn.log', 'norn.log.1'])
  await request()
  assert.deepEqual(await written(1), ['request'])
  assert.match((await linesIn(`${log}.1`))[0] ?? '', /^listening: /)
})
