import type { Logger } from 'pino'
import type { Random } from '../../lib/crypto/random.ts'
import { DecryptionFailed, newSalt } from '../../lib/crypto/value-cipher.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import type { Actor } from '../../model/actor.ts'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { SecretMismatch } from '../../model/secret-mismatch.ts'
import { StoredSecrets } from '../../state/keys/stored-secrets.ts'
import type { Database, Queries, Transaction } from '../../storage/engine/database.ts'
import {
  deleteEncryption,
  encryptionRow,
  lockEncryption,
  replaceEncryption,
  rewriteSecrets,
  setErased,
} from '../../storage/schema/encryption.ts'
import type { EncryptionRow } from '../../storage/schema/schema.ts'
import { record } from '../audit/record.ts'

interface Needed {
  db: Database
  clock: Clock
  random: Random
  log: Logger
}

/** `secret_missing` and `secret_wrong`: they are encrypted, and this process cannot read them. */
export type EncryptionState = 'clear' | 'encrypted' | 'secret_missing' | 'secret_wrong'

/** How the secrets are stored, whether `secret` opens them, and since when nothing older is left in the file. */
export async function encryptionState(
  db: Queries,
  random: Random,
  secret: string | undefined,
): Promise<{ state: EncryptionState; encryptedAt: number | null; erasedAt: number | null }> {
  const row = await encryptionRow(db)
  return {
    state: await stateOfEncryption(row, random, secret),
    encryptedAt: row?.created_at ?? null,
    erasedAt: row?.erased_at ?? null,
  }
}

/** Whether `secret` opens what is encrypted as `row` says. */
export async function stateOfEncryption(
  row: EncryptionRow | undefined,
  random: Random,
  secret: string | undefined,
): Promise<EncryptionState> {
  if (!row) return 'clear'
  if (secret === undefined) return 'secret_missing'
  try {
    await StoredSecrets.of(row, secret, random.bytes)
    return 'encrypted'
  } catch (error) {
    if (!(error instanceof SecretMismatch)) throw error
    return 'secret_wrong'
  }
}

/**
 * Encrypts what is in clear where there is a secret. Of several processes that start at once one does it.
 * Throws SecretMismatch for a secret that is missing or wrong.
 */
export async function encryptSecrets(context: Needed, secret: string | undefined): Promise<StoredSecrets> {
  const { db, random } = context
  const row = await encryptionRow(db)
  if (row || secret === undefined) {
    const secrets = await StoredSecrets.of(row, secret, random.bytes)
    // The process that encrypted them ended before it could, or another one was in its way.
    if (row?.erased_at === null && db.dialect === 'sqlite') await eraseOld(context)
    return secrets
  }
  const salt = newSalt(random.bytes)
  const { secrets, checkValue } = await StoredSecrets.encrypted(secret, salt, random.bytes)
  const isOurs = await db.patient.transaction(async (tx) => {
    await lockEncryption(tx, 'exclusive')
    if (await encryptionRow(tx)) return false
    await rewriteSecrets(tx, (place, text) => secrets.seal(place, text))
    await replaceEncryption(tx, { salt, check_value: checkValue, created_at: context.clock() })
    return true
  })
  if (!isOurs) return encryptSecrets(context, secret)
  context.log.info('the keys and TOTP secrets in the database are now encrypted')
  await eraseOld(context)
  return secrets
}

/** Encrypts everything anew under another secret, in one transaction; answers how many values there were. */
export async function rotateSecret(
  context: Needed,
  by: Actor,
  old: StoredSecrets,
  secret: string,
): Promise<{ values: number; isErased: boolean }> {
  const { db, random } = context
  const salt = newSalt(random.bytes)
  const { secrets, checkValue } = await StoredSecrets.encrypted(secret, salt, random.bytes)
  const values = await rewriteAll(db, old, async (tx) => {
    const count = await rewrite(tx, old, secrets)
    await replaceEncryption(tx, { salt, check_value: checkValue, created_at: context.clock() })
    const details = { values: count }
    await record(context, tx, by, { event: 'secret.rotated', account: null, details })
    return count
  })
  return { values, isErased: await eraseOld(context) }
}

/** Stores everything in clear again, in one transaction; answers how many values there were. */
export function removeSecret(context: Needed, by: Actor, old: StoredSecrets): Promise<number> {
  return rewriteAll(context.db, old, async (tx) => {
    const count = await rewrite(tx, old, StoredSecrets.inClear)
    await deleteEncryption(tx)
    const details = { values: count }
    await record(context, tx, by, { event: 'secret.removed', account: null, details })
    return count
  })
}

function rewriteAll<T>(db: Database, old: StoredSecrets, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.patient.transaction(async (tx) => {
    await lockEncryption(tx, 'exclusive')
    await old.hold(tx)
    return work(tx)
  })
}

async function rewrite(tx: Transaction, from: StoredSecrets, to: StoredSecrets): Promise<number> {
  try {
    return await rewriteSecrets(tx, (place, value) => to.seal(place, from.unseal(place, value)))
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error
    throw new SecretMismatch(
      `${error.message}: the row is damaged; restore a backup, or replace that key or TOTP secret (nothing was changed)`,
      { cause: error },
    )
  }
}

const notErased = {
  sqlite:
    'the unencrypted keys and TOTP secrets are still in the database file, because another process is using it; the next start tries to erase them again',
  postgres:
    'the unencrypted keys and TOTP secrets are still in files of PostgreSQL; to erase them, run "vacuum full account, signing_key, mail, webhook, game_server_key" in the database',
}

/** Leaves nothing of the values before in the database file, or logs what is to be done. */
async function eraseOld({ db, clock, log }: Needed): Promise<boolean> {
  const row = await encryptionRow(db)
  const isErased = row !== undefined && (await db.eraseOldValues().catch(falseIfUnavailable))
  if (isErased) await setErased(db, row.salt, clock())
  else log.warn(notErased[db.dialect])
  return isErased
}

function falseIfUnavailable(error: unknown): false {
  if (error instanceof DatabaseUnavailable) return false
  throw error
}
