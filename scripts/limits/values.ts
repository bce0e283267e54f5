// Limits from the constants that set them, so that a document can't state other numbers.
import { type OptionName, options } from '../../src/config/options.ts'

/** A limit as text, and the place that sets it: a path from the root of the repository, or a setting. */
export interface Value {
  readonly text: string
  readonly where: string
}

/** A file below src, a constant that it exports, and the members that lead to a number of it. */
type Place = [file: string, name: string, ...members: string[]]

/** Throws if there is no such number, so that a constant that is renamed is noticed. */
async function numberAt([file, ...names]: Place): Promise<{ number: number; where: string }> {
  const where = `src/${file}`
  let found: any = await import(`../../${where}`)
  for (const name of names) found = found?.[name]
  if (typeof found !== 'number')
    throw new Error(`scripts/limits: ${where} exports no number ${names.join('.')}`)
  return { number: found, where }
}

const withSeparators = (number: number): string => number.toLocaleString('en-US')

/** The number as it is. */
export async function count(...place: Place): Promise<Value> {
  const { number, where } = await numberAt(place)
  return { text: withSeparators(number), where }
}

/** A number of bytes, in the largest binary unit that leaves no remainder. */
export async function bytes(...place: Place): Promise<Value> {
  const { number, where } = await numberAt(place)
  const [size, unit] = (
    [
      [2 ** 20, 'MiB'],
      [2 ** 10, 'KiB'],
    ] as const
  ).find(([size]) => number % size === 0) ?? [1, 'bytes']
  return { text: `${withSeparators(number / size)} ${unit}`, where }
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const

/** A number of milliseconds, in the largest unit that leaves no remainder; a day is 24 h and a minute 60 s. */
export async function time(...place: Place): Promise<Value> {
  const { number, where } = await numberAt(place)
  const [size, unit] = units.find(([size]) => number % size === 0) ?? units[4]
  return { text: `${withSeparators(number / size)} ${unit}`, where }
}

/** The default of a setting. */
export function setting(name: OptionName): Value {
  const { defaultText = '' } = options[name]
  const text = /^\d+$/.test(defaultText) ? withSeparators(Number(defaultText)) : defaultText
  return { text: text.replace(/^(\d+)m$/, '$1 min').replace(/^([\d.]+)([dhs])$/, '$1 $2'), where: name }
}
