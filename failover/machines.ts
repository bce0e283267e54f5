// The machines of a cluster: folders with servers, each at an address of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanLater } from '../test/postgres.ts'
import { scratch } from '../test/scratch.ts'
import { hasOwnNetwork, openNetwork, type Plug, plug } from './network.ts'

const nobody = 65_534

export interface Machine {
  readonly name: string
  readonly address: string
  /** For what its servers store. */
  readonly directory: string
  /** Undefined without a network of its own. */
  readonly plug: Plug | undefined
  /** Starts a server, whose output goes to a file of that name. */
  start(name: string, line: readonly string[]): void
  /** Returns the output of a server. */
  output(name: string): string
  /** Ends all its servers at one moment, as a power cut does. */
  kill(): Promise<void>
  /** Stops all its servers: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
}

export interface Machines {
  add(name: string): Promise<Machine>
  end(): Promise<void>
}

/** All of it ends with this process, however that ends. */
export function makeMachines(): Machines {
  const directory = mkdtempSync(join(scratch(), 'norn-failover-'))
  chmodSync(directory, 0o711)
  const cleaner = cleanLater(directory, ending)
  const network = hasOwnNetwork()
  if (network) openNetwork()
  // Addresses of loopback, which no other run of this command has.
  const loopback = `127.${randomInt(10, 250)}.${randomInt(1, 250)}`
  const all: Machine[] = []
  return {
    async add(name) {
      const number = all.length + 1
      const cable = network ? await plug(number) : undefined
      const machine = makeMachine(
        name,
        join(directory, name),
        cable?.address ?? `${loopback}.${number}`,
        cable,
      )
      all.push(machine)
      return machine
    },
    async end() {
      await Promise.all(all.map((machine) => machine.kill()))
      await cleaner()
    },
  }
}

function makeMachine(name: string, directory: string, address: string, cable: Plug | undefined): Machine {
  mkdirSync(directory, { mode: 0o700 })
  if (isPlainRoot()) chownSync(directory, nobody, nobody)
  const running: ChildProcess[] = []

  const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

  /** A process comes before its children, since it then starts no more. */
  function* pids(): Generator<number> {
    for (const server of running) if (!hasEnded(server) && server.pid) yield* treeOf(server.pid)
    const postmaster = postmasterIn(directory)
    if (postmaster) yield* treeOf(postmaster)
  }

  function signal(what: NodeJS.Signals): void {
    for (const pid of pids()) {
      try {
        process.kill(pid, what)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  return {
    name,
    address,
    directory,
    plug: cable,
    start(server, line) {
      const output = openSync(join(directory, `${server}.log`), 'a')
      const [program = '', ...flags] = [...(cable?.within ?? []), ...asNobody(), ...line]
      const child = spawn(program, flags, {
        cwd: directory,
        detached: true,
        env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: directory },
        stdio: ['ignore', output, output],
      })
      closeSync(output)
      child.unref()
      running.push(child)
      writeFileSync(join(directory, `${server}.pid`), `${child.pid}\n`)
    },
    output: (server) => readFileSync(join(directory, `${server}.log`), 'utf8'),
    async kill() {
      const servers = running.filter((server) => !hasEnded(server))
      const ended = servers.map((server) => (server.ref(), once(server, 'exit')))
      signal('SIGKILL')
      await Promise.all(ended)
      running.length = 0
      // The last of PostgreSQL's processes frees the address.
      while (postmasterIn(directory)) await sleep(5)
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

const isPlainRoot = (): boolean => process.getuid?.() === 0 && !hasOwnNetwork()

/** PostgreSQL refuses to run as root. */
function asNobody(): string[] {
  if (hasOwnNetwork()) return ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  return isPlainRoot() ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
}

/** A process and all below it. */
function* treeOf(pid: number): Generator<number> {
  yield pid
  try {
    // Each thread has children of its own.
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    for (const child of children) yield* treeOf(Number(child))
  } catch {
    // It has ended meanwhile.
  }
}

/** Patroni starts it as a process of its own. */
function postmasterIn(directory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    return existsSync(`/proc/${pid}`) ? pid : undefined
  } catch {
    return undefined
  }
}

const ending = `for file in "$1"/*/*.pid "$1"/*/data/postmaster.pid; do
    pid=$(head -n 1 "$file") && kill -KILL $pid $(cat /proc/$pid/task/*/children)
  done`
