import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

/** A program with one thread for input and output, which is busy while the log should be written. */
const program = `
  import { pbkdf2 } from 'node:crypto'
  import { flushed, openLog } from '${new URL('../../src/cli/serve/log.ts', import.meta.url)}'
  const log = await openLog({ logLevel: 'info', logFormat: 'json' }, process.stdout)
  process.stdin.once('data', async () => {
    pbkdf2('x', 'y', 20_000_000, 32, 'sha256', () => undefined)
    log.info('first')
    await new Promise((resolve) => setTimeout(resolve, 300))
    log.info('last')
    await flushed(log)
    process.exit(7)
  })
  process.stdout.write('ready')
`

test('a process ends although nobody reads its log and its last lines are still being written', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(60_000) })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.write('now')
  assert.deepEqual(await ended, [7, null])
})

// Fewer lines than a batch. A batch that is just being written off the event loop may come after the last lines, or not at
// all: the library knows no way to wait for it.
const count = 3

for (const [how, end] of [
  ['ends', 'process.exit(3)'],
  ['crashes', "throw new Error('of the test')"],
] as const) {
  test(`a process that ${how} has written its last lines`, async (t) => {
    const log = new URL('../../src/cli/serve/log.ts', import.meta.url)
    const lines = `
      import { openLog } from '${log}'
      const log = await openLog({ logLevel: 'info', logFormat: 'json' }, process.stdout)
      for (let line = 1; line <= ${count}; line++) log.info('line ' + line + ' ünïcode')
      ${end}
    `
    const child = spawn(process.execPath, ['--input-type=module', '--eval', lines], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    t.after(() => child.kill('SIGKILL'))
    const written = await text(child.stdout)
    const messages = written
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
    assert.deepEqual(
      messages,
      Array.from({ length: count }, (_, index) => `line ${index + 1} ünïcode`),
    )
  })
}
