// A reporter for node --test: each failed test with its file and its error, for the end of a run (test/run.ts).
// Between them and the end there may be a thousand others.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const maxErrorLines = 40
const keptStderr = 4000

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Of the test that reports now and of those around it: what runs beside it reports before or after.
  const names: string[] = []
  const stderr = new Map<string | undefined, string>()
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name
    if (type === 'test:stderr')
      stderr.set(data.file, `${stderr.get(data.file) ?? ''}${data.message}`.slice(-keptStderr))
    if (type !== 'test:fail') continue
    const { error } = data.details
    const { cause = error, failureType } = error as Error & { failureType?: string }
    // It is what the test in it is.
    if (failureType === 'subtestsFailed') continue
    const place = data.file === undefined ? '' : `${relative(root, data.file)}:${data.line}: `
    const name = [...names.slice(0, data.nesting), data.name].join(' > ')
    // A process that failed as a whole has said why.
    const why = cause === 'test failed' ? stderr.get(data.file) : undefined
    yield `✖ ${place}${name}\n${shortened(why ?? inspect(cause, { colors: false }))}\n\n`
  }
}

/** Without the frames of Node.js itself. */
function shortened(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s+at .*\bnode:internal/.test(line))
  return lines
    .slice(0, maxErrorLines)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
}
