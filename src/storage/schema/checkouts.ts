// The databases of checkouts from before 0.2.0, the first release. Their 58 migrations were replaced by those of 0.2.0.
import { sql } from 'kysely'
import { encryptedPrefix } from '../../lib/crypto/value-cipher.ts'
import { DatabaseOfOldCheckout } from '../../model/errors/database-of-old-checkout.ts'
import type { Transaction } from '../engine/database.ts'
import { flag } from '../engine/flags.ts'

const first = '0001-engine'
const last = '0062-hidden-capes'

/** The name under which `migrate` announces what it does to a database of a checkout. */
export const fromCheckout = 'from-a-checkout'

/** Returns whether the migrations are those of a checkout. Throws DatabaseOfOldCheckout if the last ones are missing. */
export function areOfCheckout(names: readonly string[]): boolean {
  if (!names.includes(first)) return false
  if (names.includes(last)) return names.every((name) => name <= last)
  throw new DatabaseOfOldCheckout(names.toSorted().at(-1) ?? first)
}

/**
 * Gives the database of a checkout, whose last migration was applied, the schema that the migrations of 0.2.0 create, and
 * notes these as applied. Throws DatabaseOfOldCheckout if a code of an invite is stored as only starts before that
 * migration left it.
 */
export async function adoptCheckout(tx: Transaction, migrations: readonly string[]): Promise<void> {
  const { rows } = await sql`select id from invite where digest is null
    or (code not like ${`${encryptedPrefix}%`} and exists (select 1 from encryption)) limit 1`.execute(
    tx.query,
  )
  if (rows.length > 0) throw new DatabaseOfOldCheckout(last)
  const statements = tx.dialect === 'sqlite' ? steps : [...steps, ...postgresSteps]
  for (const text of statements) await sql.raw(text).execute(tx.query)
  for (const name of migrations)
    await sql`insert into kysely_migration (name, timestamp)
      select ${name}, timestamp from kysely_migration where name = ${last}`.execute(tx.query)
  await sql`delete from kysely_migration where name not in (${sql.join(migrations)})`.execute(tx.query)
}

/** Columns that were null for rows from before they were stored. */
const filled: readonly (readonly [table: string, column: string, value: string])[] = [
  ['texture', 'worn_by', "''"],
  ['texture', 'worn_at', '0'],
  ['credential', 'first_used_at', 'issued_at'],
  ['credential', 'last_used_at', 'issued_at'],
  ['api_token', 'maker_kind', "'system'"],
  ['registration', 'browser', "''"],
  // One that counts is on a single device.
  ['passkey', 'backup_eligible', 'case when counter > 0 then 0 else 1 end'],
  ['webhook', 'failures', '0'],
]

/** Columns that were text, `on` or `off`. */
const switches = [
  ['game_server', 'tells_groups'],
  ['game_server', 'tells_source'],
  ['neighbour', 'is_private'],
  ['neighbour', 'forwards_address'],
  ['neighbour', 'lookups'],
  ['neighbour', 'chat_keys'],
]

const steps = [
  ...filled.map(
    ([table, column, value]) => `update ${table} set ${column} = ${value} where ${column} is null`,
  ),
  ...[...filled, ['invite', 'digest']].map(
    ([table, column]) => `alter table ${table} alter column ${column} set not null`,
  ),
  ...switches.flatMap(([table, column]) => [
    `alter table ${table} add column flag integer`,
    `update ${table} set flag = ${flag(`${column} = 'on'`)}`,
    `alter table ${table} alter column flag set not null`,
    `alter table ${table} drop column ${column}`,
    `alter table ${table} rename column flag to ${column}`,
  ]),
  'update account set totp_since = created_at where totp_secret is not null and totp_since is null',
  // A request that was answered before its digest had a key can't be compared.
  `delete from idempotency_key where request = ''`,
  'drop table launcher_token',
]

/** Names that PostgreSQL gives. */
const postgresSteps = [
  `do $$
    declare key record;
    begin
      for key in select relname, conname from pg_constraint join pg_class on pg_class.oid = conrelid
        where connamespace = current_schema()::regnamespace and contype = 'p' and conname <> relname || '_pkey' loop
        execute format('alter table %I rename constraint %I to %I', key.relname, key.conname, key.relname || '_pkey');
      end loop;
    end $$`,
  'alter table signing_key rename constraint signing_key_generation to signing_key_use_generation_key',
  'alter table link_code rename constraint link_code_of_player to link_code_neighbour_id_uuid_key',
]
