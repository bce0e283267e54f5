// The output of a run: in all forms, and without secrets.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Secrets } from '../../kit/src/http/secrets.ts'
import { summarise } from '../../kit/src/report/report.ts'
import { type Checked, startChecked } from './checked.ts'
import { commandAt, file, folder } from './command.ts'
import { assertLevels } from './level.ts'
import { answers, came, members } from './wrong.ts'

let checked: Checked
before(async () => {
  checked = await startChecked()
})
after(() => checked.close())

/** Two mistakes: one causes a failure and one a warning. */
const wrong = () => {
  const one = members(
    (request) => request.path.endsWith('/refresh'),
    (json) => ({ ...json, clientToken: 'other' }),
  )()
  const two = answers(
    (request) => request.path.endsWith('/validate/'),
    () => came(301, undefined, { location: '/x' }),
  )()
  return (request: Parameters<typeof one>[0], forward: Parameters<typeof one>[1]) =>
    request.path.endsWith('/validate/') ? two(request, forward) : one(request, forward)
}

const profiles = ['--profiles', 'probe,core']

test("every form of the report has the run's findings", async (t) => {
  checked.proxy.mutate = wrong()
  t.after(() => checked.right())
  const accounts = await file(t, 'accounts.json', checked.accounts)
  const directory = await folder(t)
  const { status, out } = await commandAt(
    checked.clock,
    checked.proxy.origin,
    ...profiles,
    '--accounts',
    accounts,
    '--report',
    directory,
  )
  assert.equal(status, 1, out)
  assert.match(out, /^fail +core\.refresh\.answer$/m)
  assert.match(out, /^ {2}expected +the same clientToken$/m)
  assert.match(out, /^ {2}request +POST http/m)
  assert.match(out, /^ {2}breaks +every client/m)
  const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'))
  assert.deepEqual(report.kit, { name: 'account-server-check', version: '0.1.0' })
  assert.deepEqual(report.target.layout, 'authlib-injector')
  assert.equal(report.target.implementation.name, 'Norn')
  assertLevels(report)
  assert.equal(report.profiles.core.level, 'fails')
  assert.equal(report.profiles.probe.level, 'conformant')
  assert.deepEqual([report.profiles.probe.fail, report.profiles.probe.warn], [0, 1])
  const failed = report.checks.find(({ id }: { id: string }) => id === 'core.refresh.answer')
  assert.equal(failed.result, 'fail')
  assert.equal(failed.profile, 'core')
  assert.equal(failed.answer.status, 200)
  assert.match(failed.request.url, /\/refresh$/)
  const junit = await readFile(join(directory, 'junit.xml'), 'utf8')
  assert.match(junit, /<testsuite name="core" tests="\d+" failures="2"/)
  assert.match(junit, /<testcase classname="core" name="core\.refresh\.answer"><failure /)
  assert.match(junit, /<skipped message="not-offered: /)
  const html = await readFile(join(directory, 'report.html'), 'utf8')
  assert.match(html, /<details open><summary><span class="result fail">fail<\/span>/)
  assert.doesNotMatch(html, /<(?:script|link|img|iframe)\b|src=|url\(/)
  assert.match(html, /<meta name="viewport"/)
  assert.match(html, /prefers-color-scheme:dark/)
  const badge = JSON.parse(await readFile(join(directory, 'badge.json'), 'utf8'))
  assert.deepEqual(badge, {
    schemaVersion: 1,
    label: 'account server',
    message: '2 checks fail',
    color: 'red',
  })
  assert.match(
    await readFile(join(directory, 'badge.svg'), 'utf8'),
    /^<svg [^>]*aria-label="account server: 2 checks fail"/,
  )
})

test('no form of a report, and no output, contains a password or a token', async (t) => {
  const issued = new Set<string>(
    checked.accounts.flatMap(({ password }) => [password, encodeURIComponent(password)]),
  )
  checked.proxy.mutate = async (request, forward) => {
    const answer = await forward(request)
    for (const text of [
      request.body.toString(),
      answer.body.toString(),
      request.headers['authorization'] ?? '',
    ])
      for (const [, secret = ''] of text.matchAll(
        /(?:"(?:accessToken|access_token|refresh_token|id_token|device_code|privateKey)":"|Bearer |password=)([^"&\s]{20,})/g,
      ))
        issued.add(secret)
    // Everything fails, so that everything is shown, including what was sent.
    return answer.status < 300 && request.method === 'POST'
      ? { ...answer, status: 500, body: Buffer.concat([answer.body, request.body]) }
      : answer
  }
  t.after(() => checked.right())
  const accounts = await file(t, 'accounts.json', checked.accounts)
  const directory = await folder(t)
  const line = [
    checked.proxy.origin,
    '--accounts',
    accounts,
    '--report',
    directory,
    '--verbose',
    '--i-own-this',
    '--server-root',
    checked.serverRoot,
  ]
  issued.add(checked.serverRoot.split('/').at(-1) ?? '')
  const { out, error } = await commandAt(checked.clock, ...line)
  assert.ok(issued.size > 4, 'tokens were issued')
  const written = ['report.json', 'junit.xml', 'report.html', 'badge.json', 'badge.svg'].map((name) =>
    readFile(join(directory, name), 'utf8'),
  )
  const texts = [out, error, ...(await Promise.all(written))]
  for (const secret of issued) for (const text of texts) assert.ok(!text.includes(secret), secret)
  assert.ok(texts[0]?.includes('***'))
})

test('a secret is masked in every spelling', () => {
  const secrets = new Secrets()
  secrets.add('pa ss"wörd')
  secrets.learn('{"accessToken":"abc\\u002ddefghi"}')
  const text =
    'pa ss"wörd pa%20ss%22w%C3%B6rd pa+ss%22w%C3%B6rd pa ss\\"wörd abc-defghi Bearer xyz.123 eyJhbGciOiJ.eyJzdWIi.c2ln'
  assert.equal(secrets.masked(text), '*** *** *** *** *** Bearer *** ***')
})

test('--expected lets a known failure pass, and does not make the server conformant', async (t) => {
  checked.proxy.mutate = wrong()
  t.after(() => checked.right())
  const accounts = await file(t, 'accounts.json', checked.accounts)
  const known = {
    'core.refresh.answer': 'issue 12',
    'core.refresh.no-client-token': 'issue 12',
    'core.refresh.good': 'no reason',
  }
  const expected = await file(t, 'expected.json', known)
  const directory = await folder(t)
  const only = ['--only', 'core.refresh.*', '--only', 'probe.connection.*']
  const line = [checked.proxy.origin, ...only, '--accounts', accounts, '--expected', expected]
  const { status, out } = await commandAt(checked.clock, ...line, '--report', directory)
  assert.equal(status, 0, out)
  assert.match(out, /^expected-fail +core\.refresh\.answer$/m)
  assert.match(out, /core\.refresh\.good was expected to fail, and passes/)
  const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'))
  assertLevels(report)
  const { core } = report.profiles
  assert.deepEqual([core.fail, core.expectedFail, core.level], [0, 2, 'fails'])
  // A warning also fails a strict run, unless it is expected.
  assert.equal((await commandAt(checked.clock, ...line, '--level', 'strict')).status, 1)
  const both = await file(t, 'both.json', { ...known, 'probe.connection.slash': 'issue 13' })
  assert.equal((await commandAt(checked.clock, ...line.slice(0, -1), both, '--level', 'strict')).status, 0)
})

test('the level of a profile is that of its worst check', () => {
  const level = (...results: Parameters<typeof summarise>[0]) => summarise(results, true).level
  assert.equal(level('pass'), 'strict')
  assert.equal(level('pass', 'not-offered', 'skipped'), 'strict')
  assert.equal(level('warn'), 'conformant')
  assert.equal(level('fail'), 'fails')
  assert.equal(level(), 'not-run')
  assert.equal(level('pass', 'warn'), 'conformant')
  assert.equal(level('pass', 'warn', 'fail'), 'fails')
  assert.equal(level('pass', 'expected-fail'), 'fails')
  assert.equal(level('skipped', 'not-offered'), 'not-run')
  // A stopped run proves nothing, and a failure stays a failure.
  assert.equal(summarise(['pass', 'skipped'], false).level, 'not-run')
  assert.equal(summarise(['pass', 'fail', 'skipped'], false).level, 'fails')
  assert.deepEqual(summarise(['pass', 'warn', 'warn', 'not-offered', 'skipped', 'pass'], true), {
    level: 'conformant',
    pass: 2,
    fail: 0,
    warn: 2,
    notOffered: 1,
    skipped: 1,
    expectedFail: 0,
  })
})

test('the account has its former textures after the run', async (t) => {
  const accounts = await file(t, 'accounts.json', checked.accounts)
  const before = await checked.wornBySteve()
  await commandAt(checked.clock, checked.proxy.origin, '--profiles', 'textures', '--accounts', accounts)
  assert.deepEqual(await checked.wornBySteve(), before)
  assert.match(JSON.stringify(before), /"slim"/)
})
