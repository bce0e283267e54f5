// The kit is aimed at unknown servers: none of them may hang it, break it, or control its output.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { start2026 } from '../cheap.ts'
import { ending, startBad, waiting } from './bad-servers.ts'
import { command, commandAt, file, folder } from './command.ts'
import { password, startEcho } from './echo.ts'

const accounts = [{ login: 'one@example.test', password: 'its password' }]
const impatient = {
  now: () => start2026,
  sleep: () => Promise.resolve(),
  patience: { answerMs: 100 },
}
const oneLine = /^account-server-check: [^\n]+\n$/

describe('the run ends, whatever a server answers', () => {
  for (const [what, behave] of Object.entries(ending)) {
    test(`${what}, from the first answer on`, async (t) => {
      const { url } = await startBad(t, behave)
      const { status, error } = await command(url)
      assert.ok(status === 2 ? oneLine.test(error) : status === 1, `${status} ${error}`)
    })

    test(`${what}, once it has shown its metadata`, async (t) => {
      const { url } = await startBad(t, behave, true)
      const directory = await folder(t)
      const given = await file(t, 'accounts.json', accounts)
      const line = [url, '--profiles', 'probe,oauth', '--accounts', given, '--report', directory]
      const { status } = await command(...line)
      assert.equal(status, 1)
      const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'))
      assert.equal(report.stopped, undefined)
      assert.equal(report.profiles.probe.level, 'fails')
    })
  }

  for (const [what, behave] of Object.entries(waiting)) {
    test(`${what}, from the first answer on`, async (t) => {
      const { url } = await startBad(t, behave)
      const { status, error } = await commandAt(impatient, url)
      assert.equal(status, 1)
      assert.match(error, /no answer within 0\.1 s/)
    })

    test(`${what}, after it has shown its metadata: it gets three more requests`, async (t) => {
      const { url, asked } = await startBad(t, behave, true)
      const { status, out } = await commandAt(impatient, url)
      assert.equal(status, 1)
      assert.match(out, /has not answered within 0\.1 s for 3 times: the run stopped there/)
      assert.equal(asked(), 4)
    })
  }
})

describe('a server that repeats everything, with commands in it', () => {
  const forms = ['report.json', 'junit.xml', 'report.html', 'badge.json', 'badge.svg']

  async function shown(t: TestContext): Promise<string[]> {
    const url = await startEcho(t)
    const given = await file(t, 'accounts.json', [
      { login: 'one@example.test', password },
      { login: 'two', password },
    ])
    const directory = await folder(t)
    const { out, error } = await command(
      url,
      '--accounts',
      given,
      '--report',
      directory,
      '--verbose',
      '--i-own-this',
    )
    assert.ok(/^fail/m.test(out), error)
    const written = forms.map((name) => readFile(join(directory, name), 'utf8'))
    return [out, error, ...(await Promise.all(written))]
  }

  test('controls neither terminal nor page nor continuous integration', async (t) => {
    const [out = '', error = '', json = '', junit = '', html = '', ...badges] = await shown(t)
    for (const text of [out, error, json, junit, html, ...badges])
      assert.doesNotMatch(text, /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    assert.doesNotMatch(out, /^\s*(?:::|##\[)/m)
    assert.doesNotMatch(html, /<(?:script|img)|onerror=alert\(2\)>/)
    assert.doesNotMatch(junit, /<(?:script|img)|\]\]>/)
    assert.match(html, /&lt;script&gt;/)
    assert.equal(JSON.parse(json).kit.name, 'account-server-check')
  })

  test('shows no password and no token, not even a part of one', async (t) => {
    const texts = await shown(t)
    const parts = [
      password,
      password.slice(0, 12),
      password.slice(-12),
      'W\u00d6RD',
      'w%C3%B6rd',
      'w%c3%b6rd',
      'w\\u00f6rd',
      Buffer.from(password).toString('base64').slice(0, 20),
      'echo-ttt',
      't'.repeat(20),
      'word-in-an-address',
    ]
    for (const text of texts)
      for (const part of parts) assert.ok(!text.includes(part), `${part}: ${around(text, part)}`)
  })
})

const around = (text: string, part: string): string => {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 200), at + 200)
}
