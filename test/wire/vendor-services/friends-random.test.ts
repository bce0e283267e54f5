// Whatever the three bodies are, an answer is one of those that the protocol has, and the lists stay as they can be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { onEveryDatabase } from '../../service.ts'
import { befriend, playerAt } from './game.ts'

/** Any string that JSON can express, including NUL and lone surrogates. */
const text = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
const anything = fc.oneof(fc.jsonValue(), text, fc.constantFrom(null, '', 0, -1, 1e308, [], {}, '__proto__'))

const member = (...usual: fc.Arbitrary<unknown>[]) =>
  fc.option(fc.oneof({ weight: 3, arbitrary: fc.oneof(...usual) }, { weight: 1, arbitrary: anything }), {
    nil: undefined,
  })

const body = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ ...members, __proto__: fc.constant(undefined), other: anything }) },
    { weight: 1, arbitrary: anything },
  )

const statuses = [
  'ONLINE',
  'PLAYING_OFFLINE',
  'PLAYING_REALMS',
  'PLAYING_SERVER',
  'PLAYING_HOSTED_SERVER',
  'OFFLINE',
]

onEveryDatabase('random bodies of friends', (start) => {
  test('an update, a report and preferences', async () => {
    const service = await start()
    const { context } = service
    const [alex, steve, zoe] = [
      await playerAt(service, 'Alex'),
      await playerAt(service, 'Steve'),
      await playerAt(service, 'Zoe'),
    ]
    await befriend(alex, steve)
    const ids = [steve.id, zoe.id, alex.id, 'ab'.repeat(16), steve.id.toUpperCase()]
    const bodies = fc.oneof(
      fc.record({
        method: fc.constant('PUT'),
        path: fc.constantFrom('friends', 'player/friends'),
        body: body({
          updateType: member(fc.constantFrom('ADD', 'REMOVE')),
          name: member(fc.constantFrom('Steve', 'ZOE', 'Alex', 'nobody')),
          profileId: member(fc.constantFrom(...ids)),
        }),
      }),
      fc.record({
        method: fc.constant('POST'),
        path: fc.constantFrom('presence', 'player/presence'),
        body: body({
          status: member(fc.constantFrom(...statuses)),
          joinInfo: member(
            fc.record({
              value: member(text, fc.integer()),
              invites: member(fc.array(fc.oneof(fc.constantFrom(...ids), anything), { maxLength: 5 })),
            }),
          ),
        }),
      }),
      fc.record({
        method: fc.constant('POST'),
        path: fc.constant('player/attributes'),
        body: body({
          friendsPreferences: member(
            fc.record({
              friends: member(fc.constantFrom('ENABLED', 'DISABLED')),
              acceptInvites: member(fc.constantFrom('ENABLED', 'DISABLED')),
            }),
          ),
        }),
      }),
    )
    const property = fc.asyncProperty(bodies, async ({ method, path, body: sent }) => {
      // So that no budget is ever spent: what bodies do is the question.
      service.advance(120_000)
      const written = typeof sent === 'string' ? JSON.stringify(sent) : sent
      const answer = await alex.send(method, path, written)
      const about = `${method} ${path} ${JSON.stringify(sent)}: ${answer.status} ${answer.text}`
      assert.ok([200, 400, 403].includes(answer.status), about)
      assert.equal(answer.headers.get('content-type'), 'application/json', about)
      if (answer.status !== 200) assert.match(answer.json.error, /^(IllegalArgument|CONSTRAINT_|FORBIDDEN)/)
      const seen = await steve.report('ONLINE')
      assert.equal(seen.status, 200, about)
      for (const { joinInfo } of seen.json.presence) {
        if (joinInfo) assert.ok(typeof joinInfo.value === 'string' && joinInfo.value.length <= 256, about)
      }
      const rows = await context.db.query.selectFrom('friendship').selectAll().execute()
      for (const { low, high, asked_by } of rows) {
        assert.ok(low < high && (asked_by === null || asked_by === low || asked_by === high), about)
        assert.ok(
          [low, high].every((id) => ids.includes(id)),
          about,
        )
      }
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
