// Runs the real program, as an operator does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/norn.cjs', import.meta.url))

type Variables = Record<string, string>

/** As `account show` prints it; most commands print the first fields of it. */
export interface ShownAccount {
  id: string
  username: string
  email: string
  language: string
  createdAt: string
  suspended: boolean
  suspendedUntil: string | null
  suspensionReason: string | null
  totp: boolean
  usernameHistory: { name: string; changedToAt: string }[]
}

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

export interface Serving {
  /** From the line that says that it is ready. */
  baseUrl: string
  operators: string
  kill(signal: NodeJS.Signals): void
  /** Its standard output so far; lines of the log wait a moment for company. */
  said(): string
  /** Resolves when its standard output has this. Throws after 20 s. */
  logged(pattern: RegExp): Promise<void>
  /** Nobody reads its standard output any more. */
  closeOutput(): void
  /** What it said until its end. */
  ended: Promise<Ended>
}

/** The words that make an account for Steve. */
export const createSteve = (password = 'x'): string[] => [
  ...'account create --username Steve --email s@example.org --password'.split(' '),
  password,
]

/** An installation of its own: a directory to work in, and settings that cost little. */
export interface Installation {
  directory: string
  database: string
  /** The file that is run. */
  program: string
  run(
    line: readonly string[],
    given?: {
      stdin?: string
      variables?: Variables
      node?: string[]
      /** Ends it with -9 once this has resolved. */
      killWhen?: () => Promise<unknown>
    },
  ): Promise<Ended>
  /** The one JSON value that a command prints. Throws where it is refused. */
  json<Value = ShownAccount>(...line: string[]): Promise<Value>
  serve(variables?: Variables, how?: { node?: string[]; line?: string[] }): Promise<Serving>
  remove(): Promise<void>
}

export async function install(): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-cli-'))
  const environment = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NORN_PORT: '0',
    NORN_METRICS_LISTEN: '127.0.0.1:0',
    NORN_TEXTURES_KEY_BITS: '2048',
    NORN_PASSWORD_MEMORY: '1024',
    NORN_PASSWORD_ITERATIONS: '1',
  }

  const start = (line: readonly string[], variables: Variables, node: readonly string[]) => {
    const child = spawn(process.execPath, [...node, program, ...line], {
      cwd: directory,
      env: { ...environment, ...variables },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const ended = once(child, 'close').then(([status]): Ended => ({ status, stdout, stderr }))
    return { child, ended, said: () => stdout }
  }

  const run: Installation['run'] = (line, { stdin = '', variables = {}, node = [], killWhen } = {}) => {
    const { child, ended } = start(line, variables, node)
    child.stdin.end(stdin)
    if (killWhen) void killWhen().then(() => child.kill('SIGKILL'))
    return ended
  }

  return {
    directory,
    program,
    database: join(directory, 'data', 'norn.sqlite'),
    run,
    json: async (...line) => {
      const { status, stdout, stderr } = await run([...line, '--json'])
      if (status !== 0) throw new Error(`norn ${line.join(' ')}: ${status}\n${stderr}`)
      return JSON.parse(stdout)
    },
    serve: async (variables = {}, { node = [], line = ['serve'] } = {}) => {
      const { child, ended, said } = start(line, variables, node)
      const ready = new Promise<string>((resolve) => {
        let text = ''
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          const found = /^.*"baseUrl".*(?=\n)/m.exec(text)
          if (found) resolve(found[0])
        })
      })
      const first = await Promise.race([ready, ended])
      if (typeof first !== 'string') throw new Error(`it ended before it listened: ${first.stderr}`)
      const { baseUrl, operators } = JSON.parse(first) as { baseUrl: string; operators: string }
      const kill = (signal: NodeJS.Signals) => void child.kill(signal)
      const closeOutput = () => void child.stdout.destroy()
      const logged = async (pattern: RegExp) => {
        const lateAt = performance.now() + 60_000
        while (!pattern.test(said())) {
          if (performance.now() > lateAt) throw new Error(`it did not log ${pattern}:\n${said()}`)
          await sleep(20)
        }
      }
      return { baseUrl, operators, kill, said, logged, closeOutput, ended }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
