// What appears only on a terminal: password prompts, and a QR code. `script` (util-linux) provides the terminal.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { after, before, type TestContext, test } from 'node:test'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

/**
 * Runs a command on a terminal, typing each line once its prompt is there; undefined if the machine has no such
 * terminal.
 */
async function onTerminal(t: TestContext, line: string, typed: Record<string, string> = {}) {
  if (spawnSync('script', ['--version']).error) {
    t.skip('script (util-linux) is not installed')
    return undefined
  }
  const command = `'${process.execPath}' '${norn.program}' ${line}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: norn.directory,
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      NORN_TEXTURES_KEY_BITS: '2048',
      NORN_PASSWORD_MEMORY: '1024',
    },
  })
  let shown = ''
  const waiting = Object.entries(typed)
  // Blocks of the QR code have three bytes each, and a chunk may end inside one.
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk
    const [prompt, answer] = waiting[0] ?? []
    if (prompt === undefined || !shown.endsWith(prompt)) return
    waiting.shift()
    child.stdin.write(`${answer}\r`)
  })
  const [status] = await once(child, 'close')
  return { status, shown: shown.replaceAll('\r\n', '\n') }
}

test('a password is requested twice and not shown', async (t) => {
  const create = 'account create --username Steve --email s@example.org'
  const asked = { 'Password: ': 'hunter 2', 'The same again: ': 'hunter 2' }
  const created = await onTerminal(t, create, asked)
  if (!created) return
  assert.match(created.shown, /^Password: \nThe same again: \nid: +[0-9a-f]{32}\n/)
  assert.equal(created.status, 0)
  const changed = await onTerminal(t, 'account password Steve', { ...asked, 'The same again: ': 'hunter 3' })
  assert.equal(
    changed?.shown,
    'Password: \nThe same again: \nnorn: the two passwords differ; nothing was changed\n',
  )
  assert.equal(changed?.status, 1)
  const unknown = await onTerminal(t, 'account password Alex')
  assert.match(unknown?.shown ?? '', /^norn: there is no account "Alex"/)
})

test('a TOTP secret is shown as a QR code, but not with --json', async (t) => {
  const enabled = await onTerminal(t, 'totp enable Steve')
  if (!enabled) return
  assert.match(enabled.shown, /^secret: +[A-Z2-7]{32}\nuri: +otpauth:\/\/totp\/Norn:Steve\?\S+\n\n/)
  const [begins, ends] = ['\u001B[97;40m', '\u001B[0m']
  const lines = enabled.shown.split('\n').filter((line) => line.startsWith(begins) && line.endsWith(ends))
  // The smallest QR code has 21 modules, with a margin of four on each side.
  assert.ok(lines.length >= (21 + 8) / 2)
  const widths = new Set(lines.map((line) => line.length - begins.length - ends.length))
  // Square: each line of text is two rows.
  assert.deepEqual(
    [...widths].map((width) => Math.ceil(width / 2)),
    [lines.length],
  )
  const json = await onTerminal(t, 'totp enable Steve --json')
  assert.deepEqual(Object.keys(JSON.parse(json?.shown ?? '')), ['secret', 'uri'])
})
