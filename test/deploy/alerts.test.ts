// The alert rules in Debian's promtool: each fires for its cause alone, and none for what a stranger can send.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { othersFailures } from '../../src/model/errors/others-failures.ts'
import { scratch } from '../scratch.ts'

const rules = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))
const skip = spawnSync('promtool', ['--version']).error ? 'promtool is not on this machine' : false

/** Series by their names and labels, with one value each minute in the notation of promtool. */
type Series = Readonly<Record<string, string>>

const of = 'job="norn", instance="a"'
const steps = (step: string, outcome: string) =>
  `norn_player_steps_total{${of}, step="${step}", outcome="${outcome}"}`
const answers = (status: number) =>
  `norn_http_request_duration_seconds_count{${of}, method="GET", route="/x", status="${status}"}`
const times = (metric: string, le: string, labels = '') => `${metric}_bucket{${of}, ${labels}le="${le}"}`
const joinTimes = (le: string) =>
  times('norn_http_request_duration_seconds', le, 'method="POST", route="/session/join", status="200", ')
const waits = (le: string) => times('norn_password_hash_wait_seconds', le)

/** A service that works: a join each second, which a game server takes, and a sign-in every other one. */
const quiet: Series = {
  [`up{${of}}`]: '1x200',
  [`norn_database_failures_total{${of}}`]: '0x200',
  [`norn_build_info{${of}, version="1"}`]: '1x200',
  [`norn_signing_key_created_timestamp_seconds{${of}, use="tokens"}`]: '0x200',
  [`nodejs_eventloop_lag_p99_seconds{${of}}`]: '0.02x200',
  [`process_open_fds{${of}}`]: '100x200',
  [`process_max_fds{${of}}`]: '1000x200',
  [`norn_password_hashes_waiting{${of}}`]: '0x200',
  [steps('join', 'ok')]: '0+60x200',
  [steps('hasJoined', 'ok')]: '0+60x200',
  [steps('authenticate', 'ok')]: '0+30x200',
  [answers(200)]: '0+600x200',
  [joinTimes('0.1')]: '0+60x200',
  [joinTimes('1')]: '0+60x200',
  [joinTimes('+Inf')]: '0+60x200',
  [waits('1')]: '0+30x200',
  [waits('5')]: '0+30x200',
  [waits('+Inf')]: '0+30x200',
}

const causes: Readonly<Record<string, Series>> = {
  NornDown: { [`up{${of}}`]: '0x200' },
  NornDatabaseFailing: { [`norn_database_failures_total{${of}}`]: '0+1x200' },
  NornErrors: { [answers(500)]: '0+30x200' },
  NornJoinsSlow: { [joinTimes('0.1')]: '0+40x200' },
  NornJoinsRefused: { [steps('hasJoined', 'ok')]: '0+30x200' },
  NornSignInsWait: { [waits('1')]: '0+15x200' },
  NornEventLoopSlow: { [`nodejs_eventloop_lag_p99_seconds{${of}}`]: '0.5x200' },
  NornFilesRunOut: { [`process_open_fds{${of}}`]: '900x200' },
  NornNotSent: { [`norn_outbox_oldest_timestamp_seconds{${of}, outbox="webhooks"}`]: '0x200' },
  NornVersionsDiffer: { [`norn_build_info{job="norn", instance="b", version="2"}`]: '1x200' },
  NornTokensKeyOld: {
    [`norn_signing_key_created_timestamp_seconds{${of}, use="tokens"}`]: `${-401 * 86_400}x200`,
  },
}

/** Guesses, questions about others and nonsense, a hundred a second each. */
const strangers: Series = {
  ...Object.fromEntries(
    ['join_unknown', 'never_joined', 'server_id_differs', 'join_taken', 'username_unknown'].map((outcome) => [
      steps('hasJoined', outcome),
      '0+6000x200',
    ]),
  ),
  ...Object.fromEntries(
    ['credentials_invalid', 'too_many_guesses', 'overloaded', 'login_unknown'].map((outcome) => [
      steps('authenticate', outcome),
      '0+6000x200',
    ]),
  ),
  [steps('join', 'join_token_invalid')]: '0+6000x200',
  [`norn_password_hashes_waiting{${of}}`]: '256x200',
  // An email to an address that cannot be reached.
  [`norn_outbox_oldest_timestamp_seconds{${of}, outbox="mail"}`]: '0x200',
  [waits('1')]: '0+30x200',
  [waits('5')]: '0+6000x200',
  [waits('+Inf')]: '0+6000x200',
  ...Object.fromEntries([400, 401, 403, 404, 413, 429].map((status) => [answers(status), '0+6000x200'])),
}

/** Requests that have another service asked, which does not answer. */
const unanswered: Series = {
  [answers(503)]: `0+${othersFailures.length * 60}x200`,
  ...Object.fromEntries(
    othersFailures.map((reason) => [`norn_refusals_total{${of}, reason="${reason}", detail=""}`, '0+60x200']),
  ),
}

interface Case {
  name: string
  series: Series
  firing: readonly string[]
}

/** Returns what promtool says against the cases; empty if nothing. */
function problems(cases: readonly Case[]): string {
  const file = join(mkdtempSync(join(scratch(), 'alerts-')), 'cases.json')
  const tests = cases.map(({ name, series, firing }) => ({
    name,
    interval: '1m',
    input_series: Object.entries({ ...quiet, ...series }).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '150m',
        exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }))
  // JSON is also YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

test('every alert has a case', () => {
  const names = [...readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  assert.deepEqual(names.toSorted(), Object.keys(causes).toSorted())
})

test('each alert fires for its cause, and no other one does', { skip }, () => {
  const cases = Object.entries(causes).map(([name, series]) => ({ name, series, firing: [name] }))
  assert.equal(problems(cases), '')
})

test('no alert fires while all is well, nor for what strangers send', { skip }, () => {
  assert.equal(
    problems([
      { name: 'quiet', series: {}, firing: [] },
      { name: 'strangers', series: strangers, firing: [] },
      { name: 'unanswered', series: unanswered, firing: [] },
      { name: 'both', series: { ...strangers, ...unanswered }, firing: [] },
    ]),
    '',
  )
})
