import type { Logger } from 'pino'
import { every } from './beat.ts'
import { logFailure } from './failure.ts'

/**
 * Runs `work` every `intervalMs` until stopped. Runs never overlap. Of consecutive failures, only the first is
 * logged, and the next run tries again.
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
  return every(intervalMs, () => void step())
}
