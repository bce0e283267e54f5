import type { Transaction } from '../engine/database.ts'
import { executes, locks, readsAll } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import type { SettingRow } from '../schema/rows/community.ts'

/** Returns the versions of all settings, which reveal a change without their values. */
export const settingVersions = readsAll<Pick<SettingRow, 'name' | 'version'>>(
  'setting_versions',
  'select name, version from setting order by name',
)

export const allSettings = readsAll<SettingRow>('settings', 'select * from setting order by name')

/** Locks the settings against other changes until the transaction ends. */
export const holdSettings = locks('lock_settings', 7_238_470_313)

export const putSetting = puts('setting')

export const deleteSetting = executes<[name: string], Transaction>(
  'delete_setting',
  'delete from setting where name = $1',
)
