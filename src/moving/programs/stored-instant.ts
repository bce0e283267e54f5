/** A date and a time as databases print them; Go's has up to nine decimals. */
const printed = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Above it a number is milliseconds; as seconds it would be the year 5138. */
const latestSeconds = 100_000_000_000

/**
 * What a program has stored as a time, in epoch milliseconds: seconds or milliseconds, or a text, which is UTC
 * without a zone. Undefined for what stands for none: nothing, 0, the year 1.
 */
export function storedInstant(stored: unknown): number | undefined {
  const instant = read(stored)
  return instant !== undefined && instant > 0 ? instant : undefined
}

function read(stored: unknown): number | undefined {
  if (stored instanceof Date) return stored.getTime()
  if (typeof stored === 'number' || typeof stored === 'bigint') return ofNumber(Number(stored))
  if (typeof stored !== 'string') return undefined
  if (/^\d+$/.test(stored)) return ofNumber(Number(stored))
  const [, date, time, decimals = '', zone = 'Z'] = printed.exec(stored) ?? []
  if (date === undefined) return undefined
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const instant = Date.parse(`${date}T${time}.${decimals.slice(0, 3).padEnd(3, '0')}${offset}`)
  return Number.isNaN(instant) ? undefined : instant
}

const ofNumber = (number: number): number => Math.trunc(number > latestSeconds ? number : number * 1000)
