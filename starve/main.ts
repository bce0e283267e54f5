// npm run starve -- [options]: how long game servers wait for hasJoined while clients of others do their worst.
import { parseArgs } from 'node:util'
import { loads } from './loads.ts'
import { excesses, header, line, measure } from './rounds.ts'
import { openScene } from './scene.ts'

const usage = `Usage: npm run starve -- [options]

  --load NAME        this one alone; may be given several times: ${loads.map(({ name }) => name).join(', ')}
  --rounds N         rounds of each, with and without it in turn (12)
  --seconds S        the time that game servers ask in each half of a round (0.5)
  --database D       postgres for one of its own; an SQLite file unless given
  --checkout FOLDER  the service of another checkout

Exits with 1 if the others' 95th percentile or the memory is above its limit. The percentile is that of the quarter of the
rounds in which it was lowest.
`

const { values: given } = parseArgs({
  options: {
    load: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.5' },
    database: { type: 'string', default: 'sqlite' },
    checkout: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(given.rounds), Number(given.seconds)]
const { database } = given
const chosen = loads.filter(({ name }) => given.load.length === 0 || given.load.includes(name))
const isUsable = rounds > 0 && seconds > 0 && chosen.length >= given.load.length
if (given.help || !isUsable || (database !== 'sqlite' && database !== 'postgres')) {
  process.stdout.write(usage)
  process.exit(given.help ? 0 : 2)
}

await using scene = await openScene({ database, checkout: given.checkout })
process.stdout.write(header)
const wrong: string[] = []
for (const load of chosen) {
  const outcome = await measure(scene, load, { rounds, milliseconds: seconds * 1000 })
  process.stdout.write(line(outcome))
  wrong.push(...excesses(outcome))
}
for (const what of wrong) process.stdout.write(`wrong: ${what}\n`)
process.exitCode = wrong.length === 0 ? 0 : 1
