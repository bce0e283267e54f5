// While one network does its worst, players from elsewhere sign in and join.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, install, type Serving, type ShownAccount } from '../cli/norn.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { makePng, noise } from '../png.ts'

const password = 'correct horse battery'
const roundsQuiet = 5
const roundsAttacked = 8
const pauseMs = 30

interface Timed {
  status: number
  ms: number
  text: string
}

for (const [kind, fresh] of Object.entries(databases)) {
  describe(`H1 (${kind})`, () => {
    let database: FreshDatabase
    let norn: Installation
    let serving: Serving
    let players: ShownAccount[]
    let token: string
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
    before(async () => {
      database = await fresh()
      norn = await install()
      // The costs of passwords are what they are by default.
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
      agent.destroy()
      serving.kill('SIGTERM')
      await serving.ended
      await norn.remove()
      await database.drop()
    })

    function send(
      method: string,
      path: string,
      from: string,
      type = '',
      body: string | Buffer = '',
      bearer = '',
    ) {
      const startedAt = performance.now()
      return new Promise<Timed>((resolve) => {
        const failed = () => resolve({ status: 0, ms: performance.now() - startedAt, text: '' })
        const headers = {
          'x-forwarded-for': from,
          'content-length': Buffer.byteLength(body),
          ...(type && { 'content-type': type }),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        }
        const sent = request(serving.baseUrl + path, { method, agent, headers }, (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('error', failed)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt, text }),
          )
        })
        sent.on('error', failed).end(body)
      })
    }
    const post = (path: string, from: string, body: unknown) =>
      send('POST', path, from, 'application/json', JSON.stringify(body))
    const signIn = (username: string, from: string, secret = password) =>
      post('/auth/authenticate', from, { username, password: secret, clientToken: 'launcher' })

    /** Players from addresses of their own sign in and join, one after the other. */
    async function play(rounds: number) {
      const signIns: Timed[] = []
      const joins: Timed[] = []
      for (let round = 0; round < rounds; round++) {
        const from = `198.51.100.${round + 1}`
        const signedIn = await signIn('victim', from)
        signIns.push(signedIn)
        if (signedIn.status === 200) {
          const { accessToken } = JSON.parse(signedIn.text)
          const serverId = `${from} ${Math.random()}`
          joins.push(
            await post('/session/join', from, { accessToken, selectedProfile: players[1]?.id, serverId }),
          )
        }
        await sleep(pauseMs)
      }
      return { signIns, joins }
    }

    const p95 = (all: readonly Timed[]) =>
      all.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? Number.NaN

    const skin = makePng(64, 64, noise(1))
    const boundary = 'fairness'
    const form = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nslim\r\n`),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="s.png"\r\n`),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      skin,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const site = (n: number) => `2001:db8:1:${(n % 65_536).toString(16)}::1`
    const attacks: Record<string, { connections: number; send: (n: number) => Promise<Timed> }> = {
      'sign-in with the right password': { connections: 200, send: () => signIn('attacker', '192.0.2.1') },
      'wrong logins from every /64 of a /48': {
        connections: 200,
        send: (n) => signIn(`nobody${n}`, site(n), 'wrong'),
      },
      upload: {
        connections: 24,
        send: () => {
          const path = `/authlib-injector/api/user/profile/${players[0]?.id}/skin`
          return send('PUT', path, '192.0.2.1', `multipart/form-data; boundary=${boundary}`, form, token)
        },
      },
      lookup: {
        connections: 4,
        send: (n) => send('GET', `/api/users/profiles/game/nobody${n}`, '192.0.2.1'),
      },
    }

    for (const [name, attack] of Object.entries(attacks)) {
      test(`H1: ${name}`, { timeout: 60_000 }, async (t) => {
        const quiet = await play(roundsQuiet)
        // Of an account's tokens only the newest are alive.
        token = JSON.parse((await signIn('attacker', '192.0.2.1')).text).accessToken
        let isOver = false
        let count = 0
        const statuses = new Map<number, number>()
        const storm = Array.from({ length: attack.connections }, async () => {
          while (!isOver) {
            const { status } = await attack.send(count++)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            // Whoever is turned away at once comes again, and not so fast that this process is what is slow.
            if (status === 429) await sleep(200)
          }
        })
        await sleep(300)
        const attacked = await play(roundsAttacked)
        isOver = true
        await Promise.all(storm)
        // On a machine that is busy with other things everything takes as much longer.
        const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
        const limitMs = 1000 * busy
        const good = attacked.signIns.filter(({ status, ms }) => status === 200 && ms < limitMs).length
        const shown = [...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')
        t.diagnostic(
          `attacker ${shown}; signed in within ${limitMs.toFixed(0)} ms ${good} of ${roundsAttacked}`,
        )
        t.diagnostic(`sign-in p95 ${p95(quiet.signIns).toFixed(0)} to ${p95(attacked.signIns).toFixed(0)} ms`)
        t.diagnostic(`join p95 ${p95(quiet.joins).toFixed(1)} to ${p95(attacked.joins).toFixed(1)} ms`)
        assert.equal(attacked.joins.filter(({ status }) => status === 200).length, roundsAttacked)
        assert.ok(good >= 0.95 * roundsAttacked, `${good} of ${roundsAttacked}`)
        // What the storm takes of the cores in this process is not the service's.
        assert.ok(p95(attacked.joins) < Math.max(2 * p95(quiet.joins), 50 * busy), 'joins wait')
      })
    }
  })
}
