import { calculateJwkThumbprint } from 'jose'
import type { Clock } from '../../lib/measure/clock.ts'
import { endAllCredentials } from '../../storage/credentials/end-credentials.ts'
import {
  insertSigningKey,
  lastTokenExpiry,
  revokeOtherSigningKeys,
} from '../../storage/credentials/signing-keys.ts'
import { type Database, type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { privateKeyPlace } from '../../storage/schema/encryption.ts'
import type { SigningKeyRow } from '../../storage/schema/rows/credentials.ts'
import {
  idTokenKeyRetentionMs,
  type KeyPolicy,
  type KeyUse,
  type KnownKey,
  knownKey,
  newKeyPair,
} from './signing-key.ts'
import type { StoredSecrets } from './stored-secrets.ts'

/** Records, in the transaction that makes a key, who made it and the response that they get. */
export type RecordKey = (tx: Transaction, key: KnownKey) => Promise<void>

export interface KeyDeps {
  db: Database
  clock: Clock
  secrets: StoredSecrets
  policy: KeyPolicy
}

/** Returns the keys that are loaded at the time of the call. */
type LoadedKeys = () => { keys: readonly KnownKey[]; revision: number }

/** Inserts the next key of a use and retires the current one. If another instance was faster, its key serves. */
export async function insertNextKey(
  making: KeyDeps,
  use: KeyUse,
  loaded: LoadedKeys,
  record: RecordKey,
): Promise<void> {
  const { db, policy, secrets } = making
  const last = loaded().keys.findLast((key) => key.use === use)
  const { row: made, pair } = await newRow(making, use, loaded)
  const lead = use === 'textures' && last ? policy.texturesKeyLead : 0
  const row = { ...made, signs_from: made.created_at + lead }
  const retire = last && { kid: last.kid, publishedUntil: await retirement(making, row) }
  try {
    await db.transaction(async (tx) => {
      await secrets.lock(tx)
      await insertSigningKey(tx, row, retire)
      await record(tx, knownKey(row, pair))
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
}

/**
 * Inserts a key that signs at once, and revokes all earlier keys of its use. For the tokens keys, this ends all
 * credentials of all accounts. Returns the id of the key, or undefined if another process has made a key meanwhile,
 * which may have been stolen, too.
 */
export async function insertReplacement(
  making: KeyDeps,
  use: KeyUse,
  loaded: LoadedKeys,
  record: RecordKey,
): Promise<string | undefined> {
  const { row, pair } = await newRow(making, use, loaded)
  try {
    await making.db.unbounded.transaction(async (tx) => {
      await making.secrets.lock(tx)
      await insertSigningKey(tx, row, undefined)
      await revokeOtherSigningKeys(tx, row.use, row.kid, row.created_at)
      if (use === 'tokens') await endAllCredentials(tx)
      await record(tx, knownKey(row, pair))
    })
    return row.kid
  } catch (error) {
    if (error instanceof UniqueViolation) return undefined
    throw error
  }
}

/** Makes the row of the next generation, whose key signs at once. */
async function newRow({ clock, policy, secrets }: KeyDeps, use: KeyUse, loaded: LoadedKeys) {
  const pair = await newKeyPair(use, policy)
  const { keys, revision } = loaded()
  // The instant must differ from that of every older key, or the revision would not show that there is a new one.
  const createdAt = Math.max(clock(), revision + 1)
  const kid = await calculateJwkThumbprint(pair.publicKey)
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const row: SigningKeyRow = {
    kid,
    use,
    generation: keys.filter((key) => key.use === use).length + 1,
    private_key: secrets.seal(privateKeyPlace(kid), privateKey),
    public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    created_at: createdAt,
    signs_from: createdAt,
    published_until: null,
    revoked_at: null,
  }
  return { row, pair }
}

/** Returns the instant until which the previous key stays published. */
async function retirement({ db, policy }: KeyDeps, next: SigningKeyRow): Promise<number> {
  if (next.use === 'textures') return next.signs_from + policy.texturesKeyRetention
  if (next.use === 'oauth') return next.created_at + idTokenKeyRetentionMs
  // An instance that does not know the new key yet may still sign a token with the old one.
  return Math.max(await lastTokenExpiry(db), next.created_at + policy.accessTokenLifetime)
}
