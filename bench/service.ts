// The product as an operator starts it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { redirectUri } from './oauth.ts'

const own = fileURLToPath(new URL('..', import.meta.url))

/** An option of Node.js that `npm start` also sets. */
const smallHeap = '--max-semi-space-size=8'

export interface Setting {
  directory: string
  databaseUrl: string
  workers: number
  /** By default, the address of the listener. */
  baseUrl?: string
  /** The folder of another checkout that runs in place of this one. */
  checkout?: string
  /** More settings of the environment. */
  settings?: Readonly<Record<string, string>>
}

export interface Service {
  pid: number
  port: number
  operators: string
  /** The time from start to listening, in milliseconds. */
  readyAfter: number
  /** The CPU time of that in milliseconds, and the memory at that time in MB. */
  readyCpu: number
  readyMemory: number
  stop(): Promise<void>
}

function start(
  line: string[],
  { directory, databaseUrl, workers, baseUrl, checkout = own, settings }: Setting,
  node: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [smallHeap, ...node, join(checkout, 'bin/norn.cjs'), ...line], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      // npm start also sets it.
      MALLOC_ARENA_MAX: '1',
      NORN_DATA_DIR: directory,
      NORN_DATABASE_URL: databaseUrl,
      NORN_WORKERS: String(workers),
      NORN_PORT: '0',
      NORN_BASE_URL: baseUrl,
      NORN_METRICS_LISTEN: '127.0.0.1:0',
      // Lookups are counted as usual, but never too many.
      NORN_LOOKUP_BAN_RATE: '1000000',
      NORN_LOOKUP_BAN_BURST: '100000000',
      ...settings,
    },
  })
}

export async function runCommand(setting: Setting, line: string[]): Promise<void> {
  const child = start(line, setting)
  child.stdout?.resume()
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`norn ${line.join(' ')}: ${status}`)
}

export const importAccounts = (setting: Setting, file: string): Promise<void> =>
  runCommand(setting, ['account', 'import', file])

/** Gives a player a skin, and returns the path of its file. */
export async function wearSkin(setting: Setting, username: string): Promise<string> {
  const file = join(setting.directory, 'skin.png')
  const pixels = Buffer.from(Array.from({ length: 64 * 64 * 4 }, (_, index) => (index * 7919) % 256))
  await sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } })
    .png()
    .toFile(file)
  const child = start(['texture', 'set', username, '--skin', file, '--json'], setting)
  const shown = await text(child.stdout as NodeJS.ReadableStream)
  const path = /\/textures\/[0-9a-f]{64}/.exec(shown)?.[0] ?? /[0-9a-f]{64}/.exec(shown)?.[0]
  if (!path) throw new Error(`no skin could be set: ${shown}`)
  return path.startsWith('/') ? path : `/textures/${path}`
}

/** Creates a public OAuth client, and returns its id. */
export async function createClient(setting: Setting): Promise<string> {
  const line = ['client', 'create', '--name', 'Bench', '--redirect-uri', redirectUri, '--public', '--json']
  const shown = await text(start(line, setting).stdout as NodeJS.ReadableStream)
  return (JSON.parse(shown) as { client_id: string }).client_id
}

/** Starts the service. `node` has options for Node.js, such as --cpu-prof. */
export async function serve(setting: Setting, node: readonly string[] = []): Promise<Service> {
  const began = performance.now()
  const child = start(['serve'], setting, node)
  const ended = once(child, 'exit')
  const { address, operators } = await listening(child)
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(address).port),
    operators,
    readyAfter: performance.now() - began,
    readyCpu: cpuSeconds(child.pid ?? 0) * 1000,
    readyMemory: residentMemory(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Resolves with the addresses that it logs when it listens. Its log is then read and discarded, since a full pipe
 * would block it.
 */
function listening(child: ChildProcess): Promise<{ address: string; operators: string }> {
  const log = child.stdout as Readable
  return new Promise((resolve, reject) => {
    let output = ''
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      const line = output.split('\n').find((one) => one.includes('"listening: '))
      if (line?.endsWith('}')) {
        log.off('data', look).resume()
        resolve(JSON.parse(line))
      }
    }
    log.on('data', look)
    child.once('exit', () => reject(new Error(`the service ended: ${output}`)))
  })
}

/**
 * Returns CPU seconds since the start, of all running threads or of one, to the nanosecond: `stat` counts hundredths,
 * which is too coarse for short rounds (sched-stats in the kernel's documentation). The main thread has the process's
 * id.
 */
export function cpuSeconds(pid: number, thread?: number): number {
  const tasks = thread === undefined ? readdirSync(`/proc/${pid}/task`) : [thread]
  const nanoseconds = tasks.map((task) => {
    const [onCpu] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')
    return Number(onCpu)
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/**
 * Returns the CPU seconds of all processes that this one has started and that have ended, to the hundredth: fields 16
 * and 17 of proc_pid_stat(5), after a name that may contain spaces.
 */
export function cpuSecondsOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Returns the resident memory in MB. */
export const residentMemory = (pid: number): number => megabytes(pid, 'VmRSS')

/** Returns the most that the resident memory has been, in MB. */
export const peakMemory = (pid: number): number => megabytes(pid, 'VmHWM')

function megabytes(pid: number, field: string): number {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Returns the 99th percentile of the event loop's delay since the last call, in milliseconds. */
export async function loopDelay({ operators }: Service): Promise<number> {
  const metrics = await (await fetch(`${operators}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1000
}
