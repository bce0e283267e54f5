// The program itself, with a process and streams of its own: other tests run its commands in their own process
// (norn.ts).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createSteve, type Installation, install } from './norn.ts'

async function installed(t: { after(hook: () => Promise<void>): void }): Promise<Installation> {
  const norn = await install()
  t.after(() => norn.remove())
  return norn
}

test('the exit status says how a command ended, and standard output contains only its result', async (t) => {
  const norn = await installed(t)
  const line = ['account', 'create', '--username', 'Steve', '--email', 's@example.org', '--password-stdin']
  const made = await norn.start([...line, '--json'], { stdin: 'hunter 2\n' })
  assert.deepEqual([made.status, made.stderr], [0, ''])
  assert.equal(JSON.parse(made.stdout).username, 'Steve')
  const [refused, unknown] = await Promise.all([
    norn.start(['account', 'show', 'Nobody']),
    norn.start(['acount']),
  ])
  assert.deepEqual([refused.status, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^norn: there is no account "Nobody"[^\n]*\n$/)
  assert.deepEqual([unknown.status, unknown.stdout], [2, ''])
  assert.match(unknown.stderr, /^norn: there is no command "acount"[^\n]*\n$/)
})

test('a reader that closes the pipe early, like head, does not cause an error', async (t) => {
  const norn = await installed(t)
  assert.equal((await norn.run(createSteve())).status, 0)
  const child = spawn(process.execPath, [norn.program, 'audit', 'export'], {
    cwd: norn.directory,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Without a reader, writes are refused.
  child.stdout.destroy()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const [status] = await once(child, 'close')
  assert.deepEqual([status, stderr], [0, ''])
})
