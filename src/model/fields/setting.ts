// The settings that administrators change while the service runs, in the order in which the form has them. The database,
// commands and the API have each as a text: `on` or `off` for a boolean, decimal digits for a number.
import { allowedIn, states } from './allowed.ts'
import { choice, type Field, orNull, text, type Values } from './field.ts'
import { ruleOf } from './rules.ts'

/** The people who may create an account. */
const registrationModes = ['open', 'invite', 'closed'] as const

interface SettingField extends Field<unknown> {
  /** The environment variable that takes precedence over what administrators choose. */
  readonly variable?: `NORN_${string}`
  /** True if another page than that of the settings changes it. */
  readonly isElsewhere?: true
  /** The height of its field in the form if its text may have several lines. */
  readonly rows?: number
}

export const settingFields = {
  name: {
    ...text({
      meaning: 'the name of this service on pages, in launchers, the game and email',
      rule: 'label',
      initial: 'Norn',
    }),
    variable: 'NORN_SERVER_NAME',
  },
  accent: {
    ...text({ meaning: 'the colour of links and buttons', rule: 'colour', initial: '#1f7a5c' }),
    variable: 'NORN_ACCENT_COLOR',
  },
  /** A `data:` URL, which commands make of a file. */
  logo: {
    ...orNull(text({ meaning: 'the picture before the name on every page', rule: 'logo' })),
    variable: 'NORN_LOGO',
  },
  registration: {
    ...choice(registrationModes, {
      meaning: 'the people who may create an account: everybody, those with an invite code, or nobody',
      initial: 'open',
    }),
    variable: 'NORN_REGISTRATION',
  },
  welcome: {
    ...orNull(text({ meaning: 'plain text at the top of the start page', rule: 'shortText' })),
    rows: 3,
  },
  rules: {
    ...orNull(
      text({
        meaning:
          'plain text on the start page that people accept when they register, and again after each change',
        rule: 'longText',
      }),
    ),
    rows: 6,
  },
  links: { ...orNull(text({ meaning: 'links on the start page', rule: 'homeLinks' })), rows: 4 },
  checklist: {
    ...orNull(
      text({ meaning: 'the points that are put away from the checklist on /admin', rule: 'checklist' }),
    ),
    isElsewhere: true,
  },
  imprint: orNull(
    text({ meaning: 'the page that says who runs the service, linked from every page', rule: 'webAddress' }),
  ),
  privacy: orNull(
    text({ meaning: 'the page about personal data, linked from every page', rule: 'webAddress' }),
  ),
} as const satisfies Readonly<Record<string, SettingField>>

export type SettingName = keyof typeof settingFields

export type SettingValues = Values<typeof settingFields>

export const settingNames = Object.keys(settingFields) as SettingName[]

export const isSettingName = (text: string): text is SettingName => Object.hasOwn(settingFields, text)

export const settingField = (name: SettingName): SettingField => settingFields[name]

/** Returns the text of a setting as it is stored, or undefined if it is not allowed. */
export function readSetting(name: SettingName, given: string): string | undefined {
  const { type, rule, choices = [], min = 0, max = 0 } = settingField(name)
  if (type === 'boolean') return states.find((state) => state === given)
  if (type === 'choice') return choices.find((choice) => choice === given)
  if (type === 'number') {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
    return value >= min && value <= max ? String(value) : undefined
  }
  if (rule === undefined) return given
  const { keeps, reads } = ruleOf(rule)
  return reads ? reads(given) : keeps(given) ? given : undefined
}

/** Returns the value of a stored text, or the initial value if there is none. */
export function settingValue<Name extends SettingName>(
  name: Name,
  stored: string | undefined,
): SettingValues[Name] {
  const { type, initial } = settingField(name)
  if (stored === undefined) return initial as SettingValues[Name]
  const value = type === 'boolean' ? stored === 'on' : type === 'number' ? Number(stored) : stored
  return value as SettingValues[Name]
}

/** Returns the text of a value, as it is stored. */
export const settingText = (value: SettingValues[SettingName] | boolean | number): string | null =>
  typeof value === 'boolean' ? states[value ? 0 : 1] : value === null ? null : String(value)

/** Returns the meaning of a setting and what it takes, for help texts and documents. */
export const settingHelp = (name: SettingName): string =>
  `${settingField(name).meaning}; ${allowedIn(settingField(name))}`
