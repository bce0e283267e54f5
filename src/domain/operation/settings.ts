import { processAsker } from '../../lib/queue/fair-gate.ts'
import { withoutUser } from '../../lib/text/without-user.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import {
  defaultAccent,
  defaultName,
  logoFileOf,
  logoOf,
  readSetting,
  type SettingName,
  servedLogo,
  settingNames,
  wrongLine,
} from '../../model/community/setting.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { versionsOf } from '../../state/settings.ts'
import { allSettings, deleteSetting, holdSettings, putSetting } from '../../storage/community/settings.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context } from '../context.ts'

export interface Setting {
  name: SettingName
  /** The value in force, or null if there is none. For a logo of the environment, the path of its file. */
  value: string | null
  source: 'environment' | 'database' | 'default'
}

/** The environment variables of settings that have one. */
export const settingVariables = {
  name: 'NORN_SERVER_NAME',
  accent: 'NORN_ACCENT_COLOR',
  logo: 'NORN_LOGO',
} as const satisfies Partial<Record<SettingName, string>>

const defaults: Partial<Record<SettingName, string>> = { name: defaultName, accent: defaultAccent }

type Deps = { db: Queries } & Pick<Context, 'config'>

/** Returns every setting, and a text that differs after each change: `seen` of `changeSettings`. */
export async function readSettings({ db, config }: Deps): Promise<{ settings: Setting[]; seen: string }> {
  const rows = await allSettings(db)
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const { serverName: name, accentColor: accent, logo } = config
  const environment: Partial<Record<SettingName, string | undefined>> = { name, accent, logo }
  const settings = settingNames.map((each): Setting => {
    const given = environment[each]
    if (given !== undefined) return { name: each, value: given, source: 'environment' }
    const chosen = stored.get(each)
    if (chosen !== undefined) return { name: each, value: chosen, source: 'database' }
    return { name: each, value: defaults[each] ?? null, source: 'default' }
  })
  return { settings, seen: versionsOf(rows) }
}

export async function showSetting(context: Deps, wanted: SettingName): Promise<Setting> {
  const { settings } = await readSettings(context)
  const found = settings.find(({ name }) => name === wanted)
  if (!found) throw new Error(`${wanted} is not listed`)
  return found
}

/** New values by name; null forgets the value that was chosen. */
export type SettingChanges = Partial<Record<SettingName, string | null>>

/**
 * Changes all of them or none. What the environment says stays in force. Throws Refused `setting_…_malformed`, and
 * `settings_changed` where something has changed since it was `seen`.
 */
export async function changeSettings(
  context: ChangeContext & Pick<Context, 'imageWork' | 'settings'>,
  by: Actor,
  changes: SettingChanges,
  seen?: string,
): Promise<void> {
  const wanted: { name: SettingName; value: string | null }[] = []
  for (const name of settingNames) {
    const given = changes[name]
    if (given !== undefined)
      wanted.push({ name, value: given === null ? null : await valueOf(context, name, given) })
  }
  const { random, settings } = context
  await change(context, by, async (tx) => {
    await holdSettings(tx)
    const rows = await allSettings(tx)
    if (seen !== undefined && seen !== versionsOf(rows)) throw new Refused('settings_changed')
    const events: AuditEvent[] = []
    for (const { name, value } of wanted) {
      if (value === (rows.find((row) => row.name === name)?.value ?? null)) continue
      if (value === null) await deleteSetting(tx, name)
      else await putSetting(tx, { name, value, version: random.uuid() })
      events.push({ event: 'setting.changed', account: null, details: { name, unset: value === null } })
    }
    return { events }
  })
  settings.outdate()
}

async function valueOf(
  context: Pick<Context, 'imageWork'>,
  name: SettingName,
  text: string,
): Promise<string> {
  const value = readSetting(name, text)
  if (value === undefined) {
    const member = name === 'links' ? wrongLine(text) : undefined
    throw new Refused(`setting_${name}_malformed`, { field: 'value', value: member && withoutUser(member) })
  }
  return name === 'logo' ? servedLogoOf(context, value) : value
}

/** Returns a logo that every page can load. */
async function servedLogoOf({ imageWork }: Pick<Context, 'imageWork'>, value: string): Promise<string> {
  const file = logoFileOf(value)
  if (file.length <= servedLogo.bytes) return value
  try {
    return logoOf(await imageWork.fit(file, servedLogo, processAsker))
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'texture_malformed')) throw error
    throw new Refused('setting_logo_malformed', { cause: error, field: 'value' })
  }
}
