import type { Transaction } from '../engine/database.ts'
import { executes, locks, readsAll, readsValue, sharesLock } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import type { SettingRow } from '../schema/rows/community.ts'

/** Returns the versions of all settings, which reveal a change without their values. */
export const settingVersions = readsAll<Pick<SettingRow, 'name' | 'version'>>(
  'setting_versions',
  'select name, version from setting order by name',
)

export const allSettings = readsAll<SettingRow>('settings', 'select * from setting order by name')

/** Returns the stored text of a setting. */
export const storedSetting = readsValue<string, [name: string]>(
  'setting_by_name',
  'select value from setting where name = $1',
)

const settingsLock = 7_238_470_313

/** Locks the settings against other changes until the transaction ends. */
export const holdSettings = locks('lock_settings', settingsLock)

/** Keeps the settings as they are until the transaction ends. Call it before anything else is locked. */
export const keepSettings = sharesLock('share_settings', settingsLock)

export const putSetting = puts('setting')

export const deleteSetting = executes<[name: string], Transaction>(
  'delete_setting',
  'delete from setting where name = $1',
)
