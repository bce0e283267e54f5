import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createSteve, install } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { run, scratch, without } from './debian.ts'

const folder = new URL('../../deploy/systemd/', import.meta.url).pathname
const services = ['norn', 'norn-backup', 'norn-backup-postgres']

describe('the units of systemd', { skip: without('systemd-analyze') }, () => {
  for (const name of services) {
    test(`${name}.service has an exposure below 2.0`, async () => {
      // In tenths; a higher exposure gives exit status 1.
      const flags = [
        'security',
        '--offline=true',
        '--threshold=19',
        '--no-pager',
        join(folder, `${name}.service`),
      ]
      const { stdout } = await run('systemd-analyze', flags)
      assert.match(stdout, /Overall exposure level for \S+: [01]\.\d (OK|SAFE)/)
    })
  }

  test('are valid for systemd', async (t) => {
    // A copy that starts a program from this machine, as a user of this machine.
    const directory = await scratch(t)
    const names = [...services.map((name) => `${name}.service`), 'norn-backup.timer']
    const paths = names.map((name) => join(directory, name))
    for (const [index, name] of names.entries()) {
      const text = await readFile(join(folder, name), 'utf8')
      const here = text
        .replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true')
        .replaceAll(/^(User|Group)=norn$/gm, '$1=root')
      await writeFile(paths[index] ?? '', here)
    }
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths], { cwd: directory })
    const about = stderr.split('\n').filter((line) => line.includes(directory))
    assert.deepEqual(about, [])
  })

  test('the timer runs once a night', async () => {
    const timer = await readFile(join(folder, 'norn-backup.timer'), 'utf8')
    const [, when = ''] = /^OnCalendar=(.+)$/m.exec(timer) ?? []
    const { stdout } = await run('systemd-analyze', ['calendar', '--iterations=2', when])
    const [first = 0, second = 0] = [
      ...stdout.matchAll(/(?:Next elapse|Iter. #2): \w+ ([\d-]+ [\d:]+)/g),
    ].map(([, time = '']) => Date.parse(time))
    assert.equal(second - first, 86_400_000)
  })

  test('allow the service every system call that it makes', { skip: without('strace') }, async (t) => {
    const norn = await install()
    t.after(() => norn.remove())
    const port = await freePort()
    const trace = join(norn.directory, 'trace')
    const traced = run('strace', ['-f', '-qq', '-o', trace, process.execPath, norn.program, 'serve'], {
      cwd: norn.directory,
      env: {
        PATH: process.env['PATH'],
        NORN_PORT: String(port),
        NORN_METRICS_LISTEN: 'off',
        NORN_TEXTURES_KEY_BITS: '2048',
      },
    })
    const url = `http://127.0.0.1:${port}`
    const get = (path: string, init?: RequestInit) => fetch(url + path, init).catch(() => undefined)
    await until('it serves', () => get('/healthz'))
    const create = createSteve('pw')
    assert.equal((await norn.run(create)).status, 0)
    const body = new URLSearchParams({ username: 'Steve', password: 'pw', clientToken: 'x' })
    assert.equal((await get('/auth/authenticate', { method: 'POST', body }))?.status, 200)
    assert.equal((await get('/skinsystem/face/Steve.png'))?.status, 200)
    const children = await readFile(`/proc/${traced.child.pid}/task/${traced.child.pid}/children`, 'utf8')
    process.kill(Number(children.trim().split(' ')[0]), 'SIGTERM')
    await traced

    const made = new Set(
      [...(await readFile(trace, 'utf8')).matchAll(/^\d+ +(\w+)\(/gm)].map(([, call = '']) => call),
    )
    assert.ok(made.size > 30)
    const { stdout } = await run('systemd-analyze', ['syscall-filter', '--no-pager'])
    const unit = await readFile(join(folder, 'norn.service'), 'utf8')
    const allowed = allowedBy(unit, setsOf(stdout))
    // SQLite calls it only as root.
    assert.deepEqual(
      [...made].filter((call) => !allowed.has(call) && call !== 'fchown'),
      [],
    )
    assert.ok(!allowed.has('mount') && !allowed.has('ptrace'))
  })
})

/** The groups of system calls, each with its calls and groups. */
function setsOf(listed: string): Map<string, string[]> {
  const sets = new Map<string, string[]>()
  let calls: string[] = []
  for (const line of listed.split('\n')) {
    if (line.startsWith('@')) sets.set(line.trim(), (calls = []))
    else if (/^\s+[\w@]/.test(line)) calls.push(line.trim())
  }
  return sets
}

/** The effect of the lines of SystemCallFilter=, one after the other, as systemd.exec(5) defines it. */
function allowedBy(unit: string, sets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const expand = (name: string): string[] =>
    name.startsWith('@') ? (sets.get(name) ?? []).flatMap(expand) : [name]
  const allowed = new Set(expand('@default'))
  for (const [, not, names = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm))
    for (const call of names.split(' ').flatMap(expand)) {
      if (not) allowed.delete(call)
      else allowed.add(call)
    }
  return allowed
}
