/** Matches a date and time as databases print them. Go writes up to nine decimals. */
const printed = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Larger numbers are milliseconds. As seconds, this one is the year 5138. */
const latestSeconds = 100_000_000_000

/**
 * Reads a time as programs store it, in epoch milliseconds: a number of seconds or milliseconds, or a text, which is in
 * UTC unless it names a zone. Returns undefined for values that mean no time: an empty one, 0, the year 1.
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
