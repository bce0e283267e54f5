import { isObject } from '../json.ts'
import type { Chance } from '../random.ts'

/** Writes JSON in a form that no client has seen: members in another order, and some that nobody knows. */
export function disguised(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => disguised(each, chance))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, inner]) => [name, disguised(inner, chance)] as const)
  const strangers =
    chance.below(3) === 0
      ? [[`x_${chance.hex(6)}`, chance.pick<unknown>([null, 7, [], { a: 1 }])] as const]
      : []
  return Object.fromEntries(shuffled([...members, ...strangers], chance))
}

/** JSON with or without spaces and escapes. */
export function written(value: unknown, chance: Chance): string {
  const text = JSON.stringify(disguised(value, chance), undefined, chance.pick([0, 0, 2]))
  return chance.below(4) === 0
    ? text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const left = [...list]
  return list.map(() => left.splice(chance.below(left.length), 1)[0] as T)
}

/** Headers whose names nobody writes like that, but which mean the same. */
export const spelled = (headers: Record<string, string>, chance: Chance): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      chance.pick([name, name.toLowerCase(), name.toUpperCase()]),
      value,
    ]),
  )

/** A PEM with other line lengths and ends. */
export function wrapped(pem: string, chance: Chance): string {
  const [, label = '', base64 = ''] = /-----BEGIN ([A-Z ]+)-----([^-]+)-----END/.exec(pem) ?? []
  const end = chance.pick(['\n', '\r\n'])
  const width = chance.pick([64, 76, 4096])
  const lines = base64.replace(/\s/g, '').match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join(end) + chance.pick(['', end])
}
