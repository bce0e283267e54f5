import { signingKeys } from '../storage/signing-keys.ts'
import type { Context } from './context.ts'

/** Longer than a healthy database ever takes. */
const readinessTimeoutMs = 2000

/** Whether the database answers in time, and with the keys that everything else needs. */
export async function isDatabaseReady({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const timeout = AbortSignal.timeout(readinessTimeoutMs)
  const timedOut = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)))
  const answered = signingKeys(db).then(
    (keys) => keys.length > 0,
    () => false,
  )
  return Promise.race([answered, timedOut])
}
