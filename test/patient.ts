import type { TestContext } from 'node:test'

/** A busy machine may be this much slower than an idle one. */
const timesSlower = 20

/**
 * Until the test ends, limits of the service for requests to others are twenty times as long. For tests in which the other
 * side answers: on a busy machine, the limit would decide. Not for tests of a limit.
 */
export function patient(t: Pick<TestContext, 'mock'>): void {
  const { timeout } = AbortSignal
  // Two in one test are no more patient than one.
  if ('mock' in timeout) return
  t.mock.method(AbortSignal, 'timeout', (ms: number) => timeout.call(AbortSignal, timesSlower * ms))
}
