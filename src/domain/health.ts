import { signingKeys } from '../storage/signing-keys.ts'
import type { Context } from './context.ts'

/** Longer than any healthy answer takes. */
const patience = 2000

/** Whether the database answers, in time and with the keys that everything else needs. */
export async function isDatabaseReady({ db }: Context): Promise<boolean> {
  const late = AbortSignal.timeout(patience)
  const tooLate = new Promise<false>((resolve) => late.addEventListener('abort', () => resolve(false)))
  const answered = signingKeys(db).then(
    (keys) => keys.length > 0,
    () => false,
  )
  return Promise.race([answered, tooLate])
}
