/** Matches a date, with or without a time, as databases print them. Go writes up to nine decimals. */
const printed =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/** Larger numbers are milliseconds. As seconds, this one is the year 5138. */
const latestSeconds = 100_000_000_000

/**
 * Reads a time as programs store it, in epoch milliseconds: a number of seconds or milliseconds, or a text, which is in
 * UTC unless it names a zone. A date alone is its midnight. Returns undefined for values that mean no time: an empty
 * one, 0, 0000-00-00, the year 1.
 */
export function storedInstant(stored: unknown): number | undefined {
  const instant = read(stored)
  return instant !== undefined && instant > 0 ? instant : undefined
}

/** Returns true for a value that means a time which nobody can tell. */
export const isUnreadable = (stored: unknown): boolean =>
  stored !== undefined && stored !== null && stored !== '' && read(stored) === undefined

function read(stored: unknown): number | undefined {
  const instant = parse(stored)
  return instant === undefined || Number.isNaN(instant) ? undefined : instant
}

function parse(stored: unknown): number | undefined {
  if (stored instanceof Date) return stored.getTime()
  if (typeof stored === 'number' || typeof stored === 'bigint') return ofNumber(Number(stored))
  if (typeof stored !== 'string') return undefined
  if (/^\d+(?:\.0+)?$/.test(stored)) return ofNumber(Number(stored))
  if (stored.startsWith('0000-00-00')) return 0
  const [, year, month, day, time = '00:00', seconds = ':00', decimals = '', zone = 'Z'] =
    printed.exec(stored) ?? []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  return Date.parse(
    `${year}-${month}-${day}T${time}${seconds}.${decimals.slice(0, 3).padEnd(3, '0')}${offset}`,
  )
}

/** Date.parse takes 30 February for 2 March. */
const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

const ofNumber = (number: number): number => Math.trunc(number > latestSeconds ? number : number * 1000)
