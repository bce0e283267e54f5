// Traces as a collector gets them: OTLP over HTTP in JSON, which no code of ours reads here.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { maxWaitingSpans, OpenTelemetry, spansPerBatch } from '../../src/http/observe/open-telemetry.ts'
import { migrated } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, type RunningService, startService } from '../service.ts'
import { until } from '../until.ts'

/** The parts of the protocol that are used here (opentelemetry-proto, trace/v1). */
interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}
interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
  status: { code: number }
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

const takes: Behaviour = (_request, response) =>
  response.setHeader('content-type', 'application/json').end('{}')

/** Starts a collector that keeps what it is sent. */
async function startCollector(t: TestContext, behaviour: Behaviour = takes) {
  const collector = {
    endpoint: '',
    requests: 0,
    headers: {} as IncomingMessage['headers'],
    sent: [] as Sent[],
    behaviour,
  }
  const server = createServer(async (request, response) => {
    collector.requests++
    collector.headers = request.headers
    assert.deepEqual([request.method, request.url], ['POST', '/prefix/v1/traces'])
    collector.sent.push((await json(request)) as Sent)
    collector.behaviour(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`
  return collector
}

const spansOf = ({ sent }: { sent: Sent[] }) =>
  sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)),
  )

const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const settings = ({ endpoint }: { endpoint: string }, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ...more,
})

const signInAs = (service: RunningService, username: string, password: string, init: RequestInit = {}) =>
  service.post('/auth/authenticate', { username, password, clientToken: 'c' }, init)

onEveryDatabase('traces', (start) => {
  test('a request is a span with its statements, hashes, signatures and questions below it', async (t) => {
    const collector = await startCollector(t)
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%2Cb,x-tenant=1' }
    const service = await start(settings(collector, { ...headers, NORN_NEIGHBOURS: 'on' }))
    const player = await service.account({ username: 'Steve_Traced', email: 'steve@example.test' })
    const signedIn = await signInAs(service, player.username, player.password)
    const { accessToken } = signedIn.json
    await signInAs(service, player.username, 'a wrong password')
    const joined = { accessToken, selectedProfile: player.id, serverId: 'hash-of-a-server' }
    await service.post('/session/join', joined)
    const { ask, at } = await neighbourhood(t, service, { other: { players: { Wanderer_9: uuid(1) } } })
    await service.get(`/session/hasJoined?username=${player.username}&serverId=hash-of-a-server`)
    assert.equal((await ask('Wanderer_9')).status, 200)
    await service.get(`/link/${accessToken}`)
    await service.request(`/recover/${accessToken}`, { method: 'PUT' })
    await service.get(`/nothing/${player.email}?token=${accessToken}`)
    const expected = 8
    const roots = () => spansOf(collector).filter(({ kind }) => kind === 2)
    await until('every request is sent', () => roots().length === expected)
    assert.deepEqual(
      [collector.headers['x-key'], collector.headers['x-tenant'], collector.headers['content-type']],
      ['a,b', '1', 'application/json'],
    )

    const spans = spansOf(collector)
    const named = (name: string) => roots().filter((span) => span.name === name)
    const parts = ({ spanId, traceId }: SentSpan) =>
      spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId)
    const partNames = (span: SentSpan | undefined) => (span ? parts(span).map(({ name }) => name) : [])
    const [first, second] = named('POST /auth/authenticate')
    assert.ok(first && second)
    assert.deepEqual(attributesOf(first), {
      'http.request.method': 'POST',
      'http.route': '/auth/authenticate',
      'http.response.status_code': 200,
      'norn.request_id': signedIn.headers.get('x-request-id'),
    })
    assert.equal((await service.logLine(signedIn)).trace, first.traceId)
    assert.equal(attributesOf(second)['norn.reason'], 'credentials_invalid')
    for (const name of ['password wait', 'password hash', 'sign token']) {
      assert.equal(partNames(first).filter((each) => each === name).length, 1, name)
    }
    assert.ok(!partNames(second).includes('sign token'))
    assert.ok(partNames(named('POST /session/join')[0]).includes('put_join'))
    assert.ok(partNames(named('GET /session/hasJoined')[0]).includes('sign textures'))
    const [asked] = named('GET /at/:key/session/hasJoined')
    const question = asked && parts(asked).find(({ name }) => name === 'neighbour question')
    assert.ok(question)
    assert.deepEqual(attributesOf(question), { 'norn.neighbour': 'other', 'norn.outcome': 'yes' })
    const statement = parts(first).find((span) => 'db.system.name' in attributesOf(span))
    assert.equal(statement?.name, statement && attributesOf(statement)['db.query.summary'])
    // Everything else, such as the sweep, is in no trace.
    for (const span of spans) {
      const root = roots().find(({ traceId }) => traceId === span.traceId)
      assert.ok(root && (span === root || span.parentSpanId === root.spanId), span.name)
      assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(root.startTimeUnixNano), span.name)
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name)
    }

    // Nothing that a person has sent or that names one leaves the machine.
    const text = JSON.stringify(collector.sent).toLowerCase()
    const personal = [
      player.username,
      player.email,
      player.password,
      player.id,
      accessToken,
      'Wanderer_9',
      uuid(1),
    ]
    const sent = ['a wrong password', 'hash-of-a-server', '127.0.0.1', 'nothing', at.split('/').at(-1) ?? at]
    for (const each of [...personal, ...sent]) assert.ok(!text.includes(each.toLowerCase()), each)
    const [{ resource } = { resource: { attributes: [] } }] = collector.sent.flatMap(
      (each) => each.resourceSpans,
    )
    const { 'service.name': service_, 'service.version': version, ...others } = attributesOf(resource)
    assert.deepEqual([service_, /^\d/.test(String(version))], ['norn', true])
    assert.ok(
      Object.keys(others).every((key) => key.startsWith('telemetry.sdk.')),
      Object.keys(others).join(),
    )
  })

  test('parts belong to their own request, whichever other requests run', async (t) => {
    const collector = await startCollector(t)
    const service = await start(settings(collector))
    const player = await service.account()
    const token = await service.signIn(player)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0
          ? signInAs(service, player.username, player.password)
          : n % 3 === 1
            ? service.post('/auth/validate', { accessToken: token })
            : service.get('/nothing'),
      ),
    )
    const roots = () => spansOf(collector).filter(({ kind }) => kind === 2)
    await until('every request is sent', () => roots().length === 61)
    const partsOf = (name: string) =>
      roots()
        .filter((root) => root.name === name)
        .map(({ spanId }) =>
          spansOf(collector)
            .filter(({ parentSpanId }) => parentSpanId === spanId)
            .map((part) => part.name),
        )
    for (const parts of partsOf('POST /auth/authenticate')) {
      for (const once of ['password hash', 'sign token']) {
        assert.equal(parts.filter((name) => name === once).length, 1, parts.join())
      }
    }
    assert.deepEqual(new Set(partsOf('GET').flat()), new Set())
    for (const parts of partsOf('POST /auth/validate')) assert.equal(parts.length, 1, parts.join())
  })

  test('a stranger neither joins a trace nor has a request sampled', async (t) => {
    const [collector, unsampled] = [await startCollector(t), await startCollector(t)]
    const [service, rarely] = [
      await start(settings(collector)),
      await start(settings(unsampled, { OTEL_TRACES_SAMPLER_ARG: '0' })),
    ]
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const get = (of: RunningService, traceparent: string) => of.get('/', { headers: { traceparent } })
    for (const flags of ['00', '01']) await get(service, `00-${traceId}-${spanId}-${flags}`)
    for (const bad of ['x', `00-${'0'.repeat(32)}-${spanId}-01`, `00-${traceId}-${spanId}`])
      await get(service, bad)
    const roots = () => spansOf(collector).filter(({ kind }) => kind === 2)
    await until('every request is sent', () => roots().length === 5)
    for (const root of roots())
      assert.deepEqual([root.parentSpanId ?? '', root.traceId === traceId], ['', false])
    assert.deepEqual(
      roots().map(({ links }) => links.map((link) => [link.traceId, link.spanId])),
      [[[traceId, spanId]], [[traceId, spanId]], [], [], []],
    )
    for (let n = 0; n < 5; n++) await get(rarely, `00-${traceId}-${spanId}-01`)
    await rarely.close()
    assert.equal(unsampled.requests, 0)
  })
})

test('a collector that fails disturbs nobody, is logged once, and keeps nothing from ending', async (t) => {
  let answer = takes
  const collector = await startCollector(t, (...given) => answer(...given))
  const database = await migrated.sqlite()
  t.after(() => database.drop())
  const service = await startService(database.url, settings(collector))
  t.after(() => service.close())
  const isAnswered = async () => (await service.get('/nothing')).status === 404
  const said = () => service.log.filter((line) => /traces (?:cannot be sent|are sent again)/.test(line))
  answer = (_request, response) => response.writeHead(400, 'no, not you').end()
  assert.ok(await isAnswered())
  await until('the failure is logged', () => said().length === 1)
  assert.match(said().join(), /"level":40.*"cause":"400 no, not you"/)
  assert.ok(await isAnswered())
  await until('it is tried again', () => collector.requests >= 2)
  answer = takes
  await until('the end of it is logged', async () => (await isAnswered()) && said().length === 2)
})

test('more than a collector takes is dropped, and one that never answers holds nothing up', async (t) => {
  const collector = await startCollector(t, () => undefined)
  const { endpoint } = collector
  const spans = new OpenTelemetry(
    { endpoint, headers: {}, share: 1, worker: undefined },
    pino({ enabled: false }),
  )
  for (let n = 0; n < 2 * maxWaitingSpans; n++) spans.request(undefined).end('GET /x', {}, false)
  await until('the first batch is sent', () => collector.requests > 0)
  await spans.close()
  const sent = spansOf(collector).length
  assert.ok(sent >= maxWaitingSpans && sent <= maxWaitingSpans + spansPerBatch, `${sent} spans`)
})
