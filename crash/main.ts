// npm run crash -- [options]: kills the service, or its database, under load again and again, and asks it afterwards for everything
// that it has answered with success; with --mishap, something else happens to it.
import { parseArgs } from 'node:util'
import { killAgainAndAgain } from './kills.ts'
import { againWithOwnMounts, hasOwnMounts } from './mishaps/disk.ts'
import { mishaps } from './mishaps/list.ts'

const usage = `Usage: npm run crash -- [options]

  --kills N            how often (100)
  --players N          how many act at the same time (12)
  --seed S             the same seed chooses the same traffic and moments (1)
  --database postgres  a PostgreSQL of its own; an SQLite file unless given
  --workers N          so many processes on PostgreSQL (1)
  --victim V           norn (default), or postgres: the database is killed, and the service continues
  --mishap M           instead of kills, on an SQLite file: ${Object.keys(mishaps).join(', ')}

Exits with 1 if something that was answered with success is gone, has come back or was given twice, or if an email or an
event was not sent, or was sent twice without a kill. SIGTERM ends it early, with its figures.
`

const { values: given } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    players: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    workers: { type: 'string', default: '1' },
    victim: { type: 'string', default: 'norn' },
    mishap: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [kills, players, seed, workers] = [given.kills, given.players, given.seed, given.workers].map(Number)
const database = oneOf(given.database, ['sqlite', 'postgres'])
const victim = oneOf(given.victim, ['norn', 'postgres'])

function oneOf<Word extends string>(word: string, words: readonly Word[]): Word | undefined {
  return words.find((one) => one === word)
}

const isUsable =
  [kills, players, workers].every((number) => Number(number) > 0) &&
  (database === 'postgres' || (victim === 'norn' && workers === 1))
if (given.help || !isUsable || !database || !victim) {
  process.stdout.write(usage)
  process.exit(given.help ? 0 : 2)
}

const mishap = mishaps[given.mishap ?? '']
if (given.mishap !== undefined && !mishap) {
  process.stdout.write(usage)
  process.exit(2)
}
if (mishap?.needsDisk && !hasOwnMounts()) {
  const status = await againWithOwnMounts()
  if (status === undefined)
    process.stdout.write(`skipped: this machine lets nobody mount a disk of their own (unshare)\n`)
  process.exit(status ?? 0)
}

const tell = (line: string) => void process.stdout.write(`${line}\n`)
const wrong = mishap
  ? await mishap.run({ seed: Number(seed), players: Number(players), tell })
  : await killAgainAndAgain(
      {
        kills: Number(kills),
        players: Number(players),
        seed: Number(seed),
        database,
        workers: Number(workers),
        victim,
      },
      tell,
    )
for (const what of wrong) tell(`wrong: ${what}`)
process.exitCode = wrong.length === 0 ? 0 : 1
