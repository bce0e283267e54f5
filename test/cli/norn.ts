// Runs the real program, as an operator does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/norn.cjs', import.meta.url))

type Variables = Record<string, string>

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

export interface Serving {
  pid: number
  /** From the line that says `listening`. */
  baseUrl: string
  operators: string
  kill(signal: NodeJS.Signals): void
  /** What it said until its end. */
  ended: Promise<Ended>
}

/** An installation of its own: a directory to work in, and settings that cost little. */
export interface Installation {
  directory: string
  database: string
  /** The file that is run. */
  program: string
  run(
    line: readonly string[],
    given?: { stdin?: string; variables?: Variables; node?: string[]; killAfter?: number },
  ): Promise<Ended>
  /** The one JSON value that a command prints. Throws where it is refused. */
  json(...line: string[]): Promise<any>
  serve(variables?: Variables, node?: string[]): Promise<Serving>
  remove(): Promise<void>
}

export async function install(): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-cli-'))
  const environment = {
    PATH: process.env['PATH'],
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
    return { child, ended }
  }

  const run: Installation['run'] = (line, { stdin = '', variables = {}, node = [], killAfter } = {}) => {
    const { child, ended } = start(line, variables, node)
    child.stdin.end(stdin)
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter)
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
    serve: async (variables = {}, node = []) => {
      const { child, ended } = start(['serve'], variables, node)
      for await (const line of createInterface(child.stdout)) {
        if (!line.includes('listening')) continue
        const { baseUrl, operators } = JSON.parse(line)
        return { pid: child.pid ?? 0, baseUrl, operators, kill: (signal) => void child.kill(signal), ended }
      }
      throw new Error(`it ended before it listened: ${(await ended).stderr}`)
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
