import { sql } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import type { SettingRow } from '../schema/schema.ts'

/** Returns the versions of all settings, which reveal a change without their values. */
export const settingVersions = readsAll<Pick<SettingRow, 'name' | 'version'>>(
  'setting_versions',
  'select name, version from setting order by name',
)

export const allSettings = readsAll<SettingRow>('settings', 'select * from setting order by name')

/** Any number will do, as long as every Norn takes the same. */
const settingsLock = 7_238_470_313

/** Locks the settings against other changes until the transaction ends. */
export async function holdSettings(tx: Transaction): Promise<void> {
  // On SQLite one transaction writes at a time in any case.
  if (tx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(settingsLock)})`.execute(tx.query)
}

export async function putSetting(tx: Transaction, row: SettingRow): Promise<void> {
  const { value, version } = row
  await tx.query
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, version }))
    .execute()
}

export async function deleteSetting(tx: Transaction, name: string): Promise<void> {
  await tx.query.deleteFrom('setting').where('name', '=', name).execute()
}
