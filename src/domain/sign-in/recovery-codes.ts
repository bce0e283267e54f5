import { digestOfRecoveryCode, newRecoveryCode, readRecoveryCode } from '../../lib/crypto/recovery-code.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import {
  recoveryCodeDigests,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../../storage/sign-in/recovery-codes.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'

export const codesPerAccount = 10

/** Replaces an account's recovery codes. `totpSecret` is the key of the digests. */
export async function makeRecoveryCodes(
  { random }: ChangeContext,
  tx: Transaction,
  accountId: string,
  totpSecret: string,
): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, () => newRecoveryCode(random.bytes))
  await replaceRecoveryCodes(tx, accountId, codes.map(digestUnder(totpSecret)))
  return codes
}

/** Returns true if this is a recovery code of the account. The code is then used up and its owner notified. */
export async function spendRecoveryCode(
  context: ChangeContext,
  row: AccountRow,
  totpSecret: string,
  { code, address }: { code: string; address: string },
): Promise<boolean> {
  if (readRecoveryCode(code) === undefined) return false
  return change(context, accountActor(row, address), async (tx) => {
    const isUsed = await useRecoveryCode(tx, row.id, digestUnder(totpSecret)(code))
    if (!isUsed) return { events: [], result: false }
    const left = (await recoveryCodeDigests(tx, row.id)).length
    return {
      events: [{ event: 'second_factor.recovery_used', account: row.id, details: { left } }],
      result: true,
    }
  })
}

export async function countRecoveryCodes({ db }: ReadContext, id: string): Promise<number> {
  return (await recoveryCodeDigests(db, id)).length
}

/** Returns those of the codes that are still valid. */
export async function goodRecoveryCodes(
  { db, secrets }: ReadContext & SecretContext,
  { id, totp_secret }: Pick<AccountRow, 'id' | 'totp_secret'>,
  codes: readonly string[],
): Promise<string[]> {
  if (totp_secret === null) return []
  const digestOf = digestUnder(await secrets.open(db, totpSecretPlace(id), totp_secret))
  const known = new Set(await recoveryCodeDigests(db, id))
  return codes.filter((code) => known.has(digestOf(code)))
}

const digestUnder =
  (totpSecret: string) =>
  (code: string): string =>
    digestOfRecoveryCode(totpSecret, readRecoveryCode(code) ?? '')
