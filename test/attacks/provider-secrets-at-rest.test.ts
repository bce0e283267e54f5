// What a sign-in through a provider passes along is nowhere but where it has to be: secrets, codes, tokens, the state and
// the verifier are in no row, file, log line, export, delivery, backup, answer of the API or output of a command.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { install } from '../cli/norn.ts'
import { signed } from '../neighbours/authorization-server.ts'
import { onEveryDatabase } from '../service.ts'
import { dump } from '../storage/schema-dump.ts'
import { browserOf } from '../web/browser.ts'
import { back, begin, form, proved, providerOf, startPath } from '../web/provider.ts'
import { adminClient } from '../wire/admin/api.ts'
import { bytesOf } from './stolen-database.ts'

const NORN_SECRET = 'Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2'

const planted = {
  clientSecret: 'planted-secret-of-the-client',
  laterSecret: 'planted-secret-of-the-client-later',
  botToken: 'planted-token-of-the-bot',
  code: 'planted-code-that-works',
  lateCode: 'planted-code-of-another-browser',
}

onEveryDatabase('secrets of sign-ins through providers', (start) => {
  test('are kept nowhere in plain text', async (t) => {
    const service = await start({ NORN_SECRET })
    const { context } = service
    const mock = await providerOf(t, service)
    const api = await adminClient(service)
    const answers: string[] = []
    const keep = ({ text, headers }: { text: string; headers: Headers }) =>
      answers.push(text, JSON.stringify([...headers]))

    // Written through the API, twice under one key, and once in a body that is refused.
    const key = { 'idempotency-key': '"one"' }
    const discord = {
      name: 'discord',
      preset: 'discord',
      clientId: 'norn',
      clientSecret: planted.clientSecret,
    }
    for (const body of [discord, discord, { ...discord, name: 'A' }])
      keep(await api.send('POST', '/providers', body, body.name === 'A' ? {} : key))
    const later = {
      clientSecret: planted.laterSecret,
      botToken: planted.botToken,
      guild: '80351110224678912',
    }
    const changed = await api.send('PATCH', '/providers/discord', later)
    assert.equal(changed.status, 200, changed.text)
    keep(changed)
    keep(await api.send('PATCH', '/providers/discord', { ...later, guild: 'x' }))
    keep(await api.send('GET', '/providers'))
    const hook = { url: 'https://bot.example.org/norn', events: ['*'] }
    const hooked = await api.send('POST', '/webhooks', hook)
    assert.equal(hooked.status, 201, hooked.text)

    const idTokens: string[] = []
    mock.signs = async (claims) => {
      const token = await signed(claims)
      idTokens.push(token)
      return token
    }
    const states: string[] = []
    const visit = async (code: string, as = browserOf(service)) => {
      const asked = await begin(as)
      states.push(...['state', 'nonce'].map((name) => asked.searchParams.get(name) ?? ''))
      return {
        asked,
        path: proved(mock, asked, { sub: 'st-1', email: 's@example.org', email_verified: true }, code),
      }
    }
    const browser = browserOf(service)
    const first = await visit(planted.code, browser)
    const chosen = await browser.get(first.path)
    assert.equal(chosen.heading, 'Choose a username')
    answers.push(chosen.text)
    const made = await browser.send(chosen, form, { username: 'Steve', email: 's@example.org' })
    assert.equal(made.status, 200, made.text)
    // Once more, in a browser that has not begun it, with an answer that proves nobody, and refused by the provider.
    answers.push((await browser.get(first.path)).text)
    const { asked, path } = await visit(planted.lateCode)
    answers.push((await browserOf(service).get(path)).text)
    answers.push((await browserOf(service).get(back(mock, asked, { error: 'access_denied' }))).text)
    const odd = browserOf(service)
    const third = await visit(planted.lateCode, odd)
    mock.claims['nonce'] = 'another'
    answers.push((await odd.get(third.path)).text)
    const again = browserOf(service)
    assert.equal((await again.get((await visit(planted.code, again)).path)).path, '/account')
    answers.push((await again.get(`${startPath}?next=/account`)).text)
    await context.attempts.flush()
    await Promise.all(await beginDeliveries(context, AbortSignal.abort()))
    const deliveries = await context.db.query.selectFrom('webhook_delivery').selectAll().execute()
    assert.ok(deliveries.length > 0)

    const verifiers = mock.asked.map(({ body }) => new URLSearchParams(body).get('code_verifier') ?? '')
    const secrets = [
      ...Object.values(planted),
      'the secret of the client',
      'at-secret',
      ...states,
      ...verifiers,
      ...idTokens,
    ].filter((text) => text !== '')
    assert.ok(verifiers.length >= 3 && verifiers.every((text) => text.length === 43))
    assert.ok(idTokens.length >= 3 && states.length >= 8)

    const norn = await install({ isEmpty: true })
    t.after(() => norn.remove())
    const variables = { NORN_DATABASE_URL: context.config.databaseUrl, NORN_SECRET }
    const output = async (...line: string[]) => {
      const { stdout, stderr } = await norn.run(line, { variables })
      return stdout + stderr
    }
    const told: Record<string, string> = {
      database: await dump(context.db),
      log: service.log.join('\n'),
      answers: answers.join('\n'),
      own: (await again.send(await again.get('/account/export'), '/account/export')).text,
      audit: JSON.stringify((await api.send('GET', '/audit')).json),
      why: JSON.stringify((await api.send('GET', '/why?name=Steve')).json),
      deliveries: JSON.stringify(deliveries),
      config: await output('config'),
      doctor: await output('doctor'),
      shown: (await output('provider', 'show', 'discord')) + (await output('provider', 'list', '--json')),
      account: await output('account', 'show', 'Steve'),
    }
    await output('export', 'accounts.ndjson')
    told['export'] = readFileSync(join(norn.directory, 'accounts.ndjson'), 'utf8')
    assert.match(told['export'], /"linked":\[\{"provider":"school","subject":"st-1"\}\]/)
    if (context.db.dialect === 'sqlite') {
      const said = await output('backup', 'backup.gz')
      told['backup'] = gunzipSync(readFileSync(join(norn.directory, 'backup.gz'))).toString('latin1')
      assert.ok(told['backup'].includes('Steve'), said)
    }
    for (const [where, text] of Object.entries(told)) assert.ok(text.length > 20, `${where}: ${text}`)
    for (const { name, bytes } of bytesOf(context.config.dataDir)) told[name] = bytes.toString('latin1')
    const found = Object.entries(told).flatMap(([where, text]) =>
      secrets.filter((each) => text.includes(each)).map((each) => `${where}: ${each}`),
    )
    assert.deepEqual(found, [])
  })
})
