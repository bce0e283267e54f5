// Reads limits from the source files that set them, so that a document can't state other numbers.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OptionName, options } from '../../src/config/options.ts'

/** A limit as text, and the place that sets it: a path from the root of the repository, or a setting. */
export interface Value {
  readonly text: string
  readonly where: string
}

const root = join(import.meta.dirname, '../..')
const sources = globSync('src/**/*.ts', { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/**
 * Finds the number that `name` has in the one source file whose path ends in `file`, so that folders may be renamed.
 * `member` picks a member of an object. Throws where no file, or more than one, has such a number.
 */
function numberIn(file: string, name: string, member?: string): { number: number; where: string } {
  const found = sources
    .filter(({ path }) => path.endsWith(`/${file}`))
    .flatMap(({ path, text }) => {
      const number = member === undefined ? numberOf(text, name) : memberOf(text, name, member)
      return number === undefined ? [] : [{ number, where: path }]
    })
  const [only, ...others] = found
  const called = member === undefined ? name : `${name}.${member}`
  if (!only || others.length > 0)
    throw new Error(`scripts/limits: ${found.length} files called ${file} set ${called}`)
  return only
}

/** Constants of any file may be multiples of these. */
const unitsOfTime = readFileSync(join(root, 'src/lib/measure/units.ts'), 'utf8')

const product = '([\\w.]+(?: \\* [\\w.]+)*)'

function numberOf(text: string, name: string): number | undefined {
  for (const [, factors = ''] of text.matchAll(new RegExp(`\\b${name} ?[:=] ${product}`, 'g'))) {
    const number = valueOf(factors, text)
    if (number !== undefined) return number
  }
  return undefined
}

function memberOf(text: string, name: string, member: string): number | undefined {
  const [, members = ''] = new RegExp(`\\b${name}(?:: [^={]+)? ?[:=] \\{([^}]*)\\}`).exec(text) ?? []
  const [, factors] = new RegExp(`\\b${member}: ${product}`).exec(members) ?? []
  return factors === undefined ? undefined : valueOf(factors, text)
}

/** The product of numbers and of constants of the same file, or of units.ts; undefined where it is anything else. */
function valueOf(factors: string, text: string): number | undefined {
  let value = 1
  for (const factor of factors.split(' * ')) {
    const number = /^[\d_]+$/.test(factor)
      ? Number(factor.replaceAll('_', ''))
      : (numberOf(text, `const ${factor}`) ?? unitOf(factor, text))
    if (number === undefined) return undefined
    value *= number
  }
  return value
}

const unitOf = (name: string, text: string): number | undefined =>
  text === unitsOfTime ? undefined : numberOf(unitsOfTime, `const ${name}`)

const withSeparators = (number: number): string => number.toLocaleString('en-US')

type Place = [file: string, name: string, member?: string]

/** The number as it is. */
export function count(...place: Place): Value {
  const { number, where } = numberIn(...place)
  return { text: withSeparators(number), where }
}

/** A number of bytes, in the largest binary unit that leaves no remainder. */
export function bytes(...place: Place): Value {
  const { number, where } = numberIn(...place)
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
export function time(...place: Place): Value {
  const { number, where } = numberIn(...place)
  const [size, unit] = units.find(([size]) => number % size === 0) ?? units[4]
  return { text: `${withSeparators(number / size)} ${unit}`, where }
}

/** The default of a setting. */
export function setting(name: OptionName): Value {
  const { defaultText = '' } = options[name]
  const text = /^\d+$/.test(defaultText) ? withSeparators(Number(defaultText)) : defaultText
  return { text: text.replace(/^(\d+)m$/, '$1 min').replace(/^([\d.]+)([dhs])$/, '$1 $2'), where: name }
}
