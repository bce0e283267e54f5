// While one network attacks with all it has, players from other networks sign in and join.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Installation, install, type Serving, type ShownAccount } from '../cli/norn.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { post, signIn, storms, type Target, type Timed } from './storm.ts'

const password = 'correct horse battery'
const joinsEach = 5
const pauseMs = 30

// In reality the attacker is on another machine. Here the attacker gets the lowest CPU priority, where that can be
// set.
const elsewhere = existsSync('/usr/bin/chrt')
  ? { execPath: '/usr/bin/chrt', execArgv: ['--idle', '0', process.execPath] }
  : {}

/** `FAIRNESS_ROUNDS=40 npm run attacks -- fairness` gives more precise figures. */
const rounds = Number(process.env['FAIRNESS_ROUNDS'] ?? 8)

const at = (all: readonly Timed[], share: number) =>
  all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? Number.NaN
const shown = (all: readonly Timed[]) => `${at(all, 0.5).toFixed(1)}, p95 ${at(all, 0.95).toFixed(1)} ms`

for (const [kind, fresh] of Object.entries(databases)) {
  describe(`fairness (${kind})`, () => {
    let database: FreshDatabase
    let norn: Installation
    let serving: Serving
    let players: ShownAccount[]
    before(async () => {
      database = await fresh()
      norn = await install()
      // Password hashing costs what it costs by default.
      const variables = {
        NORN_DATABASE_URL: database.url,
        NORN_TRUST_PROXY: '127.0.0.1',
        NORN_LOG_LEVEL: 'warn',
        NORN_METRICS_LISTEN: 'off',
        NORN_PASSWORD_MEMORY: '19456',
        NORN_PASSWORD_ITERATIONS: '2',
      }
      const create = async (name: string): Promise<ShownAccount> => {
        const line = ['account', 'create', '--username', name, '--email', `${name}@example.test`]
        const { status, stdout, stderr } = await norn.run([...line, '--password-stdin', '--json'], {
          stdin: password,
          variables,
        })
        assert.equal(status, 0, stderr)
        return JSON.parse(stdout)
      }
      players = [await create('attacker'), await create('victim')]
      serving = await norn.serve({ ...variables, NORN_LOG_LEVEL: 'info' })
    })
    after(async () => {
      serving.kill('SIGTERM')
      await serving.ended
      await norn.remove()
      await database.drop()
    })

    /** Players with addresses of their own sign in and join, one after the other. */
    async function play() {
      const signIns: Timed[] = []
      const joins: Timed[] = []
      for (let round = 0; round < rounds; round++) {
        const from = `198.51.100.${round + 1}`
        const signedIn = await signIn(serving.baseUrl, 'victim', from, password)
        signIns.push(signedIn)
        for (let n = 0; signedIn.status === 200 && n < joinsEach; n++) {
          const { accessToken } = JSON.parse(signedIn.text)
          const serverId = `${from} ${Math.random()}`
          const join = { accessToken, selectedProfile: players[1]?.id, serverId }
          joins.push(await post(serving.baseUrl, '/session/join', from, join))
          await sleep(pauseMs)
        }
      }
      return { signIns, joins }
    }

    for (const name of Object.keys(storms)) {
      test(`${name}`, { timeout: 120_000 }, async (t) => {
        const quiet = await play()
        const { baseUrl } = serving
        // Only the newest tokens of an account are valid.
        const { accessToken } = JSON.parse((await signIn(baseUrl, 'attacker', '192.0.2.1', password)).text)
        const target: Target = { baseUrl, profileId: players[0]?.id ?? '', token: accessToken, password }
        const storm = fork(
          fileURLToPath(new URL('storm.ts', import.meta.url)),
          [name, JSON.stringify(target)],
          elsewhere,
        )
        await sleep(1000)
        const attacked = await play()
        const message = once(storm, 'message')
        storm.send('stop')
        const [statuses] = await message
        // On a slow or busy machine the limit grows by the time that the same work took without the storm.
        const limitMs = Math.max(1000, 10 * at(quiet.signIns, 0.5))
        const good = attacked.signIns.filter(({ status, ms }) => status === 200 && ms < limitMs).length
        t.diagnostic(
          `attacker ${JSON.stringify(statuses)}; signed in within ${limitMs.toFixed(0)} ms: ${good} of ${rounds}`,
        )
        t.diagnostic(`sign-in ${shown(quiet.signIns)}, attacked ${shown(attacked.signIns)}`)
        t.diagnostic(`join ${shown(quiet.joins)}, attacked ${shown(attacked.joins)}`)
        assert.equal(
          attacked.joins.filter(({ status }) => status === 200).length,
          rounds * joinsEach,
          JSON.stringify(attacked.joins.map(({ status }) => status)),
        )
        assert.ok(good >= 0.95 * rounds, `${good} of ${rounds}`)
        // The process that makes the storm also uses the cores.
        assert.ok(
          at(attacked.joins, 0.95) < Math.max(2 * at(quiet.joins, 0.95), 40 * at(quiet.joins, 0.5), 200),
          'joins wait',
        )
      })
    }
  })
}
