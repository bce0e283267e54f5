// /metrics of the real program, with its dashboard and alert rules, in a real Prometheus.
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { type Installation, install, type Serving } from './norn.ts'

const rules = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))
const board = JSON.parse(
  readFileSync(new URL('../../deploy/grafana/norn.json', import.meta.url), 'utf8'),
) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Fills in the variables of a panel, like Grafana. */
const filledIn = (expr: string) => expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m')
const panels = board.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, expr: filledIn(expr) })),
)

/** The parts that are used here. */
interface ApiAnswer {
  status: string
  error?: string
  data: {
    result: { value: [at: number, value: string] }[]
    groups: { rules: { name: string; health: string; state: string; query: string }[] }[]
  }
}

const skipWithout = (program: string) =>
  spawnSync(program, ['--version']).error ? `${program} is not on this machine` : false

let norn: Installation
let service: Serving
before(async () => {
  norn = await install()
  service = await norn.serve({ NORN_LOOKUP_BANS: 'on' })
  await traffic()
})
after(async () => {
  service.kill('SIGTERM')
  await service.ended
  await norn.remove()
})

/** Activity of players, and things that go wrong for them. */
async function traffic(): Promise<void> {
  const password = 'correct horse'
  const account = ['--username', 'Steve', '--email', 's@example.org', '--password', password]
  const { id } = await norn.json('account', 'create', ...account)
  const post = async (path: string, body: object) =>
    fetch(service.baseUrl + path, { method: 'POST', body: JSON.stringify(body) })
  const login = { username: 'Steve', clientToken: 'c' }
  const signedIn = await post('/auth/authenticate', { ...login, password })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  assert.equal((await post('/auth/authenticate', { ...login, password: 'wrong' })).status, 401)
  assert.equal((await post('/session/join', { accessToken, selectedProfile: id, serverId: 's' })).status, 200)
  const seen = `${service.baseUrl}/session/hasJoined?username=Steve&serverId=s`
  assert.deepEqual([(await fetch(seen)).status, (await fetch(seen)).status], [200, 401])
  assert.equal((await fetch(`${service.baseUrl}/nothing`)).status, 404)
}

const scrape = async () => (await fetch(`${service.operators}/metrics`)).text()

test('promtool has no complaints', { skip: skipWithout('promtool') }, async () => {
  const text = await scrape()
  const check = execFile('promtool', ['check', 'metrics'])
  let output = ''
  check.stderr?.on('data', (chunk) => (output += String(chunk)))
  check.stdout?.on('data', (chunk) => (output += String(chunk)))
  check.stdin?.end(text)
  const [status] = await once(check, 'close')
  assert.deepEqual([status, output], [0, ''])
})

test('the metrics show what has happened', async () => {
  const text = await scrape()
  for (const series of [
    /^norn_build_info\{version="\d[^"]*",node="\d[^"]*",database="sqlite"\} 1$/m,
    /^norn_http_request_duration_seconds_count\{method="POST",route="\/session\/join",status="200"\} 1$/m,
    /^norn_player_steps_total\{step="authenticate",outcome="ok"\} 1$/m,
    /^norn_player_steps_total\{step="authenticate",outcome="credentials_invalid"\} 1$/m,
    /^norn_player_steps_total\{step="refresh",outcome="ok"\} 0$/m,
    /^norn_player_steps_total\{step="join",outcome="ok"\} 1$/m,
    /^norn_player_steps_total\{step="hasJoined",outcome="ok"\} 1$/m,
    /^norn_player_steps_total\{step="hasJoined",outcome="join_taken"\} 1$/m,
    /^norn_refusals_total\{reason="join_unknown",detail="join_taken"\} 1$/m,
    /^norn_refusals_total\{reason="route_unknown",detail=""\} 1$/m,
    /^norn_password_hash_wait_seconds_count 2$/m,
    /^norn_password_hashes_waiting 0$/m,
    /^norn_database_statement_duration_seconds_count\{kind="read"\} [1-9]\d*$/m,
    /^norn_database_statement_duration_seconds_count\{kind="write"\} [1-9]\d*$/m,
    /^norn_database_failures_total 0$/m,
    /^norn_cache_requests_total\{cache="access_tokens",result="hit"\} 1$/m,
    /^norn_cache_entries\{cache="textures_properties"\} 1$/m,
    /^norn_outbox_waiting\{outbox="mail"\} 0$/m,
    /^norn_outbox_waiting\{outbox="webhooks"\} 0$/m,
    /^norn_lookup_bans\{kind="manual"\} 0$/m,
    /^norn_signing_key_created_timestamp_seconds\{use="textures"\} \d{10}(\.\d+)?$/m,
    /^process_cpu_seconds_total \d/m,
    /^process_open_fds \d+$/m,
    /^nodejs_eventloop_lag_p99_seconds \d/m,
  ]) {
    assert.match(text, series)
  }
  // A metric that got lost would not be shown by anything.
  const shown = panels.map(({ expr }) => expr).join() + readFileSync(rules, 'utf8')
  const own = [...text.matchAll(/^# TYPE (norn_\w+) /gm)].map(([, name = '']) => name)
  assert.ok(own.length > 10)
  assert.deepEqual(
    own.filter((name) => !shown.includes(name)),
    [],
  )
})

test('promtool accepts the alert rules', { skip: skipWithout('promtool') }, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /SUCCESS: 11 rules found/)
})

test('Prometheus can answer every panel and rule', { skip: skipWithout('prometheus') }, async (t) => {
  const port = await freePort()
  const config = join(norn.directory, 'prometheus.json')
  // JSON is also YAML.
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [
        { job_name: 'norn', static_configs: [{ targets: [new URL(service.operators).host] }] },
      ],
    }),
  )
  const prometheus = spawn('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(norn.directory, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ])
  t.after(async () => {
    prometheus.kill('SIGKILL')
    await once(prometheus, 'exit')
  })
  const ask = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json() as Promise<ApiAnswer>
  const result = async (expr: string) => {
    const { status, data, error } = await ask(`query?query=${encodeURIComponent(expr)}`)
    assert.equal(status, 'success', `${expr}: ${error}`)
    return data.result
  }
  // A rate needs at least two samples.
  const scrapes = () => result('count_over_time(up[1m])').catch(() => [])
  await until('Prometheus has scraped', async () => Number((await scrapes())[0]?.value[1] ?? 0) >= 3)
  assert.ok(panels.length > 20)
  for (const { title, expr } of panels) assert.ok((await result(expr)).length > 0, `${title}: ${expr}`)

  let groups: ApiAnswer['data']['groups'] = []
  const isEvaluated = () =>
    groups.length > 0 && groups.every((group) => group.rules.every(({ health }) => health !== 'unknown'))
  await until('the rules are evaluated', async () => {
    groups = (await ask('rules')).data.groups
    return isEvaluated()
  })
  const all = groups.flatMap((group) => group.rules)
  assert.equal(all.length, 11)
  assert.deepEqual(
    all.filter(({ health, state }) => health !== 'ok' || state !== 'inactive'),
    [],
  )
  // A rule that names a missing metric is silent forever.
  const names = [...new Set(all.flatMap(({ query }) => query.match(/\b(?:norn|process|nodejs)_\w+/g) ?? []))]
  assert.ok(names.length > 8)
  // An empty queue has no age: its metric exists without a value.
  const shown = await scrape()
  for (const name of names)
    assert.ok(shown.includes(`# TYPE ${name} gauge\n`) || (await result(name)).length > 0, name)
})
