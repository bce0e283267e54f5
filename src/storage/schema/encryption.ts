import { sql } from 'kysely'
import type { Queries, Transaction } from '../engine/database.ts'
import type { EncryptionRow } from './schema.ts'

const id = 'secrets'

/** Returns how secrets are encrypted, or undefined if they are not. */
export function encryptionRow(db: Queries): Promise<EncryptionRow | undefined> {
  return db.query.selectFrom('encryption').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the encryption until the transaction ends: against changes or, with `exclusive`, also against others who write
 * a secret. On SQLite a transaction runs alone anyway.
 */
export async function lockEncryption(tx: Transaction, mode: 'share' | 'exclusive'): Promise<void> {
  if (tx.dialect !== 'postgres') return
  await sql`lock table encryption in ${sql.raw(mode)} mode`.execute(tx.query)
}

export async function replaceEncryption(
  tx: Transaction,
  row: Omit<EncryptionRow, 'id' | 'erased_at'>,
): Promise<void> {
  await deleteEncryption(tx)
  await tx.query
    .insertInto('encryption')
    .values({ ...row, id, erased_at: null })
    .execute()
}

export async function deleteEncryption(tx: Transaction): Promise<void> {
  await tx.query.deleteFrom('encryption').where('id', '=', id).execute()
}

/** Records that the file contains nothing of the previous values. */
export async function setErased(db: Queries, salt: string, erased_at: number): Promise<void> {
  await db.query.updateTable('encryption').set({ erased_at }).where('salt', '=', salt).execute()
}

/** A place where a secret is stored, by table, column and primary key. */
export interface SecretPlace {
  table: 'signing_key' | 'account' | 'audit_seal' | 'mail' | 'webhook' | 'game_server_key'
  column: 'private_key' | 'totp_secret' | 'mac' | 'token' | 'url' | 'secret' | 'key'
  key: string
}

export const privateKeyPlace = (kid: string): SecretPlace => ({
  table: 'signing_key',
  column: 'private_key',
  key: kid,
})

export const totpSecretPlace = (accountId: string): SecretPlace => ({
  table: 'account',
  column: 'totp_secret',
  key: accountId,
})

export const sealMacPlace = (number: number): SecretPlace => ({
  table: 'audit_seal',
  column: 'mac',
  key: String(number),
})

export const mailTokenPlace = (mailId: string): SecretPlace => ({
  table: 'mail',
  column: 'token',
  key: mailId,
})

export const webhookPlace = (column: 'url' | 'secret', webhookId: string): SecretPlace => ({
  table: 'webhook',
  column,
  key: webhookId,
})

/** Returns the place of the key of a game server's root, by the key's digest. */
export const serverKeyPlace = (digest: string): SecretPlace => ({
  table: 'game_server_key',
  column: 'key',
  key: digest,
})

const rowsAtOnce = 500

type Rewrite = (place: SecretPlace, value: string) => string

/** Replaces every secret with the result of `rewrite`, and returns the number of keys and TOTP secrets. */
export async function rewriteSecrets(tx: Transaction, rewrite: Rewrite): Promise<number> {
  await rewriteSealMacs(tx, rewrite)
  await rewriteMailTokens(tx, rewrite)
  await rewriteWebhooks(tx, rewrite)
  await rewriteServerKeys(tx, rewrite)
  return (await rewritePrivateKeys(tx, rewrite)) + (await rewriteTotpSecrets(tx, rewrite))
}

async function rewritePrivateKeys({ query }: Transaction, rewrite: Rewrite): Promise<number> {
  const keys = await query.selectFrom('signing_key').select(['kid', 'private_key']).execute()
  for (const { kid, private_key } of keys) {
    const rewritten = rewrite(privateKeyPlace(kid), private_key)
    await query.updateTable('signing_key').set({ private_key: rewritten }).where('kid', '=', kid).execute()
  }
  return keys.length
}

async function rewriteTotpSecrets({ query }: Transaction, rewrite: Rewrite): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const page = await query
      .selectFrom('account')
      .select(['id', 'totp_secret'])
      .where('totp_secret', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const account of page) {
      const totp_secret = rewrite(totpSecretPlace(account.id), account.totp_secret ?? '')
      await query.updateTable('account').set({ totp_secret }).where('id', '=', account.id).execute()
      after = account.id
    }
    count += page.length
    if (page.length < rowsAtOnce) return count
  }
}

async function rewriteSealMacs({ query }: Transaction, rewrite: Rewrite): Promise<void> {
  const seals = query.selectFrom('audit_seal').select(['number', 'mac']).where('mac', 'is not', null)
  for (const { number, mac } of await seals.execute()) {
    const rewritten = rewrite(sealMacPlace(number), mac ?? '')
    await query.updateTable('audit_seal').set({ mac: rewritten }).where('number', '=', number).execute()
  }
}

/** These rows are sent within seconds, or their number is limited. */
async function rewriteMailTokens({ query }: Transaction, rewrite: Rewrite): Promise<void> {
  const mails = query.selectFrom('mail').select(['id', 'token']).where('token', 'is not', null)
  for (const { id, token } of await mails.execute()) {
    const rewritten = rewrite(mailTokenPlace(id), token ?? '')
    await query.updateTable('mail').set({ token: rewritten }).where('id', '=', id).execute()
  }
}

async function rewriteWebhooks({ query }: Transaction, rewrite: Rewrite): Promise<void> {
  const webhooks = await query.selectFrom('webhook').select(['id', 'url', 'secret']).execute()
  for (const { id, url, secret } of webhooks) {
    const rewritten = {
      url: rewrite(webhookPlace('url', id), url),
      secret: rewrite(webhookPlace('secret', id), secret),
    }
    await query.updateTable('webhook').set(rewritten).where('id', '=', id).execute()
  }
}

async function rewriteServerKeys({ query }: Transaction, rewrite: Rewrite): Promise<void> {
  for (const { digest, key } of await query
    .selectFrom('game_server_key')
    .select(['digest', 'key'])
    .execute()) {
    const rewritten = rewrite(serverKeyPlace(digest), key)
    await query.updateTable('game_server_key').set({ key: rewritten }).where('digest', '=', digest).execute()
  }
}
