import type { Random } from '../../lib/crypto/random.ts'
import { DecryptionFailed, newSalt } from '../../lib/crypto/value-cipher.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
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
import type { EncryptionRow } from '../../storage/schema/rows/credentials.ts'
import { record } from '../audit/record.ts'
import type { ChangeContext } from '../context.ts'

/** `secret_missing` and `secret_wrong` mean that the secrets are encrypted and this process can't read them. */
export type EncryptionState = 'clear' | 'encrypted' | 'secret_missing' | 'secret_wrong'

/**
 * Returns how secrets are stored, whether `secret` can decrypt them, and since when the database file contains no older
 * form of them.
 */
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

/** Returns whether `secret` can decrypt the secrets under the encryption that `row` describes. */
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
 * Encrypts secrets that are stored in plain text, if there is a secret. If several processes start at once, one of them
 * does it. Throws SecretMismatch if the secret is missing or wrong.
 */
export async function encryptSecrets(
  context: ChangeContext,
  secret: string | undefined,
): Promise<StoredSecrets> {
  const { db, random } = context
  const row = await encryptionRow(db)
  if (row || secret === undefined) {
    const secrets = await StoredSecrets.of(row, secret, random.bytes)
    // The process that encrypted them ended before it could erase the old values, or another process was using the
    // file.
    if (row?.erased_at === null && db.dialect === 'sqlite') await eraseOld(context)
    return secrets
  }
  const salt = newSalt(random.bytes)
  const { secrets, checkValue } = await StoredSecrets.encrypted(secret, salt, random.bytes)
  const isOurs = await db.unbounded.transaction(async (tx) => {
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

/** Encrypts all values under a new secret in one transaction. Returns the number of values. */
export async function rotateSecret(
  context: ChangeContext,
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

/** Stores all values in plain text again in one transaction. Returns the number of values. */
export function removeSecret(context: ChangeContext, by: Actor, old: StoredSecrets): Promise<number> {
  return rewriteAll(context.db, old, async (tx) => {
    const count = await rewrite(tx, old, StoredSecrets.plaintext)
    await deleteEncryption(tx)
    const details = { values: count }
    await record(context, tx, by, { event: 'secret.removed', account: null, details })
    return count
  })
}

function rewriteAll<T>(db: Database, old: StoredSecrets, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.unbounded.transaction(async (tx) => {
    await lockEncryption(tx, 'exclusive')
    await old.lock(tx)
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
    'the unencrypted keys and TOTP secrets are still in files of PostgreSQL; to erase them, run "vacuum full account, signing_key, mail, webhook, game_server_key, neighbour, provider, refused_visit, invite, deletion" in the database',
}

/** Erases the previous values from the database file. If that is impossible, logs what to do. */
async function eraseOld({ db, clock, log }: ChangeContext): Promise<boolean> {
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
