// The speed of the host, by a calculation of some 9 ms like those of the tests: text, JSON and a hash.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** The time of the calculation on the host of durations.json, which was idle. */
const stored = new URL('host.json', import.meta.url)

const rounds = 9
/** A slow host has fewer rounds, so that nobody waits for it. */
const mostMs = 150

/** Returns the milliseconds that the calculation takes now: the median, since a busy host is slow as well. */
export function measureHost(): number {
  const times: number[] = []
  for (const end = performance.now() + mostMs; times.length < rounds && performance.now() < end; ) {
    const began = performance.now()
    calculate()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}

function calculate(): string {
  let text = 'norn'
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: at.toString(16).padStart(32, '0'),
    name: `Player_${at}`,
  }))
  for (let turn = 0; turn < 40; turn++) {
    const parsed: typeof rows = JSON.parse(JSON.stringify(rows))
    text = createHash('sha256')
      .update(parsed.map(({ id, name }) => `${name} ${id} ${text}`).join())
      .digest('hex')
  }
  return text
}

/** Returns the first line of a run. */
export function aboutHost(tookMs: number, { calculationMs }: Host = hostOfDurations()): string {
  const times = tookMs / calculationMs
  const compared =
    times > 1.15 ? `${times.toFixed(1)} times slower than` : times < 0.85 ? 'faster than' : 'as fast as'
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
  return `this host is ${compared} the one of test/run/durations.json (${load})`
}

interface Host {
  readonly calculationMs: number
}

const hostOfDurations = (): Host => JSON.parse(readFileSync(stored, 'utf8'))

/** Stores this host as the one of durations.json. */
export function keepHost(tookMs: number): void {
  writeFileSync(stored, `${JSON.stringify({ calculationMs: Math.round(tookMs * 10) / 10 })}\n`)
}
