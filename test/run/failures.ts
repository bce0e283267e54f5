import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

const maxErrorLines = 40
const keptStderr = 4000

/**
 * Collects each failed test with its file and its error: a thousand other tests may report between them and the end
 * of a run.
 */
export class Failures {
  readonly #root: string
  /** The test that reports now and those around it. Concurrent tests report before or after. */
  readonly #names: string[] = []
  readonly #stderr = new Map<string | undefined, string>()
  readonly #failed: string[] = []

  constructor(root: string) {
    this.#root = root
  }

  get text(): string {
    return this.#failed.join('\n\n')
  }

  see({ type, data }: TestEvent): void {
    if (type === 'test:start') this.#names[data.nesting] = data.name
    if (type === 'test:stderr')
      this.#stderr.set(data.file, `${this.#stderr.get(data.file) ?? ''}${data.message}`.slice(-keptStderr))
    if (type !== 'test:fail') return
    const { error } = data.details
    const { cause = error, failureType } = error as Error & { failureType?: string }
    // The test inside it is reported.
    if (failureType === 'subtestsFailed') return
    const place = data.file === undefined ? '' : `${relative(this.#root, data.file)}:${data.line}: `
    const name = [...this.#names.slice(0, data.nesting), data.name].join(' > ')
    // A process that failed as a whole has printed the reason.
    const why = cause === 'test failed' ? `${filesOf(data.file)}${this.#stderr.get(data.file)}` : undefined
    this.#failed.push(`✖ ${place}${name}\n${shortened(why ?? inspect(cause, { colors: false }))}`)
  }
}

/** Returns the files that a process of test/run/groups.ts had to run. */
function filesOf(group: string | undefined): string {
  if (!group?.endsWith('.mjs')) return ''
  const files = [...readFileSync(group, 'utf8').matchAll(/\/(test\/[^']+\.test\.ts)/g)].map(
    ([, file]) => file,
  )
  return `the process of ${files.join(', ')}:\n`
}

/** Returns the stack without the frames of Node.js itself. */
function shortened(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s+at .*\bnode:internal/.test(line))
  return lines
    .slice(0, maxErrorLines)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
}
