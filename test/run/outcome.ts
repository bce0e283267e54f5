import { relative } from 'node:path'
import type { Writable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { Failures } from './failures.ts'
import { judgeSkips, type Skipped } from './skips.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The names of node's closing lines, in node's order. */
const counted = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms']

/** Reports the results of node's test runner as they come, and the failures again at the end. */
export class Outcome {
  /** Milliseconds by file: the durations of the file's outermost tests. */
  readonly durations = new Map<string, number>()
  readonly #counts = new Map(counted.map((name) => [name, 0]))
  readonly #skipped: Skipped[] = []
  /** An undefined entry is a failure of a whole process, which belongs to no file. */
  readonly #failedFiles = new Set<string | undefined>()
  /** The file of the last test that ended within a suite. */
  #inner = ''
  readonly #failures = new Failures(root)
  readonly #to: Writable

  constructor(to: Writable) {
    this.#to = to
  }

  /** The test files with a failure; undefined if a process failed as a whole. */
  get failedFiles(): string[] | undefined {
    const files = [...this.#failedFiles]
    return files.every((file) => file !== undefined) ? files : undefined
  }

  async of(events: AsyncIterable<TestEvent>): Promise<void> {
    const lines = new spec()
    lines.pipe(this.#to, { end: false })
    for await (const event of events) {
      // The summary would list the failures, in the middle of a run of two parts.
      if (this.#count(event) || event.type === 'test:summary') continue
      this.#failures.see(event)
      this.#keep(event)
      lines.write(event)
    }
    await new Promise((resolve) => setImmediate(resolve))
    lines.unpipe(this.#to)
  }

  /**
   * Prints how the run ended, with node's own closing lines last, and returns the exit status. `excused` means that
   * every file with a failure has passed since.
   */
  close(failedAlongside: string | undefined, remarks: readonly string[], excused = false): number {
    const skips = judgeSkips(this.#skipped, process.env['NORN_TEST_MUST'], process.env['NORN_TEST_MISSING'])
    const failures = [this.#failures.text, failedAlongside ?? '', skips.refused].filter((text) => text !== '')
    if (failures.length > 0) this.#to.write(`\nWhat failed, once more:\n\n${failures.join('\n\n')}\n\n`)
    for (const remark of remarks) this.#to.write(`${remark}\n`)
    this.#to.write(`${skips.line}\n`)
    for (const [name, count] of this.#counts) this.#to.write(`ℹ ${name} ${count}\n`)
    const failed = (this.#counts.get('fail') ?? 0) + (this.#counts.get('cancelled') ?? 0)
    if (excused && !failedAlongside && skips.refused === '') return 0
    return failed > 0 || failures.length > 0 || this.#counts.get('tests') === 0 ? 1 : 0
  }

  /** Adds the test file that failed. A test that a shared module defines names its file only in the stack. */
  #blame(error: Error & { failureType?: string }, whose: string): void {
    if (error.failureType === 'subtestsFailed') return
    const { stack = '' } = error.cause instanceof Error ? error.cause : error
    const [named] = whose.endsWith('.test.ts') ? [whose] : (/test\/[\w./-]+\.test\.ts/.exec(stack) ?? [])
    this.#failedFiles.add(named)
  }

  /** Returns true for one of node's closing lines. */
  #count({ type, data }: TestEvent): boolean {
    if (type !== 'test:diagnostic' || data.nesting > 0 || data.file !== undefined) return false
    const [, name = '', count] = /^(\w+) ([\d.]+)$/.exec(data.message) ?? []
    const before = this.#counts.get(name)
    if (before === undefined) return false
    this.#counts.set(name, before + Number(count))
    return true
  }

  #keep({ type, data }: TestEvent): void {
    if (type !== 'test:pass' && type !== 'test:fail') return
    const file = data.file === undefined ? '' : relative(root, data.file)
    if (data.nesting > 0) this.#inner = file
    // A suite that a module defines for its callers has the name of that module; its tests have the right file.
    const whose = file.endsWith('.test.ts') ? file : this.#inner
    if (type === 'test:fail') this.#blame(data.details.error, whose)
    if (data.nesting === 0 && whose.endsWith('.test.ts'))
      this.durations.set(whose, (this.durations.get(whose) ?? 0) + data.details.duration_ms)
    if (typeof data.skip === 'string' || data.skip === true)
      this.#skipped.push({ file, name: data.name, why: data.skip === true ? 'no reason given' : data.skip })
  }
}
