import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningProgram } from '../fuzz/service.ts'

/** What is looked at once an interval. Sizes in MB, times in ms. */
export interface Sample {
  rss: number
  heap: number
  external: number
  handles: number
  files: number
  data: number
  p99: number
  requests: number
}

const mb = (bytes: number): number => bytes / 2 ** 20

export async function sample(
  service: RunningProgram,
  dataDirectory: string,
  times: readonly number[],
): Promise<Sample> {
  const { rss, heapUsed, external, handles } = await service.probe(true)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rss: mb(rss),
    heap: mb(heapUsed),
    external: mb(external),
    handles,
    files: readdirSync(`/proc/${service.pid}/fd`).length,
    data: mb(sizeOf(dataDirectory)),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    requests: times.length,
  }
}

/** Bytes of all files below; one may go while they are counted. */
function sizeOf(directory: string): number {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return files.reduce((sum, file) => {
    const found = statSync(join(directory, file), { throwIfNoEntry: false })
    return sum + (found?.isFile() ? found.size : 0)
  }, 0)
}

/** What the last tenth may have beyond the second: a part of it, and an absolute allowance for small figures. */
const bounds: Record<Exclude<keyof Sample, 'requests'>, { part: number; allowance: number }> = {
  rss: { part: 0.15, allowance: 25 },
  heap: { part: 0.15, allowance: 6 },
  external: { part: 0.2, allowance: 8 },
  handles: { part: 0.1, allowance: 16 },
  files: { part: 0.1, allowance: 16 },
  data: { part: 0.15, allowance: 8 },
  p99: { part: 1, allowance: 50 },
}

export interface Growth {
  what: string
  before: number
  after: number
  most: number
  isWithin: boolean
}

/** The second tenth beside the last: the first is the warm-up. A tenth counts by its median. */
export function growth(samples: readonly Sample[]): Growth[] {
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const second = samples.slice(tenth, 2 * tenth)
  const last = samples.slice(-tenth)
  return Object.entries(bounds).map(([what, { part, allowance }]) => {
    const of = (some: readonly Sample[]) => median(some.map((one) => one[what as keyof Sample]))
    const [before, after] = [of(second), of(last)]
    const most = before * (1 + part) + allowance
    return { what, before, after, most, isWithin: after <= most }
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
