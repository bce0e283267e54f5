import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const patienceMs = 400_000

/** A terminal that types the commands of the documents: one shell, which ends at the first command that fails. */
export class Terminal {
  readonly #shell: ChildProcess
  #output = ''
  #count = 0

  /** `line`: the command that opens a shell elsewhere. */
  constructor(directory: string, variables: NodeJS.ProcessEnv, line: readonly string[] = []) {
    const [program = '', ...rest] = [...line, 'bash', '-e', '-o', 'pipefail']
    this.#shell = spawn(program, rest, {
      cwd: directory,
      env: variables,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    const append = (chunk: string) => {
      this.#output += chunk
    }
    this.#shell.stdout?.setEncoding('utf8').on('data', append)
    this.#shell.stderr?.setEncoding('utf8').on('data', append)
  }

  /** Types the commands and returns their output. Throws it if one of them fails. */
  async type(lines: string): Promise<string> {
    const [from, mark] = [this.#output.length, `--- ${++this.#count} ---`]
    this.#shell.stdin?.write(`${lines.trimEnd()}\necho '${mark}'\n`)
    return this.#until(() => {
      const end = this.#output.indexOf(mark, from)
      return end === -1 ? undefined : this.#output.slice(from, end)
    }, lines)
  }

  /** Types a command that does not end, and waits until it has printed this. */
  async start(line: string, ready: string | RegExp): Promise<string> {
    const from = this.#output.length
    this.#shell.stdin?.write(`${line.trimEnd()}\n`)
    return this.#until(() => {
      const output = this.#output.slice(from)
      return output.match(ready) ? output : undefined
    }, line)
  }

  /** Presses Ctrl-C and closes the terminal. Returns all of its output. */
  async interrupt(): Promise<string> {
    const { pid, exitCode } = this.#shell
    if (pid === undefined || exitCode !== null) return this.#output
    const ended = once(this.#shell, 'close')
    process.kill(-pid, 'SIGINT')
    this.#shell.stdin?.end()
    await ended
    return this.#output
  }

  async #until<Found>(find: () => Found | undefined, lines: string): Promise<Found> {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (this.#shell.exitCode !== null || signal.aborted) {
        const why = signal.aborted ? 'is taking too long' : 'failed'
        throw new Error(`${lines.trimEnd()}\n${why}:\n${this.#output.slice(-5000)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
