// Programs that a machine may or may not have, and what several tests here need of them.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** For `skip`: false if the machine has all of the programs, otherwise the reason. */
export function without(...programs: string[]): string | false {
  const missing = programs.filter((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  return missing.length > 0 && `this machine has no ${missing.join(' and no ')}`
}

const endings = new WeakMap<TestContext, (() => unknown)[]>()

/** Cleans up after a test, the newest first, unlike `t.after`: a folder is removed once no server writes to it. */
function atEnd(t: TestContext, end: () => unknown): void {
  const known = endings.get(t)
  known?.unshift(end)
  if (known) return
  const all = [end]
  endings.set(t, all)
  t.after(async () => {
    for (const each of all) await each()
  })
}

export async function scratch(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-deploy-'))
  atEnd(t, () => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Runs a server until the test ends. Throws its output if it ends before `isReady`. */
export async function startServer(
  t: TestContext,
  line: readonly string[],
  isReady: () => Promise<boolean>,
  how: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<ChildProcess> {
  const [program = '', ...flags] = line
  const server = spawn(program, flags, { ...how, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  server.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(server, 'exit')
  atEnd(t, async () => {
    server.kill('SIGTERM')
    await ended
  })
  for (let tries = 0; tries < 3000; tries++) {
    if (server.exitCode !== null) throw new Error(`${program} has ended: ${output}`)
    if (await isReady()) return server
    await sleep(20)
  }
  throw new Error(`${program} is not ready: ${output}`)
}

export interface Authority {
  /** PEM files. */
  readonly root: string
  /** A server's certificate that an intermediate one signed: alone, with the intermediate, and its key. */
  issue(name: string, given?: { days?: number }): Promise<Issued>
}

export interface Issued {
  readonly leaf: string
  readonly chain: string
  readonly key: string
}

/** A certificate authority of its own, which openssl creates in `directory`. */
export async function makeAuthority(directory: string): Promise<Authority> {
  const at = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '30',
    '-subj',
    '/CN=Test Root',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  )
  await openssl(
    'req',
    ...newKey,
    '-subj',
    '/CN=Test Intermediate',
    '-keyout',
    'middle.key',
    '-out',
    'middle.csr',
  )
  await run(
    'sh',
    [
      '-c',
      `printf 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign' > '${at('middle.ext')}' && openssl x509 -req -in middle.csr -CA root.pem -CAkey root.key -CAcreateserial -days 30 -extfile middle.ext -out middle.pem`,
    ],
    { cwd: directory },
  )
  let count = 0
  return {
    root: at('root.pem'),
    issue: async (name, { days = 20 } = {}) => {
      const id = `leaf${++count}`
      const kind = /^[\d.]+$/.test(name) ? 'IP' : 'DNS'
      await openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${id}.key`, '-out', `${id}.csr`)
      await run(
        'sh',
        [
          '-c',
          `printf 'subjectAltName=${kind}:${name}' > ${id}.ext && openssl x509 -req -in ${id}.csr -CA middle.pem -CAkey middle.key -CAcreateserial -days ${days} -extfile ${id}.ext -out ${id}.pem && cat ${id}.pem middle.pem > ${id}.chain.pem`,
        ],
        { cwd: directory },
      )
      return { leaf: at(`${id}.pem`), chain: at(`${id}.chain.pem`), key: at(`${id}.key`) }
    },
  }
}
