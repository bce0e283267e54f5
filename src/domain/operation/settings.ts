import { processAsker } from '../../lib/queue/fair-gate.ts'
import { withoutUser } from '../../lib/text/without-user.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { logoFileOf, logoOf, servedLogo } from '../../model/community/setting.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { allowedIn } from '../../model/fields/allowed.ts'
import { ruleOf } from '../../model/fields/rules.ts'
import {
  readSetting,
  type SettingName,
  settingField,
  settingNames,
  settingText,
  settingValue,
} from '../../model/fields/setting.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { ofEnvironment, versionsOf } from '../../state/settings.ts'
import { allSettings, deleteSetting, holdSettings, putSetting } from '../../storage/community/settings.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import type { ChangeContext, PictureContext, ReadContext, SiteContext } from '../context.ts'

export interface Setting {
  name: SettingName
  /** The value in force, or null if there is none. For a logo of the environment, the path of its file. */
  value: string | null
  source: 'environment' | 'database' | 'default'
}

type Deps = { db: Queries } & ReadContext

/** Returns every setting, and a text that differs after each change: `seen` of `changeSettings`. */
export async function readSettings({ db, config }: Deps): Promise<{ settings: Setting[]; seen: string }> {
  const rows = await allSettings(db)
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const settings = settingNames.map((name): Setting => {
    const given = ofEnvironment(config, name)
    if (given !== undefined) return { name, value: given, source: 'environment' }
    const chosen = stored.get(name)
    if (chosen !== undefined) return { name, value: chosen, source: 'database' }
    return { name, value: settingText(settingValue(name, undefined)), source: 'default' }
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

type ChangeDeps = ChangeContext & PictureContext & SiteContext

/** Changes one setting and returns it, as requests do that call its text `value`. Throws Refused `malformed`. */
export async function changeSetting(
  context: ChangeDeps,
  by: Actor,
  name: SettingName,
  text: string | null,
): Promise<Setting> {
  const value = text === null ? null : await storedOf(context, name, text, 'value')
  await store(context, by, { [name]: value })
  return showSetting(context, name)
}

/**
 * Changes all of them or none. What the environment says stays in force. Throws Refused `malformed`, and
 * `settings_changed` where something has changed since it was `seen`.
 */
export async function changeSettings(
  context: ChangeDeps,
  by: Actor,
  changes: SettingChanges,
  seen?: string,
): Promise<void> {
  const wanted: SettingChanges = {}
  for (const name of settingNames) {
    const text = changes[name]
    if (text !== undefined) wanted[name] = text === null ? null : await storedOf(context, name, text)
  }
  await store(context, by, wanted, seen)
}

async function store(context: ChangeDeps, by: Actor, wanted: SettingChanges, seen?: string): Promise<void> {
  const { random, settings } = context
  await change(context, by, async (tx) => {
    await holdSettings(tx)
    const rows = await allSettings(tx)
    if (seen !== undefined && seen !== versionsOf(rows)) throw new Refused('settings_changed')
    const events: AuditEvent[] = []
    for (const name of settingNames) {
      const value = wanted[name]
      if (value === undefined || value === (rows.find((row) => row.name === name)?.value ?? null)) continue
      if (value === null) await deleteSetting(tx, name)
      else await putSetting(tx, { name, value, version: random.uuid() })
      const to = value !== null && settingField(name).type === 'choice' ? { to: value } : {}
      events.push({
        event: 'setting.changed',
        account: null,
        details: { name, unset: value === null, ...to },
      })
    }
    return { events }
  })
  settings.outdate()
}

/** Returns the text as it is stored. Throws Refused `malformed` of the setting, or of the `field` that has it. */
async function storedOf(
  context: PictureContext,
  name: SettingName,
  text: string,
  field: string = name,
): Promise<string> {
  const described = settingField(name)
  const { rule } = described
  const wrong = (cause?: unknown) => {
    const line = rule && ruleOf(rule).wrongLine?.(text)
    return malformed(`value of ${name}`, allowedIn(described), {
      field,
      rule,
      value: line && withoutUser(line),
      cause,
    })
  }
  const value = readSetting(name, text)
  if (value === undefined) throw wrong()
  if (rule !== 'logo') return value
  try {
    return await servedLogoOf(context, value)
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'texture_malformed')) throw error
    throw wrong(error)
  }
}

/** Returns a logo that every page can load. Throws Refused `texture_malformed`. */
async function servedLogoOf({ imageWork }: PictureContext, value: string): Promise<string> {
  const file = logoFileOf(value)
  return file.length <= servedLogo.bytes ? value : logoOf(await imageWork.fit(file, servedLogo, processAsker))
}
