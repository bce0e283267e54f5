import { sql } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import { executes, readsFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { EncryptionRow } from './rows/credentials.ts'
import { primaryKeyOf } from './schema.ts'

const id = 'secrets'

/** Returns how secrets are encrypted, or undefined if they are not. */
export const encryptionRow = readsFirst<EncryptionRow, []>(
  'encryption',
  `select * from encryption where id = '${id}'`,
)

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
  await insert(tx, { ...row, id, erased_at: null })
}

const insert = inserts('encryption')

export const deleteEncryption = executes<[], Transaction>(
  'delete_encryption',
  `delete from encryption where id = '${id}'`,
)

/** Records that the file contains nothing of the previous values. */
export const setErased = executes<[salt: string, at: number]>(
  'set_encryption_erased',
  'update encryption set erased_at = $2 where salt = $1',
)

/** A place where a secret is stored, by table, column and primary key. */
export interface SecretPlace {
  table:
    | 'signing_key'
    | 'account'
    | 'audit_seal'
    | 'mail'
    | 'webhook'
    | 'game_server_key'
    | 'neighbour'
    | 'provider'
    | 'refused_visit'
    | 'invite'
    | 'deletion'
  column:
    | 'private_key'
    | 'totp_secret'
    | 'mac'
    | 'token'
    | 'url'
    | 'secret'
    | 'key'
    | 'client_secret'
    | 'bot_token'
    | 'name'
    | 'code'
    | 'content'
  key: string
}

const placeIn =
  (table: SecretPlace['table'], column: SecretPlace['column']) =>
  (key: string | number): SecretPlace => ({ table, column, key: String(key) })

export const privateKeyPlace = placeIn('signing_key', 'private_key')
export const totpSecretPlace = placeIn('account', 'totp_secret')
export const sealMacPlace = placeIn('audit_seal', 'mac')
export const mailTokenPlace = placeIn('mail', 'token')
export const webhookUrlPlace = placeIn('webhook', 'url')
export const webhookSecretPlace = placeIn('webhook', 'secret')

/** Returns the place of the key of a game server's root, by the key's digest. */
export const serverKeyPlace = placeIn('game_server_key', 'key')

export const clientSecretPlace = placeIn('neighbour', 'client_secret')
export const providerSecretPlace = placeIn('provider', 'client_secret')
export const botTokenPlace = placeIn('provider', 'bot_token')

/** Returns the place of the name of a refused player, by the digest of game server and name. */
export const refusedNamePlace = placeIn('refused_visit', 'name')

export const inviteCodePlace = placeIn('invite', 'code')
export const deletionPlace = placeIn('deletion', 'content')

const rowsAtOnce = 500

type Rewrite = (place: SecretPlace, value: string) => string

/** Replaces every secret with the result of `rewrite`, and returns the number of keys and TOTP secrets. */
export async function rewriteSecrets(tx: Transaction, rewrite: Rewrite): Promise<number> {
  await rewriteColumn(tx, 'audit_seal', 'mac', rewrite)
  await rewriteColumn(tx, 'mail', 'token', rewrite)
  await rewriteColumn(tx, 'webhook', 'url', rewrite)
  await rewriteColumn(tx, 'webhook', 'secret', rewrite)
  await rewriteColumn(tx, 'game_server_key', 'key', rewrite)
  await rewriteColumn(tx, 'neighbour', 'client_secret', rewrite)
  await rewriteColumn(tx, 'provider', 'client_secret', rewrite)
  await rewriteColumn(tx, 'provider', 'bot_token', rewrite)
  await rewriteColumn(tx, 'refused_visit', 'name', rewrite)
  await rewriteColumn(tx, 'invite', 'code', rewrite)
  await rewriteColumn(tx, 'deletion', 'content', rewrite)
  const keys = await rewriteColumn(tx, 'signing_key', 'private_key', rewrite)
  return keys + (await rewriteColumn(tx, 'account', 'totp_secret', rewrite))
}

/** Returns the number of secrets in the column. */
async function rewriteColumn(
  { query }: Transaction,
  table: SecretPlace['table'],
  column: SecretPlace['column'],
  rewrite: Rewrite,
): Promise<number> {
  const [from, key, secret] = [sql.table(table), sql.ref(primaryKeyOf(table).join()), sql.ref(column)]
  let count = 0
  for (let behind = sql``; ; ) {
    const page = sql<{ id: string | number; secret: string }>`select ${key} as id, ${secret} as secret
      from ${from} where ${secret} is not null ${behind} order by ${key} limit ${rowsAtOnce}`
    const { rows } = await page.execute(query)
    for (const { id, secret: value } of rows) {
      const rewritten = rewrite({ table, column, key: String(id) }, value)
      await sql`update ${from} set ${secret} = ${rewritten} where ${key} = ${id}`.execute(query)
    }
    count += rows.length
    if (rows.length < rowsAtOnce) return count
    behind = sql`and ${key} > ${rows.at(-1)?.id}`
  }
}
