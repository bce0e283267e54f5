import type { Logger } from 'pino'
import { logFailure } from './failure.ts'

/**
 * Does the work every `intervalMs` until stopped. One that takes longer is not joined by another; a failure is logged
 * once in a row of them, and the next time tries again.
 */
export function repeat(
  log: Logger,
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
): () => void {
  let isWorking = false
  let isFailing = false
  const step = async () => {
    if (isWorking) return
    isWorking = true
    try {
      await work()
      isFailing = false
    } catch (error) {
      isFailing ||= logFailure(log, error, `${name} failed`)
    } finally {
      isWorking = false
    }
  }
  const timer = setInterval(() => void step(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
