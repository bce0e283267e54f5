// npm run failover -- [options]: strikes the primary of PostgreSQL under Patroni while players act, and asks afterwards for
// everything that was answered with success.
import { parseArgs } from 'node:util'
import { blows } from './blows.ts'
import { againWithOwnNetwork, hasOwnNetwork } from './network.ts'
import { programsOf, ways } from './poolers.ts'
import { missingPostgres, missingPrograms } from './programs.ts'
import { proxies } from './proxies.ts'
import { strikeAgainAndAgain } from './run.ts'
import { updateBehind } from './update.ts'

const usage = `Usage: npm run failover -- [options]

  --blow B      ${Object.keys(blows).join(', ')}; all of them in turns unless given
  --through W   ${ways.join(', ')}: what stands between Norn and PostgreSQL (direct)
  --update P    instead of blows, two instances of 0.2.0 are updated behind ${Object.keys(proxies).join(' or ')}
  --local-commits   a planted fault: writes are answered before the standby has them, so that split has to fail
  --rounds N    how often each (1)
  --players N   how many act at the same time (6)
  --seed S      the same seed chooses the same traffic and moments (1)

failover/README.md says what it needs. Exits with 1 if writes were not back within ten seconds, if something that was
answered with success is gone or has come back, if two game servers were told yes to one join, or if an answer was neither
success nor 503. An update exits with 1 if any request was lost.
`

const { values: given } = parseArgs({
  options: {
    blow: { type: 'string' },
    'local-commits': { type: 'boolean', default: false },
    update: { type: 'string' },
    through: { type: 'string', default: 'direct' },
    rounds: { type: 'string', default: '1' },
    players: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const [rounds, players, seed] = [given.rounds, given.players, given.seed].map(Number)
const wanted = given.blow === undefined ? Object.keys(blows) : [given.blow]
const way = ways.find((one) => one === given.through)
const proxy = (['nginx', 'caddy'] as const).find((one) => one === given.update)
const isUsable =
  (given.update === undefined || proxy !== undefined) &&
  wanted.every((name) => name in blows) &&
  [rounds, players].every((number) => Number(number) > 0)
if (given.help || !isUsable || !way) {
  process.stdout.write(usage)
  process.exit(given.help ? 0 : 2)
}

const tell = (line: string) => void process.stdout.write(`${line}\n`)

/** Ends this process with what is wrong. */
function end(wrong: readonly string[]): never {
  for (const what of wrong) tell(`wrong: ${what}`)
  process.exit(wrong.length === 0 ? 0 : 1)
}

function skipWithout(missing: readonly string[]): void {
  if (missing.length === 0) return
  tell(`skipped: this machine has no ${missing.join(' and no ')}`)
  process.exit(0)
}

if (proxy) {
  skipWithout(missingPrograms(proxy))
  end(await updateBehind(proxy, tell))
}
skipWithout([...missingPrograms('patroni', 'etcd', ...programsOf(way)), ...missingPostgres()])
if (!hasOwnNetwork()) {
  const status = await againWithOwnNetwork()
  if (status !== undefined) process.exit(status)
}
const kinds = wanted.filter((name) => hasOwnNetwork() || !blows[name]?.needsNetwork)
for (const name of wanted)
  if (!kinds.includes(name))
    tell(`skipped ${name}: this machine lets nobody have a network of their own (unshare)`)
const order = {
  kinds,
  way,
  localCommits: given['local-commits'],
  rounds: Number(rounds),
  players: Number(players),
  seed: Number(seed),
}
end(kinds.length === 0 ? [] : await strikeAgainAndAgain(order, tell))
