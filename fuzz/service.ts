// The program in a process of its own on loopback, with a probe inside.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ProbeAnswer } from './probe.ts'

const ownProgram = fileURLToPath(new URL('../bin/norn.cjs', import.meta.url))
const probe = new URL('probe.ts', import.meta.url).href

/** Cheap hashes, and no limits that a fuzzer would hit. */
const settings = {
  NORN_PORT: '0',
  NORN_METRICS_LISTEN: 'off',
  NORN_TEXTURES_KEY_BITS: '2048',
  NORN_PASSWORD_MEMORY: '1024',
  NORN_PASSWORD_ITERATIONS: '1',
  NORN_GUESS_ADDRESS_ACCOUNT: '1000000',
  NORN_GUESS_ADDRESS: '1000000',
  NORN_GUESS_ACCOUNT: '1000000',
  NORN_LOOKUP_BAN_RATE: '1000000',
  NORN_LOOKUP_BAN_BURST: '100000000',
}

export interface RunningProgram {
  readonly pid: number
  readonly port: number
  /** Rejects if the service has ended. With `gc`, garbage is collected before memory is read. */
  probe(gc?: boolean): Promise<ProbeAnswer>
  /** Returns the last output, for the report of a crash. */
  lastWords(): string
  /** Returns all that matches in the last output. */
  said(lines: RegExp): string[]
  hasEnded(): boolean
  stop(): Promise<void>
}

/** A directory with a database, which can be served repeatedly. */
export class Installation {
  readonly directory: string
  readonly #variables: Record<string, string>
  readonly #preload: readonly string[]
  readonly #program: string

  private constructor(
    directory: string,
    variables: Record<string, string>,
    preload: readonly string[],
    program: string,
  ) {
    this.directory = directory
    this.#variables = { ...settings, ...variables }
    this.#preload = preload
    this.#program = program
  }

  /** With `preload`, the service loads these modules first. `program` is the `bin/norn.cjs` of another version. */
  static async make(
    variables: Record<string, string> = {},
    {
      below = tmpdir(),
      preload = [],
      program = ownProgram,
    }: { below?: string | undefined; preload?: readonly string[]; program?: string } = {},
  ): Promise<Installation> {
    return new Installation(await mkdtemp(join(below, 'norn-fuzz-')), variables, preload, program)
  }

  #spawn(
    line: readonly string[],
    node: readonly string[],
    stdio: ('ignore' | 'pipe' | 'ipc')[],
  ): ChildProcess {
    return spawn(process.execPath, [...node, this.#program, ...line], {
      cwd: this.directory,
      stdio,
      env: { PATH: process.env['PATH'], ...this.#variables },
    })
  }

  /** Runs a command, and returns its output and exit status. */
  async command(...line: string[]): Promise<{ status: number; printed: string }> {
    const child = this.#spawn(line, [], ['ignore', 'pipe', 'pipe'])
    const ended = once(child, 'exit')
    const streams = [child.stdout, child.stderr] as Readable[]
    const printed = (await Promise.all(streams.map((stream) => text(stream)))).join('')
    const [status] = (await ended) as [number]
    return { status, printed }
  }

  /** Creates a token for the API for administration. */
  async apiToken(name: string): Promise<string> {
    const { status, printed } = await this.command('api-token', 'create', '--name', name, '--json')
    if (status !== 0) throw new Error(`no API token: ${printed}`)
    // A remark for people follows.
    return (JSON.parse(printed.split('\n')[0] ?? '') as { token: string }).token
  }

  /** Imports lines of NDJSON, each of which is accepted or refused. */
  async importAccounts(lines: readonly object[]): Promise<{ status: number; printed: string }> {
    const file = join(this.directory, 'accounts.ndjson')
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return this.command('account', 'import', file)
  }

  async serve(): Promise<RunningProgram> {
    const modules = [...this.#preload, probe].flatMap((module) => ['--import', module])
    const node = ['--max-semi-space-size=8', ...modules]
    const child = this.#spawn(['serve'], node, ['ignore', 'pipe', 'pipe', 'ipc'])
    let output = ''
    const append = (chunk: string) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout?.setEncoding('utf8').on('data', append)
    child.stderr?.setEncoding('utf8').on('data', append)
    const ended = once(child, 'exit')
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout?.on('data', () => {
        const address = /"address":"http:\/\/[^"]*:(\d+)"/.exec(output)?.[1]
        if (address) resolve(Number(address))
      })
      child.once('exit', () => reject(new Error(`the service ended at its start: ${output}`)))
    })
    const waiting = new Map<number, { resolve(answer: ProbeAnswer): void; reject(error: Error): void }>()
    child.on('message', (answer: ProbeAnswer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    const gone = new Error('the service has ended')
    child.once('exit', () => {
      for (const { reject } of waiting.values()) reject(gone)
    })
    let asked = 0
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    return {
      pid: child.pid ?? 0,
      port,
      lastWords: () => output.slice(-2000),
      said: (lines) => [...output.matchAll(lines)].map(([found]) => found),
      hasEnded,
      probe: (gc = false) =>
        new Promise((resolve, reject) => {
          if (hasEnded()) return reject(gone)
          const id = ++asked
          waiting.set(id, { resolve, reject })
          child.send({ id, gc }, (error) => error && reject(error))
        }),
      stop: async () => {
        if (!hasEnded()) child.kill('SIGTERM')
        const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000)
        await ended
        clearTimeout(killTimer)
      },
    }
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true })
  }
}
