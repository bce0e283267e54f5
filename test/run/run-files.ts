import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'

const overdue = new URL('overdue.ts', import.meta.url)

export interface How {
  atOnce: number
  /** The time limit of a test in milliseconds. */
  timeout: number
  namePatterns: readonly string[]
  /** A module that each process loads first. */
  preloaded?: URL | undefined
  signal: AbortSignal
}

/** Runs each file in a process of its own, in the order given. */
export async function* runFiles(
  files: readonly string[],
  { atOnce, timeout, namePatterns, preloaded, signal }: How,
): AsyncGenerator<TestEvent> {
  // Without files, node looks for some itself.
  if (files.length === 0 || signal.aborted) return
  yield* run({
    files: [...files],
    execArgv: [...(preloaded ? [preloaded] : []), overdue].flatMap(({ href }) => ['--import', href]),
    concurrency: atOnce,
    timeout,
    testNamePatterns: [...namePatterns],
    signal,
  }) as AsyncIterable<TestEvent>
}
