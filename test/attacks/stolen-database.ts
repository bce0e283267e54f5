// What an attacker who has a copy of the database files can do with it.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Database } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'

export interface StolenKey {
  kid: string
  use: string
  private_key: string
  revoked_at: number | null
}

export interface Stolen {
  keys: StolenKey[]
  credentials: { digest: string; account_id: string; expires_at: number }[]
  totpSecrets: string[]
}

export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The parts of a copy that are useful. */
export function steal(url: string): Promise<Stolen> {
  return withDatabase(url, async ({ query }) => {
    const accounts = await query.selectFrom('account').select('totp_secret').execute()
    return {
      keys: await query.selectFrom('signing_key').selectAll().orderBy('kid').execute(),
      credentials: await query.selectFrom('credential').selectAll().orderBy('digest').execute(),
      totpSecrets: accounts.flatMap(({ totp_secret }) => totp_secret ?? []),
    }
  })
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

/** A JWT as Norn signs it, with any header and claims. */
export function signedWith(key: KeyObject, header: object, claims: object): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

/**
 * Tokens for every credential of the copy, made with its keys and with the values it contains instead of the `jti`.
 */
export function forgedTokens({ keys, credentials }: Stolen, scope: string): string[] {
  const now = Math.floor(Date.now() / 1000)
  return keys
    .filter(({ use }) => use === 'tokens')
    .flatMap(({ kid, private_key }) => {
      const key = createPrivateKey(private_key)
      return credentials.flatMap(({ digest, account_id }) =>
        [digest, digest.slice(0, 32), `jti:${digest}`, '', account_id].map((jti) =>
          signedWith(
            key,
            { alg: 'ES256', typ: 'at+jwt', kid },
            { scope, sub: account_id, jti, iat: now, exp: now + 3600 },
          ),
        ),
      )
    })
}

/** Every file below the directory, as it is on the disk; for a backup, its contents. */
export function bytesOf(directory: string): { name: string; bytes: Buffer }[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name))
      const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
      return { name: entry.name, bytes: isZipped ? gunzipSync(bytes) : bytes }
    })
}

/** The lines of a PEM text that differ from every other one. */
export const secretLines = (pem: string): string[] =>
  pem.split('\n').filter((line) => line.length > 0 && !line.startsWith('-'))
