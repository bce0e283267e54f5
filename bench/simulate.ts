// npm run bench:simulate -- [options]: what installations that nobody has would answer, from measured costs.
import { parseArgs } from 'node:util'
import { type Installation, installations, simulatedRow } from './model.ts'

const usage = `Usage: npm run bench:simulate -- [options]

Without options it prints the rows of docs/scaling.md.

  --joins N        joins a second, of an installation of your own
  --processes N    processes of Norn, each with a core (1)
  --database N     cores of the database (1)
  --unsigned S     the share of hasJoined whose signature is in no cache (0.01)
  --sign-ins S     sign-ins for each join (0.01)
  --commit MS      milliseconds until a commit is on the disk (1)
  --seconds S      simulated seconds (1)
  --seed N         the same seed gives the same figures (1)
`

const { values } = parseArgs({
  options: {
    joins: { type: 'string' },
    processes: { type: 'string', default: '1' },
    database: { type: 'string', default: '1' },
    unsigned: { type: 'string', default: '0.01' },
    'sign-ins': { type: 'string', default: '0.01' },
    commit: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

const own = (joins: string): Installation => ({
  joinsPerSecond: Number(joins),
  processes: Number(values.processes),
  databaseCores: Number(values.database),
  unsigned: Number(values.unsigned),
  signIns: Number(values['sign-ins']),
  commitMs: Number(values.commit),
})
const seed = Number(values.seed)
const seconds = values.seconds === undefined ? {} : { seconds: Number(values.seconds) }
const asked = values.joins === undefined ? installations : [own(values.joins)]

console.log(
  '| joins per second | processes, busy | their threads | database cores, busy | join ms | hasJoined ms | lookup ms |',
)
console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const installation of asked) console.log(simulatedRow({ ...installation, ...seconds, seed }))
