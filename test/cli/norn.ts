// Runs the program as an operator does: commands in this process, the service and everything about processes for
// real.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run as runCommand } from '../../src/cli/line/run.ts'
import { disk, scratch } from '../scratch.ts'

/** The file that runs the sources. */
const sources = fileURLToPath(new URL('../../bin/norn.cjs', import.meta.url))
/** The bundle that test/run/main.ts has made, unless there are sources alone. */
const bundled = process.env['NORN_TEST_PROGRAM'] ?? sources

type Variables = Record<string, string>

/** The output of `account show`; most commands print its first fields. */
export interface ShownAccount {
  id: string
  username: string
  email: string
  language: string
  createdAt: string
  suspended: boolean
  suspendedUntil: string | null
  suspensionReason: string | null
  deletesAt: string | null
  totp: boolean
  usernameHistory: { name: string; changedToAt: string }[]
}

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

export interface Serving {
  /** From the line that says that the service is ready. */
  baseUrl: string
  operators: string
  /** The id of the process, whose figures are in /proc. */
  pid: number
  kill(signal: NodeJS.Signals): void
  /** Its standard output so far; log lines are buffered for a moment. */
  output(): string
  /** Resolves when a line of its standard output contains this. Throws after a minute. */
  logged(pattern: RegExp): Promise<void>
  /** Stops reading its standard output. */
  closeOutput(): void
  /** All of its output. */
  ended: Promise<Ended>
}

/** The arguments that create an account for Steve. */
export const createSteve = (password = 'x'): string[] => [
  ...'account create --username Steve --email s@example.org --password'.split(' '),
  password,
]

interface Given {
  stdin?: string
  /** Keeps its standard input open, for a process that is to be killed. */
  keepsStdinOpen?: boolean
  variables?: Variables
  node?: string[]
  /** Kills it with -9 once this has resolved. */
  killWhen?: () => Promise<unknown>
}

/** An installation of its own: a working directory, and cheap settings. */
export interface Installation {
  directory: string
  database: string
  /** The file to run. */
  program: string
  /**
   * Runs a command in this process, without starting or loading anything again. `serve`, and commands with flags or
   * variables for node or that are to be killed, run as a program.
   */
  run(line: readonly string[], given?: Given): Promise<Ended>
  /** Starts the program, with a process, streams and an exit status of its own. */
  start(line: readonly string[], given?: Given): Promise<Ended>
  /** Returns the one JSON value that a command prints. Throws if the command fails. */
  json<Value = ShownAccount>(...line: string[]): Promise<Value>
  serve(variables?: Variables, how?: { node?: string[]; line?: string[] }): Promise<Serving>
  /** Also kills what still runs: after a failure, a test does not come to its end, and its process would wait for it. */
  remove(): Promise<void>
}

/** A stream that is not a terminal and keeps what is written. */
class CapturedOutput extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

/** The files of a first start, if test/run/main.ts has made them. */
async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env['NORN_TEST_SQLITE_TEMPLATE']
  if (!template) return
  await mkdir(dataDir, { mode: 0o700 })
  const database = join(dataDir, 'norn.sqlite')
  await copyFile(template.slice('sqlite:'.length), database)
  await chmod(database, 0o600)
}

/**
 * An installation that has started before, so that neither a command nor the service has to create the schema and
 * the first keys. `isEmpty` is for tests of the first start, `isOnDisk` for what the program says about its disk, and
 * `isUnbundled` for what it loads.
 */
export async function install({
  isEmpty = false,
  isOnDisk = false,
  isUnbundled = false,
} = {}): Promise<Installation> {
  const program = isUnbundled ? sources : bundled
  const directory = await mkdtemp(join(isOnDisk ? disk() : scratch(), 'norn-cli-'))
  if (!isEmpty) await copyTemplate(join(directory, 'data'))
  const environment = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NORN_PORT: '0',
    NORN_METRICS_LISTEN: '127.0.0.1:0',
    NORN_TEXTURES_KEY_BITS: '2048',
    NORN_PASSWORD_MEMORY: '1024',
    NORN_PASSWORD_ITERATIONS: '1',
  }

  const running = new Set<ChildProcess>()
  const spawned = (line: readonly string[], variables: Variables, node: readonly string[]) => {
    const child = spawn(process.execPath, [...node, program, ...line], {
      cwd: directory,
      env: { ...environment, ...variables },
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    const ended = once(child, 'close').then(([status]): Ended => ({ status, stdout, stderr }))
    return { child, ended, output: () => stdout }
  }

  const start: Installation['start'] = (line, given = {}) => {
    const { stdin = '', keepsStdinOpen = false, variables = {}, node = [], killWhen } = given
    const { child, ended } = spawned(line, variables, node)
    child.stdin.on('error', () => undefined)
    child.stdin.write(stdin)
    if (!keepsStdinOpen) child.stdin.end()
    if (killWhen) void killWhen().then(() => child.kill('SIGKILL'))
    return ended
  }

  const run: Installation['run'] = async (line, given = {}) => {
    const isOfNode = Object.keys(given.variables ?? {}).some((name) => name.startsWith('NODE_'))
    if (line[0] === 'serve' || given.node || given.killWhen || isOfNode) return start(line, given)
    const [stdout, stderr] = [new CapturedOutput(), new CapturedOutput()]
    const status = await runCommand(line, {
      env: { ...environment, ...given.variables },
      stdin: Readable.from(given.stdin ? [Buffer.from(given.stdin)] : []),
      stdout,
      stderr,
      cwd: () => directory,
    })
    return { status, stdout: stdout.text, stderr: stderr.text }
  }

  return {
    directory,
    program,
    database: join(directory, 'data', 'norn.sqlite'),
    run,
    start,
    json: async (...line) => {
      const { status, stdout, stderr } = await run([...line, '--json'])
      if (status !== 0) throw new Error(`norn ${line.join(' ')}: ${status}\n${stderr}`)
      return JSON.parse(stdout)
    },
    serve: async (variables = {}, { node = [], line = ['serve'] } = {}) => {
      const { child, ended, output } = spawned(line, variables, node)
      const ready = new Promise<string>((resolve) => {
        let text = ''
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
          const found = /^.*"baseUrl".*(?=\n)/m.exec(text)
          if (found) resolve(found[0])
        })
      })
      const first = await Promise.race([ready, ended])
      if (typeof first !== 'string') throw new Error(`it ended before it was listening: ${first.stderr}`)
      const { baseUrl, operators } = JSON.parse(first) as { baseUrl: string; operators: string }
      const kill = (signal: NodeJS.Signals) => void child.kill(signal)
      const closeOutput = () => void child.stdout.destroy()
      const logged = async (pattern: RegExp) => {
        const late = AbortSignal.timeout(60_000)
        let seen = 0
        for (;;) {
          const text = output()
          if (pattern.test(text.slice(seen))) return
          // A line may arrive in pieces.
          seen = text.lastIndexOf('\n') + 1
          if (output() !== text) continue
          await once(child.stdout, 'data', { signal: late }).catch((error: unknown) => {
            throw new Error(`it did not log ${pattern}:\n${output()}`, { cause: error })
          })
        }
      }
      return { baseUrl, operators, pid: child.pid ?? 0, kill, output, logged, closeOutput, ended }
    },
    remove: async () => {
      await Promise.all(
        [...running].map(async (child) => {
          const closed = once(child, 'close')
          child.kill('SIGKILL')
          await closed
        }),
      )
      await rm(directory, { recursive: true, force: true })
    },
  }
}
