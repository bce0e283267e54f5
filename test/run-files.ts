import { run } from 'node:test'
import type { TestEvent } from 'node:test/reporters'

export interface How {
  atOnce: number
  /** Milliseconds that one test may take. */
  timeout: number
  namePatterns: readonly string[]
  signal: AbortSignal
}

/** Runs each file in a process of its own, in the order given. */
export async function* runFiles(
  files: readonly string[],
  { atOnce, timeout, namePatterns, signal }: How,
): AsyncGenerator<TestEvent> {
  // Given none, node looks for files itself.
  if (files.length === 0 || signal.aborted) return
  yield* run({
    files: [...files],
    concurrency: atOnce,
    timeout,
    testNamePatterns: [...namePatterns],
    signal,
  }) as AsyncIterable<TestEvent>
}
