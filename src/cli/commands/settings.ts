// What administrators choose while the service runs.
import { listedWords } from '../../lib/text/listed-words.ts'
import { settingHelp, settingNames } from '../../model/fields/setting.ts'
import { type Command, command } from '../line/command.ts'

const settingArgument = {
  setting: { choices: settingNames, meaning: listedWords(settingNames, 'or') },
} as const

export const settingCommands: readonly Command[] = [
  command({
    name: 'setting list',
    summary: 'lists what administrators choose while the service runs',
    help: 'Lists the settings that /admin/settings has, too: name, source and value. The source is environment where a\nvariable such as NORN_SERVER_NAME is set, which wins; otherwise database or default.',
    readOnly: true,
    run: async (given, output) => (await import('../community/setting.ts')).list(given, output),
  }),
  command({
    name: 'setting get',
    arguments: settingArgument,
    summary: 'shows a setting',
    help: 'Shows the value of a setting that is in force: name, value and source.',
    readOnly: true,
    run: async (given, output) => (await import('../community/setting.ts')).get(given, output),
  }),
  command({
    name: 'setting set',
    arguments: { ...settingArgument, value: { meaning: 'the value; of logo the path of a PNG file' } },
    summary: 'changes a setting',
    help: `Changes a setting; a running service shows it within two seconds.\n${settingNames.map((name) => `${name}: ${settingHelp(name)}.`).join('\n')}`,
    run: async (given, output) => (await import('../community/setting.ts')).set(given, output),
  }),
  command({
    name: 'setting unset',
    arguments: settingArgument,
    summary: 'forgets what was chosen of a setting',
    help: 'Forgets what was chosen of a setting: its default is in force, or none.',
    run: async (given, output) => (await import('../community/setting.ts')).unset(given, output),
  }),
]
