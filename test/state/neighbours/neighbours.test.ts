// Real sockets: everything a neighbour can answer, and what the neighbour sees of us.
import assert from 'node:assert/strict'
import dns from 'node:dns'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { askNeighbours, saidIn } from '../../../src/domain/neighbours/ask.ts'
import { decide } from '../../../src/domain/neighbours/decision.ts'
import { timeLimit } from '../../../src/lib/net/time-limit.ts'
import { processAsker } from '../../../src/lib/queue/fair-gate.ts'
import { addressesBelow } from '../../../src/state/neighbours/addresses.ts'
import { type AskedNeighbour, Neighbours } from '../../../src/state/neighbours/neighbours.ts'
import type { NeighbourAsker } from '../../../src/state/neighbours/question-budget.ts'
import { behaviours } from '../../neighbours/behaviours.ts'
import { type MockNeighbour, startNeighbour } from '../../neighbours/mock.ts'
import { until } from '../../until.ts'

const id = '0123456789ab4cde8f0123456789abcd'
const game = 'game'

const known: NeighbourAsker = { ...processAsker, isKnown: true }

describe('asking a neighbour', () => {
  let mock: MockNeighbour
  let now = 0
  let neighbours: Neighbours
  before(async () => {
    mock = await startNeighbour({ players: [['Visitor', { id }]] })
  })
  after(() => mock.close())
  beforeEach(() => {
    mock.behave('good')
    mock.behaveForNames(undefined)
    mock.seen.length = 0
    neighbours = new Neighbours(
      () => now,
      () => 'https://norn.example',
    )
  })

  const asked = (overrides: Partial<AskedNeighbour> = {}): AskedNeighbour => ({
    id: 'mock',
    addresses: addressesBelow('authlib-injector', mock.root, game),
    isPrivate: true,
    forwardAddress: false,
    limit: 60,
    textures: 'mirror',
    ...overrides,
  })
  const join = (
    overrides: Partial<AskedNeighbour> = {},
    timeMs = 10_000,
    asker: NeighbourAsker = known,
    username = 'Visitor',
  ) =>
    neighbours.askJoin(
      asked(overrides),
      { username, serverId: '-abc & d/é', ip: '192.0.2.7' },
      asker,
      timeLimit(timeMs),
    )
  const name = (username: string, overrides: Partial<AskedNeighbour> = {}) =>
    neighbours.askName(asked(overrides), username, processAsker, AbortSignal.timeout(10_000))

  test('a question is one GET that reveals nothing else about the player', async () => {
    const answer = await join()
    assert.ok(answer.says === 'yes' && 'profile' in answer)
    const { textures, ...profile } = answer.profile
    assert.deepEqual(profile, { id, name: 'Visitor' })
    assert.equal(JSON.parse(Buffer.from(textures?.value ?? '', 'base64').toString()).profileId, id)
    assert.deepEqual(mock.seen, [
      {
        method: 'GET',
        path: '/api/yggdrasil/sessionserver/session/game/hasJoined?username=Visitor&serverId=-abc+%26+d%2F%C3%A9',
        body: '',
        headers: {
          'user-agent': 'norn (+https://norn.example)',
          'accept-encoding': 'identity',
          accept: 'application/json',
          host: new URL(mock.url).host,
          connection: 'close',
        },
      },
    ])
  })

  test("the player's address is sent only if that is configured", async () => {
    await join({ forwardAddress: true })
    assert.match(mock.seen[0]?.path ?? '', /&ip=192\.0\.2\.7$/)
  })

  test('the vendor and services with addresses of their own are asked there', async () => {
    await join({ addresses: addressesBelow('vendor', `${mock.url}/`, game) })
    assert.match(mock.seen[0]?.path ?? '', /^\/session\/game\/hasJoined\?username=Visitor&/)
    const hasJoined = `${mock.url}/api/hasJoined?app=7`
    await join({ addresses: { hasJoined, profile: '', names: { bulk: '' } } })
    assert.match(mock.seen[1]?.path ?? '', /^\/api\/hasJoined\?app=7&username=Visitor&/)
  })

  const profile = 'yes, with a profile'
  const expected: Readonly<Record<string, string>> = {
    good: profile,
    no: 'no',
    'empty-200': 'no',
    'status-401': 'no',
    'status-403': 'no',
    'status-404': 'no',
    'status-400': 'unsure: status',
    'status-418': 'unsure: status',
    'status-500': 'unsure: status',
    'status-202': 'unsure: status',
    wait: 'unsure: asked_to_wait',
    'wait-long': 'unsure: asked_to_wait',
    'redirect-self': 'unsure: redirect',
    'redirect-loopback': 'unsure: redirect',
    html: 'unsure: not_json',
    'not-utf8': 'unsure: not_json',
    'full-64k': profile,
    'large-64k': 'unsure: too_large',
    endless: 'unsure: too_large',
    drip: 'unsure: timeout',
    dead: 'unsure: timeout',
    hangup: 'unsure: connection',
    gzip: 'unsure: encoded',
    brotli: 'unsure: encoded',
    deep: 'unsure: not_json',
    'duplicate-id': 'refused: duplicate_member',
    'duplicate-escaped': 'refused: duplicate_member',
    'duplicate-deep': 'refused: duplicate_member',
    'properties-16': profile,
    'properties-17': 'refused: properties_too_many',
    'properties-object': 'refused: property_malformed',
    'property-name-65': 'refused: property_too_long',
    'value-32767': profile,
    'value-32768': 'refused: property_too_long',
    'signature-1025': 'refused: property_too_long',
    'signature-number': 'refused: property_malformed',
    'textures-twice': 'refused: textures_twice',
    'textures-text': 'refused: textures_unreadable',
    'textures-quote': 'refused: textures_unreadable',
    'signature-quote': 'refused: property_malformed',
    'textures-of-another': 'refused: textures_of_another',
    'textures-of-nobody': 'refused: textures_of_another',
    // Left to `passableTextures`.
    'skin-file': profile,
    'skin-elsewhere': profile,
    'skin-private': profile,
    actions: profile,
    // Left to `profileProblem`.
    'control-characters': profile,
    'other-name': profile,
    'other-case': profile,
    'id-upper': profile,
    'id-hyphens': profile,
    'id-nil': profile,
    'id-other-edition': profile,
    'id-number': 'unsure: not_a_profile',
    list: 'unsure: not_a_profile',
    null: 'unsure: not_a_profile',
  }

  test('each behaviour of a neighbour has an expected reading', () => {
    assert.deepEqual(Object.keys(expected).toSorted(), Object.keys(behaviours).toSorted())
  })

  for (const [behaviour, reading] of Object.entries(expected)) {
    test(`${behaviour}: ${reading}`, async () => {
      mock.behave(behaviour)
      const answer = await join({}, /timeout/.test(reading) ? 400 : 10_000)
      if (answer.says === 'unsure') assert.equal(`unsure: ${answer.problem}`, reading)
      else if (answer.says === 'no') assert.equal('no', reading)
      else if ('flaw' in answer) assert.equal(`refused: ${answer.flaw}`, reading)
      else {
        assert.equal(profile, reading)
        assert.deepEqual(Object.keys(answer.profile), ['id', 'name', 'textures'])
        assert.match(answer.profile.id, /^[0-9a-f]{32}$/)
      }
      // Nothing is repeated, and no redirect is followed.
      assert.equal(mock.seen.length, 1)
    })
  }

  test('textures that are ignored may be anything, but no member twice and no property too long', async () => {
    for (const [behaviour, reading] of [
      ['textures-of-another', profile],
      ['textures-of-nobody', profile],
      ['textures-text', profile],
      ['good', profile],
      ['properties-17', 'properties_too_many'],
      ['value-32768', 'property_too_long'],
      ['signature-1025', 'property_too_long'],
      ['duplicate-deep', 'duplicate_member'],
    ] as const) {
      mock.behave(behaviour)
      const answer = await join({ textures: 'ignore' })
      if ('flaw' in answer) assert.equal(answer.flaw, reading)
      else
        assert.deepEqual(
          answer,
          { says: 'yes', profile: { id, name: 'Visitor', textures: undefined } },
          behaviour,
        )
      if (reading === profile) continue
      assert.ok('flaw' in answer, behaviour)
    }
  })

  test('no server listens there', async () => {
    const gone = await startNeighbour()
    await gone.close()
    const addresses = addressesBelow('authlib-injector', gone.root, game)
    assert.deepEqual(await join({ addresses }), { says: 'unsure', problem: 'connection' })
  })

  test('an answer that switches protocols, or is not HTTP, is unsure', async () => {
    for (const bytes of [
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'SSH-2.0-x\r\n',
      `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
    ]) {
      const raw = createServer((socket) =>
        socket
          .on('error', () => undefined)
          .resume()
          .end(bytes),
      )
      await new Promise<void>((listening) => raw.listen(0, '127.0.0.1', listening))
      const { port } = raw.address() as { port: number }
      const addresses = addressesBelow('vendor', `http://127.0.0.1:${port}`, game)
      assert.deepEqual(await join({ addresses, id: `raw${port}` }), { says: 'unsure', problem: 'connection' })
      await new Promise((closed) => raw.close(closed))
    }
  })

  test('private addresses are refused at the connection, also those of a name that has changed', async (t) => {
    const refused = { says: 'unsure', problem: 'address_private' }
    assert.deepEqual(await join({ isPrivate: false }), refused)
    let answers = ['203.0.113.7']
    t.mock.method(dns, 'lookup', (_host: string, _options: object, done: (...given: unknown[]) => void) =>
      done(
        null,
        answers.map((address) => ({ address, family: 4 })),
      ),
    )
    const { port } = new URL(mock.url)
    const addresses = addressesBelow(
      'authlib-injector',
      `http://neighbour.example:${port}/api/yggdrasil`,
      game,
    )
    // Between the check at set-up and the connection, the name moves into this machine.
    answers = ['127.0.0.1']
    assert.deepEqual(await join({ isPrivate: false, addresses }), refused)
    answers = ['10.0.0.1', '169.254.169.254', '127.0.0.1']
    assert.deepEqual(await join({ isPrivate: false, addresses }), refused)
    assert.equal(mock.seen.length, 0)
    answers = ['127.0.0.1']
    assert.equal((await join({ addresses })).says, 'yes')
  })

  test('after five failures in a row nothing is sent for ten seconds, then one question', async () => {
    mock.behave('status-500')
    for (let times = 0; times < 5; times++) await join()
    assert.equal(mock.seen.length, 5)
    mock.behave('good')
    assert.deepEqual(await join(), { says: 'unsure', problem: 'failing' })
    now += 9999
    assert.deepEqual(await join(), { says: 'unsure', problem: 'failing' })
    now += 1
    assert.equal((await join()).says, 'yes')
    assert.equal(mock.seen.length, 6)
    // Another neighbour has a breaker of its own.
    mock.behave('status-500')
    for (let times = 0; times < 5; times++) await join({ id: 'bad' })
    mock.behave('good')
    assert.equal((await join()).says, 'yes')
  })

  test('a neighbour that fails about five players in a row is left alone', async () => {
    const failing = ['html', 'endless', 'redirect-self', 'status-500', 'hangup', 'id-number', 'gzip']
    for (const behaviour of failing) {
      mock.behave(behaviour)
      for (let at = 0; at < 5; at++) {
        mock.players.set(`Player${at}`, { id })
        await join({ id: behaviour }, 10_000, known, `Player${at}`)
      }
      mock.behave('good')
      const answer = await join({ id: behaviour })
      assert.deepEqual(answer, { says: 'unsure', problem: 'failing' }, behaviour)
    }
    mock.behave('dead')
    await Promise.all(Array.from({ length: 5 }, () => join({ id: 'late' }, 200)))
    assert.deepEqual(await join({ id: 'late' }), { says: 'unsure', problem: 'failing' })
    mock.behave('no')
    for (let times = 0; times < 8; times++) assert.deepEqual(await join({ id: 'no' }), { says: 'no' })
  })

  test('whatever one player is answered, others are asked about', async () => {
    mock.players.set('Odd', { id })
    for (const behaviour of Object.keys(behaviours)) {
      // A neighbour that asks for time asks everybody.
      if (behaviour.startsWith('wait')) continue
      const neighbour = { id: behaviour, limit: 600 }
      mock.behave(behaviour)
      const isSlow = ['dead', 'drip'].includes(behaviour)
      for (let times = 0; times < (isSlow ? 5 : 12); times++)
        await join(neighbour, isSlow ? 50 : 10_000, known, 'Odd')
      mock.behave('good')
      assert.equal((await join(neighbour)).says, 'yes', behaviour)
    }
    mock.players.delete('Odd')
  })

  test('Retry-After is honoured, for a minute at most', async () => {
    for (const [behaviour, waitMs] of [
      ['wait', 30_000],
      ['wait-long', 60_000],
    ] as const) {
      const neighbour = { id: behaviour }
      mock.behave(behaviour)
      await join(neighbour)
      mock.behave('good')
      now += waitMs - 1
      assert.deepEqual(await join(neighbour), { says: 'unsure', problem: 'asked_to_wait' })
      now += 1
      assert.equal((await join(neighbour)).says, 'yes', behaviour)
    }
  })

  test('the number of questions a minute is limited, and one asker gets three quarters of it', async () => {
    const ask = (...groups: string[]) => join({ limit: 4 }, 10_000, { ...known, groups })
    const answers = []
    for (let times = 0; times < 4; times++) answers.push((await ask('one', 'server a')).says)
    assert.deepEqual(answers, ['yes', 'yes', 'yes', 'unsure'])
    // The same game server from another network has used up its share, too.
    assert.deepEqual(await ask('two', 'server a'), { says: 'unsure', problem: 'limit' })
    assert.equal((await ask('two', 'server b')).says, 'yes')
    assert.deepEqual(await ask('two', 'server b'), { says: 'unsure', problem: 'limit' })
    assert.equal(mock.seen.length, 4)
    now += 20_000
    assert.equal((await ask('one', 'server a')).says, 'yes')
    assert.deepEqual(await ask('one', 'server a'), { says: 'unsure', problem: 'limit' })
  })

  test('sixteen questions at once, and a bounded queue behind them', async () => {
    const open: ServerResponse[] = []
    let most = 0
    const answerAll = () => {
      for (const response of open.splice(0)) response.writeHead(204).end()
    }
    mock.behave((response) => {
      most = Math.max(most, open.push(response))
      // A seventeenth would come at once, too.
      if (open.length === 16) setTimeout(answerAll, 50)
    })
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => join({ limit: 1000 }, 10_000, processAsker)),
    )
    assert.equal(most, 16)
    const refused = answers.filter(({ says }) => says === 'unsure')
    // One network waits behind its own 16.
    assert.equal(answers.length - refused.length, 32)
    assert.ok(refused.every((answer) => 'problem' in answer && answer.problem === 'limit'))
  })

  test('strangers leave half of the questions to players that are known', async () => {
    const stranger = (at: number, more = {}) =>
      join({ limit: 60 }, 10_000, { groups: [`host ${at % 3}`], ...more }, `Stranger${at}`)
    let strangers = 0
    for (let at = 0; at < 60; at++) if ((await stranger(at)).says !== 'unsure') strangers++
    assert.equal(strangers, 24)
    // The link door has the next ones, and no more than its share.
    let callers = 0
    for (let at = 0; at < 60; at++) {
      const player = [`198.51.100.${at}`]
      if ((await stranger(at, { isAtDoor: true, player })).says !== 'unsure') callers++
    }
    assert.equal(callers, 6)
    for (let at = 0; at < 30; at++) {
      const asker = { ...known, groups: [`game ${at}`] }
      assert.equal((await join({ limit: 60 }, 10_000, asker)).says, 'yes')
    }
    assert.equal((await join({ limit: 60 })).says, 'unsure')
  })

  test("one player's network leaves room for others, at a game server and at the door", async () => {
    const ask = async (address: string, times: number, more: Partial<NeighbourAsker>) => {
      let asked = 0
      for (let at = 0; at < times; at++) {
        const asker = { groups: ['server x'], player: [address], ...more }
        if ((await join({ id: JSON.stringify(more), limit: 60 }, 10_000, asker, `P${at}`)).says !== 'unsure')
          asked++
      }
      return asked
    }
    assert.equal(await ask('192.0.2.1', 60, {}), 15)
    assert.equal(await ask('192.0.2.2', 60, {}), 3)
    assert.equal(await ask('192.0.2.3', 1, {}), 1)
    // More than its share, for nobody else needs it now.
    assert.equal(await ask('192.0.2.1', 60, { isAtDoor: true }), 15)
    for (let at = 2; at < 8; at++) assert.equal(await ask(`192.0.2.${at}`, 1, { isAtDoor: true }), 1)
    // A known name from a network that asks for much is not kept out by it, but waits behind others.
    assert.equal(await ask('192.0.2.1', 60, { isKnown: true }), 24)
    assert.equal(await ask('192.0.2.9', 1, { isKnown: true }), 1)
  })

  test('only a question that had its full time can fail', async () => {
    const open: ServerResponse[] = []
    mock.behave((response) => void open.push(response))
    for (let at = 0; at < 16; at++) mock.players.set(`First${at}`, { id }).set(`Late${at}`, { id })
    const slow = { id: 'slow', limit: 600 }
    const first = Array.from({ length: 16 }, (_, at) =>
      join(slow, 5000, { groups: [`s${at}`] }, `First${at}`),
    )
    await until('the places of strangers are taken', () => open.length === 16)
    // Players that are known have two more.
    mock.behave('good')
    assert.equal((await join(slow)).says, 'yes')
    mock.behave((response) => void open.push(response))
    // These wait for their turn longer than the neighbour needs, and their time is over soon after.
    const late = Array.from({ length: 12 }, (_, at) => join(slow, 600, { groups: [`s${at}`] }, `Late${at}`))
    setTimeout(() => open.splice(0).forEach((response) => response.writeHead(204).end()), 400)
    await Promise.all(first)
    for (const answer of await Promise.all(late))
      assert.deepEqual(answer, { says: 'unsure', problem: 'limit' })
    mock.behave('good')
    assert.equal((await join(slow)).says, 'yes')
  })

  test('names are requested as a list, or one by one from the vendor', async () => {
    const vendor = { addresses: addressesBelow('vendor', mock.url, game) }
    for (const kind of [{}, vendor]) {
      assert.deepEqual(await name('visitor', kind), { says: 'yes', id, name: 'Visitor' })
      assert.deepEqual(await name('Somebody', kind), { says: 'no' })
    }
    assert.deepEqual(await name('..', vendor), { says: 'no' })
    assert.deepEqual(
      mock.seen.map(({ method, path, body }) => `${method} ${path} ${body}`.trim()),
      [
        'POST /api/yggdrasil/api/profiles/game ["visitor"]',
        'POST /api/yggdrasil/api/profiles/game ["Somebody"]',
        'GET /users/profiles/game/visitor',
        'GET /users/profiles/game/Somebody',
      ],
    )
  })

  test('a name counts as unknown only if the answer says so', async () => {
    const vendor = { addresses: addressesBelow('vendor', mock.url, game) }
    const unsure = [
      'status-401',
      'status-403',
      'status-500',
      'redirect-self',
      'html',
      'id-number',
      'large-64k',
    ]
    for (const behaviour of [...unsure, 'other-name', 'duplicate-id', 'gzip']) {
      mock.behaveForNames(behaviour)
      assert.equal((await name('Visitor', { ...vendor, id: behaviour })).says, 'unsure', behaviour)
    }
    mock.behaveForNames('status-404')
    assert.equal((await name('Visitor', { ...vendor, id: 'gone' })).says, 'no')
    assert.equal((await name('Visitor', { id: 'list' })).says, 'unsure', 'a list has no 404')
  })
})

describe('asking several neighbours', () => {
  const players = [['Visitor', { id }]] as const
  const question = { username: 'Visitor', serverId: 'x', ip: undefined }

  async function three(t: { after: (work: () => Promise<void>) => void }) {
    const mocks = await Promise.all([1, 2, 3].map(() => startNeighbour({ players })))
    t.after(async () => void (await Promise.all(mocks.map((mock) => mock.close()))))
    const asked = mocks.map(({ root }, at) => ({
      id: `n${at}`,
      addresses: addressesBelow('authlib-injector', root, game),
      isPrivate: true,
      forwardAddress: false,
      limit: 60,
      textures: 'mirror' as const,
    }))
    const allowed = asked.map(({ id }) => ({ id, trust: 50, isAdmitting: true }))
    const questions = { joins: asked.map(({ id }) => id), names: [] }
    const state = new Neighbours(
      () => performance.now(),
      () => 'https://norn.example',
    )
    const outcome = async (timeMs = 2000) => {
      const options = { join: question, address: '192.0.2.1', server: 'lobby', timeMs }
      const answers = await askNeighbours(state, asked, questions, options)
      assert.ok(answers)
      return decide({ kind: 'nobody' }, allowed, saidIn(answers))
    }
    return { mocks, outcome }
  }

  test('the result does not depend on who answers first', async (t) => {
    const { mocks, outcome } = await three(t)
    for (const delays of [
      [0, 30, 60],
      [60, 30, 0],
      [30, 60, 0],
    ]) {
      for (const [at, mock] of mocks.entries()) {
        mock.behave((response, profile, url) => {
          const how = at === 0 ? 'no' : 'good'
          setTimeout(() => behaviours[how]?.(response, profile, url), delays[at])
        })
      }
      assert.deepEqual(await outcome(), { outcome: 'no', reason: 'two_sources' })
      mocks[2]?.behave((response) => setTimeout(() => response.writeHead(204).end(), delays[2]))
      assert.deepEqual(await outcome(), { outcome: 'yes', neighbour: 'n1' })
    }
  })

  test('an unreachable one makes a yes unsure, within the total time limit', async (t) => {
    const { mocks, outcome } = await three(t)
    mocks[0]?.behave('dead')
    mocks[1]?.behave('no')
    const began = performance.now()
    assert.deepEqual(await outcome(400), { outcome: 'unsure' })
    const tookMs = performance.now() - began
    assert.ok(tookMs >= 390 && tookMs < 3000, `${tookMs} ms`)
  })
})
