// A reporter for node --test: each failed test with its file and its error, for the end of a run (test/run.ts).
// Between them and the end there may be a thousand others.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { TestEvent } from 'node:test/reporters'

const root = fileURLToPath(new URL('..', import.meta.url))

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Of the test that reports now and of those around it: what runs beside it reports before or after.
  const names: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') names[data.nesting] = data.name
    if (type !== 'test:fail') continue
    const { error } = data.details
    const { cause, failureType } = error as Error & { failureType?: string }
    // It is what the test in it is.
    if (failureType === 'subtestsFailed') continue
    const name = [...names.slice(0, data.nesting), data.name].join(' > ')
    const place = data.file === undefined ? '' : `${relative(root, data.file)}:${data.line}: `
    const said = inspect(cause ?? error, { colors: false }).replaceAll(/^/gm, '    ')
    yield `✖ ${place}${name}\n${said}\n\n`
  }
}
