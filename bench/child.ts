import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const chrt = '/usr/bin/chrt'

/** A child process of the benchmark that answers one message at a time. */
export class Child {
  readonly #process: ChildProcess

  /**
   * With `isIdle` it gets only CPU time that others leave, on systems that support that (sched(7), SCHED_IDLE). `line`
   * are its arguments.
   */
  constructor(file: string, { isIdle = false, line = [] as readonly string[] } = {}) {
    const idle =
      isIdle && existsSync(chrt) ? { execPath: chrt, execArgv: ['--idle', '0', process.execPath] } : {}
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), line, {
      serialization: 'advanced',
      ...idle,
    })
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** Resolves with the child's next message. */
  said<Answer>(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const child = this.#process
      const failed = (status: number | null) =>
        reject(new Error(`a process of the benchmark has ended: ${status}`))
      child.once('exit', failed)
      child.once('message', (answer) => {
        child.off('exit', failed)
        resolve(answer as Answer)
      })
    })
  }

  ask<Answer>(message: unknown): Promise<Answer> {
    const answer = this.said<Answer>()
    this.#process.send(message as object)
    return answer
  }

  end(): void {
    this.#process.removeAllListeners('exit')
    this.#process.kill()
  }
}
