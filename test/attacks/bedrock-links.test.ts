// Attempts to become somebody else through a link of a Bedrock player, or to keep others from theirs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { makeBedrockCode } from '../../src/domain/bedrock/codes.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { bedrockOf } from '../../src/domain/bedrock/links.ts'
import { unlinkBedrock } from '../../src/domain/bedrock/unlink.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { unlinkPlayer } from '../../src/domain/linking/unlink.ts'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { digest } from '../../src/lib/crypto/digest.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

const path = '/account/linked'
const on = { NORN_BEDROCK_LINKS: 'on' }

const codeFor = async ({ context }: RunningService, xuid: string) =>
  (await makeBedrockCode(context, operator, { xuid })).code

/** Resolves with `done`, or the reason for the refusal. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      assert.ok(error instanceof Refused, String(error))
      return error.reason
    },
  )

const typed = ({ context }: RunningService, account: { id: string }, code: string, address = '192.0.2.1') =>
  outcome(linkPlayer(context, operator, account, { code, address }))

const links = ({ context }: RunningService) =>
  context.db.query.selectFrom('bedrock_link').selectAll().execute()

const count = (results: readonly string[], what: string) => results.filter((one) => one === what).length

onEveryDatabase('links of Bedrock players', (start) => {
  test('codes can’t be guessed by asking at once, and share the budget of other codes', async () => {
    const service = await start(on)
    const code = await codeFor(service, '1')
    const wrong = (at: number) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0')
    const one = await service.account()
    const atOnce = await Promise.all(Array.from({ length: 40 }, (_, at) => typed(service, one, wrong(at))))
    assert.equal(count(atOnce, 'link_code_wrong'), 10)
    assert.equal(count(atOnce, 'too_many_link_codes'), 30)
    assert.equal(await typed(service, one, code), 'too_many_link_codes')
    assert.equal(await typed(service, await service.account(), code, '203.0.113.1'), 'done')
  })

  test('of many who type one code, one gets the player', async () => {
    const service = await start(on)
    for (let round = 1; round <= 4; round++) {
      const accounts = await Promise.all(Array.from({ length: 6 }, () => service.account()))
      const code = await codeFor(service, String(round))
      const results = await Promise.all(
        accounts.map((account, at) => typed(service, account, code, `203.0.113.${round * 10 + at}`)),
      )
      assert.equal(count(results, 'done'), 1, results.join())
    }
    assert.equal((await links(service)).length, 4)
  })

  test('one XUID and many players at once, and one player and many XUIDs, are one link', async () => {
    const service = await start(on)
    const { context } = service
    const accounts = await Promise.all(Array.from({ length: 6 }, () => service.account()))
    const first = await Promise.all(
      accounts.map((account) => outcome(linkBedrock(context, operator, account, { xuid: '1' }))),
    )
    assert.deepEqual([count(first, 'done'), count(first, 'bedrock_taken')], [1, 5])
    const free = await service.account()
    const second = await Promise.all(
      Array.from({ length: 6 }, (_, at) => outcome(linkBedrock(context, operator, free, { xuid: `2${at}` }))),
    )
    assert.deepEqual([count(second, 'done'), count(second, 'bedrock_taken')], [1, 5])
    // The same at once, through codes and by an operator, may be repeated.
    const other = await service.account()
    const code = await codeFor(service, '3')
    const third = await Promise.all([
      typed(service, other, code),
      ...Array.from({ length: 4 }, () => outcome(linkBedrock(context, operator, other, { xuid: '3' }))),
    ])
    assert.deepEqual(third, Array(5).fill('done'))
    assert.equal((await links(service)).length, 3)
    const events = await context.db.query
      .selectFrom('audit_entry')
      .select('event')
      .where('event', '=', 'account.linked')
      .execute()
    assert.equal(events.length, 3)
  })

  test('players who unlink and link at once leave nobody with two', async () => {
    const service = await start(on)
    const { context } = service
    const accounts = await Promise.all(Array.from({ length: 4 }, () => service.account()))
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        accounts.flatMap((account) => [
          outcome(linkBedrock(context, operator, account, { xuid: '1' })),
          outcome(unlinkBedrock(context, operator, account)),
          outcome(linkBedrock(context, operator, account, { xuid: '2' })),
        ]),
      )
      const rows = await links(service)
      assert.equal(new Set(rows.map(({ xuid }) => xuid)).size, rows.length)
      assert.ok(rows.length <= 2)
      for (const account of accounts) await unlinkBedrock(context, operator, account)
    }
  })

  test('Bedrock players can’t flood the codes, of which a stolen database shows none', async () => {
    const service = await start(on)
    const { context } = service
    const results = await Promise.all(
      Array.from({ length: 130 }, (_, at) => outcome(codeFor(service, String(1000 + at)))),
    )
    assert.deepEqual([count(results, 'done'), count(results, 'too_many_bedrock_codes')], [100, 30])
    const rows = await context.db.query.selectFrom('bedrock_code').selectAll().execute()
    assert.equal(rows.length, 100)
    // One who has a code gets another, as often as asked.
    const own = rows[0]?.xuid ?? ''
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeFor(service, own)))
    assert.equal((await context.db.query.selectFrom('bedrock_code').selectAll().execute()).length, 100)
    const known = new Set(codes.flatMap((code) => [code, `link code ${code}`].map((text) => digest(text))))
    const stored = await context.db.query.selectFrom('bedrock_code').select('digest').execute()
    assert.ok(stored.every((row) => !known.has(row.digest)))
    service.advance(10 * minuteMs)
    await codeFor(service, '1')
    await sweep(context)
    assert.equal((await context.db.query.selectFrom('bedrock_code').selectAll().execute()).length, 1)
  })

  test('no code is one of a neighbour’s player and of a Bedrock player', async (t) => {
    const service = await start(on)
    const { context } = service
    await neighbourhood(t, service, { friends: {} })
    t.mock.method(context.random, 'bytes', (size: number) => Buffer.alloc(size, 7))
    const player = { neighbour: 'friends', id: uuid(1), name: 'Steve_2' }
    const code = await makeLinkCode(context, player)
    assert.match(code ?? '', /^\d{6}$/)
    assert.equal(await outcome(codeFor(service, '1')), 'overloaded')
    await context.db.query.deleteFrom('link_code').execute()
    assert.equal(await codeFor(service, '1'), code)
    assert.equal(await makeLinkCode(context, player), undefined)
    t.mock.restoreAll()
  })

  test('only the session that typed a code answers, while it lasts', async () => {
    const service = await start(on)
    const { context } = service
    const [victim, thief] = [await service.account(), await service.account()]
    const [own, another] = [browserOf(service), browserOf(service)]
    await own.signIn(victim)
    await another.signIn(thief)
    const asked = await own.send(await own.get(path), path, { code: await codeFor(service, '1') })
    const [, question = ''] = /name="question" value="([^"]+)"/.exec(asked.text) ?? []
    assert.notEqual(question, '')
    const page = await another.get(path)
    const asking = await another.send(page, path, { code: await codeFor(service, '2') })
    const stolen = await another.send(asking, `${path}/answer`, { question, answer: 'link' })
    assert.equal(stolen.status, 422)
    assert.deepEqual(await links(service), [])
    // A suspension in between ends the session, and with it the question.
    await suspendAccount(context, operator, await service.stored(victim), {})
    await own.send(asked, `${path}/answer`)
    await restoreAccount(context, operator, await service.stored(victim))
    await own.send(asked, `${path}/answer`)
    assert.deepEqual(await links(service), [])
  })

  test('a code that was typed is spent, also where the answer is no', async () => {
    const service = await start(on)
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const code = await codeFor(service, '1')
    const asked = await browser.send(await browser.get(path), path, { code })
    const no = await browser.send(asked, `${path}/answer`, { answer: 'no' })
    assert.equal(no.flash, 'Nothing was linked.')
    assert.equal(await typed(service, account, code), 'link_code_wrong')
    assert.equal((await browser.send(asked, `${path}/answer`)).status, 422)
    assert.deepEqual(await links(service), [])
  })

  test('nobody unlinks the player of somebody else', async () => {
    const service = await start(on)
    const [victim, thief] = [await service.account(), await service.account()]
    await linkBedrock(service.context, operator, victim, { xuid: '1' })
    await linkBedrock(service.context, operator, thief, { xuid: '2' })
    const browser = browserOf(service)
    await browser.signIn(thief)
    await browser.send(await browser.get(path), `${path}/remove`, { neighbour: 'bedrock', id: '1' })
    assert.equal((await bedrockOf(service.context, victim))?.xuid, '1')
    assert.equal((await bedrockOf(service.context, thief))?.xuid, '2')
  })

  test('a XUID stays taken while its account can still be kept, and is free afterwards', async () => {
    const service = await start(on)
    const { context } = service
    const [leaving, other] = [await service.account(), await service.account()]
    await linkBedrock(context, operator, leaving, { xuid: '1' })
    await requestDeletion(context, operator, await service.stored(leaving), {})
    assert.equal(await outcome(linkBedrock(context, operator, other, { xuid: '1' })), 'bedrock_taken')
    await cancelDeletion(context, operator, await service.stored(leaving))
    assert.equal((await bedrockOf(context, leaving))?.xuid, '1')
    const waiting = await codeFor(service, '1')
    await deleteAccount(context, operator, await service.stored(leaving))
    assert.deepEqual(await links(service), [])
    assert.equal(await typed(service, other, waiting), 'done')
  })

  test('goes with the email address that a thief has set, and with what the owner undoes', async () => {
    const service = await start(on)
    const { context } = service
    const account = await service.account()
    const thief = browserOf(service)
    await thief.signIn(account)
    await newMail(service)
    const fields = { email: 'thief@example.test', current: account.password }
    await thief.send(await thief.get('/account/email'), '/account/email', fields)
    const confirming = (await newMail(service)).at(-1)?.link ?? ''
    await thief.send(await thief.get(confirming), confirming)
    const undoing = (await newMail(service)).find(({ to }) => to === account.email)?.link ?? ''
    service.advance(1000)
    await linkBedrock(context, operator, account, { xuid: '1' })
    const theirs = (await newMail(service)).find(({ to }) => to === fields.email)?.link ?? ''
    const owner = browserOf(service)
    await owner.send(await owner.get(undoing), undoing)
    assert.deepEqual(await links(service), [])
    assert.equal((await owner.get(theirs)).status, 410)
    // A link that was made again later is not the one of the email.
    await linkBedrock(context, operator, account, { xuid: '1' })
    const first = (await newMail(service)).find(({ link }) => /undo/.test(link))?.link ?? ''
    assert.equal((await owner.get(first)).status, 200)
    await unlinkBedrock(context, operator, account)
    service.advance(1000)
    await linkBedrock(context, operator, account, { xuid: '1' })
    assert.equal((await owner.get(first)).status, 410)
  })

  test('a neighbour that is called bedrock is not mistaken for it', async (t) => {
    const service = await start(on)
    const { context } = service
    await neighbourhood(t, service, { bedrock: {} })
    const account = await service.account()
    await linkBedrock(context, operator, account, { xuid: '1' })
    const code = await makeLinkCode(context, { neighbour: 'bedrock', id: uuid(1), name: 'Steve_2' })
    assert.equal(await typed(service, account, code ?? ''), 'done')
    await unlinkPlayer(context, operator, account, { neighbour: 'bedrock', id: uuid(1) })
    assert.equal((await bedrockOf(context, account))?.xuid, '1')
    await unlinkPlayer(context, operator, account, { neighbour: 'bedrock', id: '1' })
    assert.equal(await bedrockOf(context, account), undefined)
    assert.deepEqual(await linkedPlayers(context, account), [])
  })

  test('the API takes XUIDs as text alone, once for each Idempotency-Key, and nothing by a read-only token', async () => {
    const service = await start(on)
    const { context } = service
    const account = await service.account()
    const token = async (readOnly: boolean) =>
      (await createApiToken(context, operator, { name: String(readOnly), readOnly, expiresAt: null })).token
    const [writing, reading] = [await token(false), await token(true)]
    const ask = (method: string, address: string, body?: object, more: object = {}, by = writing) =>
      service.request(`/api/v1${address}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...more },
      })
    const largest = '9223372036854775807'
    for (const xuid of [2_535_405_290_123_456, 1, '0', '1e3', ' 1', `${largest}0`, null]) {
      const answers = [
        await ask('PUT', `/accounts/${account.id}/bedrock`, { xuid }),
        await ask('POST', '/bedrock-codes', { xuid }),
      ]
      for (const { status, json } of answers)
        assert.deepEqual([status, json.code, json.field], [422, 'malformed', 'xuid'])
    }
    assert.equal((await ask('POST', '/bedrock-codes', { xuid: '1' }, {}, reading)).status, 403)
    assert.equal(
      (await ask('PUT', `/accounts/${account.id}/bedrock`, { xuid: '1' }, {}, reading)).status,
      403,
    )
    assert.deepEqual(await links(service), [])
    const key = { 'idempotency-key': 'k' }
    const [first, again] = [
      await ask('POST', '/bedrock-codes', { xuid: largest }, key),
      await ask('POST', '/bedrock-codes', { xuid: largest }, key),
    ]
    assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
    assert.equal((await ask('POST', '/bedrock-codes', { xuid: '2' }, key)).status, 422)
    assert.match(first.json.code, /^\d{6}$/)
    assert.equal(Date.parse(first.json.expiresAt), service.now() + 10 * minuteMs)
    assert.equal(await typed(service, account, first.json.code), 'done')
    const shown = (await ask('GET', `/accounts/${account.id}`)).json
    assert.deepEqual([shown.bedrock.xuid, shown.bedrock.gamertag], [largest, null])
    const listed = (await ask('GET', '/bedrock-links', undefined, {}, reading)).json.items
    assert.deepEqual([listed.length, listed[0].id, listed[0].xuid], [1, account.id, largest])
    for (let time = 0; time < 2; time++) {
      assert.equal((await ask('DELETE', `/accounts/${account.id}/bedrock`)).status, 204)
    }
    assert.equal('bedrock' in (await ask('GET', `/accounts/${account.id}`)).json, false)
    const off = await start()
    const { token: there } = await createApiToken(off.context, operator, {
      name: 'x',
      readOnly: false,
      expiresAt: null,
    })
    const answer = await off.request('/api/v1/bedrock-codes', {
      method: 'POST',
      body: '{"xuid":"1"}',
      headers: { authorization: `Bearer ${there}`, 'content-type': 'application/json' },
    })
    assert.equal(answer.status, 404)
  })
})
