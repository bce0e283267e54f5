// Judges how long writes were refused after a blow.
import type { Write } from './writes.ts'

/** Writes are back within this time, in milliseconds. */
export const promisedMs = 10_000

/** By the monotonic clock in milliseconds. */
export interface Struck {
  kind: string
  /** The name of the machine. */
  on: string
  strike: number
  /** When another machine led. */
  promotion: number
  /** When the first write that began after the blow was answered. */
  back: number
}

/** Returns what is wrong, and a line of figures. */
export function judge(
  { kind, on, strike, promotion, back }: Struck,
  writes: readonly Write[],
): { wrong: string[]; line: string } {
  const refused = writes.filter(({ begun, isAnswered }) => begun >= strike && !isAnswered)
  const last = Math.max(0, ...refused.map(({ begun }) => begun - strike))
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const line = `${kind} of ${on}: another one leads after ${seconds(promotion - strike)} s, writes are back after ${seconds(back - strike)} s, the last refused one began after ${seconds(last)} s; ${refused.length} were refused`
  const wrong: string[] = []
  if (back - strike > promisedMs) wrong.push(`${kind}: writes were back after ${seconds(back - strike)} s`)
  if (last > promisedMs) wrong.push(`${kind}: a write that began after ${seconds(last)} s was refused`)
  return { wrong, line }
}
