import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { RunningProgram } from '../fuzz/service.ts'

/** The figures of one interval. Sizes are in MB, times in ms. */
export interface Sample {
  rss: number
  heap: number
  external: number
  handles: number
  files: number
  /** The size of the data directory, and of a database on PostgreSQL, without the audit log. */
  data: number
  /** The size of the audit log, which is kept for a year however much happens. */
  audit: number
  p99: number
  requests: number
}

export const columns = [
  'rss',
  'heap',
  'external',
  'handles',
  'files',
  'data',
  'audit',
  'p99',
  'requests',
] as const satisfies readonly (keyof Sample)[]

const mb = (bytes: number): number => bytes / 2 ** 20

/** `database` is the URL of a database that is not in the directory. */
export async function sample(
  service: RunningProgram,
  directory: string,
  times: readonly number[],
  database: string | undefined,
): Promise<Sample> {
  const { rss, heapUsed, external, handles } = await service.probe(true)
  const outside = database === undefined ? { whole: 0, audit: 0 } : await sizesOf(database)
  const inside = auditIn(join(directory, 'data', 'norn.sqlite'))
  const data = sizeOf(directory) - inside + outside.whole - outside.audit
  const sorted = times.toSorted((a, b) => a - b)
  return {
    rss: mb(rss),
    heap: mb(heapUsed),
    external: mb(external),
    handles,
    files: readdirSync(`/proc/${service.pid}/fd`).length,
    data: mb(data),
    audit: mb(inside + outside.audit),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    requests: times.length,
  }
}

/** Returns the bytes of all files below a directory; a file may disappear while they are counted. */
function sizeOf(directory: string): number {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return files.reduce((sum, file) => {
    const found = statSync(join(directory, file), { throwIfNoEntry: false })
    return sum + (found?.isFile() ? found.size : 0)
  }, 0)
}

/** Returns the bytes of the audit log and its indexes. */
function auditIn(file: string): number {
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const row = database
      .prepare(
        `select sum(pgsize) as bytes from dbstat
         where name in (select name from sqlite_schema where tbl_name in ('audit_entry', 'audit_seal'))`,
      )
      .get()
    return Number(row?.['bytes'])
  } finally {
    database.close()
  }
}

/** Returns the bytes of a database on PostgreSQL, and of the audit log in it with its indexes. */
async function sizesOf(url: string): Promise<{ whole: number; audit: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select pg_database_size(current_database()) as whole,
              pg_total_relation_size('audit_entry') + pg_total_relation_size('audit_seal') as audit`,
    )
    return { whole: Number(rows[0].whole), audit: Number(rows[0].audit) }
  } finally {
    await client.end()
  }
}

/**
 * The allowed growth from the second tenth to the last: relative, plus an absolute allowance for small figures.
 */
const bounds: Record<Exclude<keyof Sample, 'requests' | 'audit'>, { part: number; allowance: number }> = {
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

/**
 * Compares the second tenth with the last. The first is the warm-up: compiled code, caches that fill, and the first rows of
 * everybody grow in it without a leak. The median stands for a tenth.
 */
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
