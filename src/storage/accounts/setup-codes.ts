import type { Transaction } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { SetupCodeRow } from '../schema/rows/sign-in.ts'

export const insertSetupCode = inserts('setup_code')

export const setupCode = readsFirst<SetupCodeRow, [digest: string, now: number]>(
  'setup_code',
  'select * from setup_code where digest = $1 and expires_at > $2',
)

/** Deletes a code. Returns true for exactly one of several concurrent callers. */
export const takeSetupCode = writesAny<[digest: string, now: number], Transaction>(
  'take_setup_code',
  'delete from setup_code where digest = $1 and expires_at > $2 returning digest',
)

export const deleteSetupCodes = executes<[], Transaction>('delete_setup_codes', 'delete from setup_code')
