// A log on a full disk neither stops the service nor prevents it from stopping.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSteve, install } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'

/** A service that hangs answers nothing. */
const inTime = () => AbortSignal.timeout(30_000)

const signIn = (origin: string) =>
  fetch(`${origin}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Steve', password: 'x', clientToken: 'c' }),
    signal: inTime(),
  })

/** Polls until the service answers. Throws if it has ended. */
async function answered(origin: string, service: ChildProcess): Promise<void> {
  const deadline = inTime()
  while (!(await fetch(`${origin}/healthz`, { signal: deadline }).catch(() => undefined))) {
    assert.equal(service.exitCode, null)
    assert.ok(!deadline.aborted, 'it does not answer')
    await sleep(50)
  }
}

test('with its log on a full disk, the service starts, answers and stops (sqlite)', async (t) => {
  const norn = await install()
  const full = await open('/dev/full', 'w')
  t.after(async () => {
    await full.close()
    await norn.remove()
  })
  await norn.run(createSteve())
  const port = await freePort()
  const service = spawn(process.execPath, [norn.program, 'serve'], {
    cwd: norn.directory,
    env: {
      PATH: process.env['PATH'],
      NORN_PORT: String(port),
      NORN_METRICS_LISTEN: 'off',
      NORN_TEXTURES_KEY_BITS: '2048',
      NORN_PASSWORD_MEMORY: '1024',
      NORN_PASSWORD_ITERATIONS: '1',
    },
    stdio: ['ignore', full.fd, 'pipe'],
  })
  let complaints = ''
  service.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(service, 'exit')
  t.after(() => service.kill('SIGKILL'))
  const origin = `http://127.0.0.1:${port}`
  await answered(origin, service)
  // Each request writes a line; by now the earlier ones have failed.
  for (let n = 0; n < 5; n++) {
    assert.equal((await signIn(origin)).status, 200)
    await sleep(150)
  }
  assert.equal(complaints, '')
  service.kill('SIGTERM')
  const [status] = await Promise.race([ended, sleep(60_000, ['it has not ended'], { ref: false })])
  assert.equal(status, 0)
})
