// npm run fuzz -- [options]: sends hostile input of every kind to the service; the same seed gives the same input.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { fuzz } from './run.ts'
import { readVectors, writeVector } from './vectors.ts'

const usage = `Usage: npm run fuzz -- [options]

  --inputs N      so many inputs, after the findings of earlier runs (100000)
  --seed S        the same seed makes the same inputs (drawn, and printed)
  --database URL  postgres://…, or postgres for one of its own; an SQLite file unless given
  --keep          write each finding to fuzz/vectors, where the next run tries it first

Exits with 1 where something was found.
`

const { values: given } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    database: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (given.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const directory = fileURLToPath(new URL('vectors', import.meta.url))
const seed = given.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given.seed)
const inputs = Number(given.inputs)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(inputs)) {
  process.stderr.write(usage)
  process.exit(2)
}

const say = (text: string) => process.stdout.write(text)
const postgres = given.database === 'postgres' ? await startPostgres() : undefined
const database = postgres?.url ?? given.database
const vectors = readVectors(directory)
const began = performance.now()
const rate = (done: number) => Math.round(done / ((performance.now() - began) / 1000))
/** The number of tenths of the inputs that was last logged. */
let tenths = 0
say(`seed ${seed}, ${inputs} inputs after ${vectors.length} of earlier findings\n`)

try {
  const { findings, counts, memory } = await fuzz({
    seed,
    inputs,
    vectors,
    ...(database && { variables: { NORN_DATABASE_URL: database } }),
    progress: (done, found) => {
      const line = `${done} of ${inputs}, ${rate(done)} a second, ${found} found`
      if (process.stderr.isTTY) process.stderr.write(`\r${line} `)
      else if (Math.floor((10 * done) / inputs) > tenths) {
        tenths = Math.floor((10 * done) / inputs)
        say(`${line}\n`)
      }
    },
    found: (finding) => {
      const { rule, where, detail, index, kind, bytes, good } = finding
      const shown = detail.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)
      say(
        `${process.stderr.isTTY ? '\n' : ''}${rule}: ${where}: ${shown} (${index < 0 ? 'a vector' : `input ${index}`})\n`,
      )
      if (!given.keep || index < 0) return
      const file = writeVector(directory, finding, kind, bytes, good)
      say(file ? `  written to ${file}\n` : `  too large for a vector: ${bytes.length} bytes\n`)
    },
  })
  say(`${process.stderr.isTTY ? '\n' : ''}${inputs} inputs, ${rate(inputs)} a second: ${kindsOf(counts)}\n`)
  say(
    `memory ${memory.before.toFixed(0)} MB, then ${memory.after.toFixed(0)} MB, resident ${memory.rss.toFixed(0)} MB\n`,
  )
  say(`${findings.length} found\n`)
  process.exitCode = findings.length > 0 ? 1 : 0
} finally {
  await postgres?.stop()
}

function kindsOf(counts: Record<string, number>): string {
  const wire = ['request', 'raw', 'heavy', 'flood']
  const parsed = Object.entries(counts).reduce(
    (sum, [kind, count]) => sum + (wire.includes(kind) ? 0 : count),
    0,
  )
  return [...wire.map((kind) => `${counts[kind] ?? 0} ${kind}`), `${parsed} to parsers`].join(', ')
}
