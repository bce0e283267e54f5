// Judges what has arrived by mail and at the webhook: each change that was answered is told, and told once, except for
// what was under way when somebody died.
import type { Arrivals } from './arrivals.ts'

/** From just before a kill, when a note of a sent message may have been lost, until nothing more was sent. */
export interface Outage {
  from: number
  to: number
}

/** A note follows within this time, in milliseconds. */
export const noteMs = 2000

/** Returns what is wrong, in words. `atOnce` is how many may be under way at a time. */
export function wrongOfRepeats(
  what: string,
  messages: Arrivals,
  outages: readonly Outage[],
  atOnce: number,
): string[] {
  const wrong: string[] = []
  const counts = new Map<Outage, number>()
  for (const [id, { at }] of messages)
    for (const [n, second] of at.entries()) {
      const first = at[n - 1]
      if (first === undefined) continue
      const outage = outages.find(({ from, to }) => first >= from && first <= to && second > from + noteMs)
      if (outage) counts.set(outage, (counts.get(outage) ?? 0) + 1)
      else wrong.push(`${what} ${id} was sent twice, and nobody died meanwhile`)
    }
  for (const count of counts.values())
    if (count > atOnce)
      wrong.push(`${count} messages (${what}) came twice after one kill: at most ${atOnce} were under way`)
  return wrong
}

/** The words of answered changes that no message has. */
export function untold(words: readonly string[], messages: Arrivals): string[] {
  const all = [...messages.values()].map(({ text }) => text).join('\n')
  return words.filter((word) => !all.includes(word))
}

/** The words that several messages have. Each was said of one change. */
export function toldTwice(words: readonly string[], messages: Arrivals): string[] {
  const texts = [...messages.values()].map(({ text }) => text)
  return words.filter((word) => texts.filter((text) => text.includes(word)).length > 1)
}
