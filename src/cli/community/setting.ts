import { readFile } from 'node:fs/promises'
import { changeSetting, readSettings, type Setting, showSetting } from '../../domain/operation/settings.ts'
import { logoOf, maxLogoBytes } from '../../model/community/setting.ts'
import { type SettingName, settingField } from '../../model/fields/setting.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

interface Named {
  setting: SettingName
}

/** The length in characters to which a table shortens values. */
const maxShown = 60

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await readSettings(context)).settings
  const short = (value: string | null) =>
    value !== null && value.length > maxShown ? `${value.slice(0, maxShown)}…` : value
  const shown = output.json
    ? rows
    : rows.map(({ name, value, source }) => ({ name, value: short(value), source }))
  await output.list(shown, { name: 8, source: 12, value: 0 })
})

export const get = readCommand(async (context, { setting }: Named, output) => {
  output.object(await showSetting(context, setting))
})

export const set = writeCommand(async (context, given: Named & { value: string }, output) => {
  const { setting } = given
  const value = setting === 'logo' ? await logoFrom(given.value, output) : given.value
  show(await changeSetting(context, commandActor(), setting, value), output)
})

export const unset = writeCommand(async (context, { setting }: Named, output) => {
  show(await changeSetting(context, commandActor(), setting, null), output)
})

function show(setting: Setting, output: Output): void {
  output.object(setting)
  if (setting.source !== 'environment') return
  const { variable } = settingField(setting.name)
  output.note(`${variable} is set and takes precedence. Your value applies once ${variable} is unset.`)
}

/** The path of a picture, or a `data:` URL of one. */
async function logoFrom(given: string, output: Output): Promise<string> {
  if (given.startsWith('data:')) return given
  try {
    const file = await readFile(output.path(given))
    return logoOf(file.subarray(0, maxLogoBytes + 1))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandRefused(`${given} cannot be read (${code}); give the path of a PNG file`, {
      cause: error,
    })
  }
}
