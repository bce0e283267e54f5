/**
 * Returns for how many milliseconds a `Retry-After` asks to wait: a number of seconds, or a date (RFC 9110, section
 * 10.2.3). Some services send fractions. Undefined if it is neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // Other dates than those of HTTP, such as a bare year, are read too willingly.
  const at = /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
