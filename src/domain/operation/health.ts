import { keysRevision } from '../../storage/credentials/signing-keys.ts'
import type { OperationContext, ReadContext } from '../context.ts'

/** Longer than a healthy database ever takes. */
const readinessTimeoutMs = 2000

/** `why` contains the database's error, for operators. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'away' }
  | { readonly state: 'not_writable'; readonly why: string }

/**
 * Returns whether the database answers in time, has keys that can be used and takes writes. It is written to only if no
 * write has succeeded recently or something has failed since.
 */
export async function databaseReadiness(
  { db, clock, databaseHealth }: ReadContext & OperationContext,
  timeoutMs = readinessTimeoutMs,
): Promise<Readiness> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, timeoutMs, undefined)
  try {
    const answered = keysRevision(db).then(
      (revision) => revision > 0,
      () => false,
    )
    const refused = databaseHealth.whyNotWritable(db, clock())
    if ((await Promise.race([answered, timedOut])) !== true) return { state: 'away' }
    const slow = timedOut.then(() => 'the database did not answer in time')
    const why = await Promise.race([refused, slow])
    return why === undefined ? { state: 'ready' } : { state: 'not_writable', why }
  } finally {
    clearTimeout(timer)
  }
}
