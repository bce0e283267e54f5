// Changes made while a neighbour is being asked apply to its answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeServer } from '../../../src/domain/community/removed-servers.ts'
import { pauseServer, setServer } from '../../../src/domain/community/servers.ts'
import { listName, unlistName } from '../../../src/domain/neighbours/listed.ts'
import { pauseNeighbour, removeNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import {
  findVisitor,
  purgeVisitors,
  releaseVisitorName,
  suspendVisitor,
} from '../../../src/domain/neighbours/visitors.ts'
import { updateVisitor } from '../../../src/storage/community/visitors.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { lockWaits } from '../../storage/lock-waits.ts'
import { until } from '../../until.ts'
import { neighbourhood, storeVisitor, uuid } from './scene.ts'

const on = { NORN_NEIGHBOURS: 'on' }

type Change = (service: RunningService) => Promise<unknown>

const changes: Readonly<Record<string, [Change, string]>> = {
  'the neighbour is paused': [
    ({ context }) => pauseNeighbour(context, operator, 'other', true),
    'visitor_refused',
  ],
  'the neighbour is removed': [
    ({ context }) => removeNeighbour(context, operator, 'other'),
    'visitor_refused',
  ],
  'the neighbour lets in nobody': [
    ({ context }) => setNeighbour(context, operator, 'other', { who: 'nobody' }),
    'visitor_refused',
  ],
  'its names get another pattern': [
    ({ context }) => setNeighbour(context, operator, 'other', { names: '[0-9]+' }),
    'visitor_refused',
  ],
  'the name is no longer listed': [
    ({ context }) => unlistName(context, operator, 'other', { name: 'Visitor' }),
    'visitor_refused',
  ],
  'the server names it no more': [
    ({ context }) => setServer(context, operator, 'lobby', { neighbours: [] }),
    'visitor_refused',
  ],
  'the server is paused': [({ context }) => pauseServer(context, operator, 'lobby', true), 'visitor_refused'],
  'the server is removed': [({ context }) => removeServer(context, operator, 'lobby'), 'visitor_refused'],
  'an account takes the name': [(service) => service.account({ username: 'VISITOR' }), 'name_owned'],
  'an account takes the UUID': [
    (service) => service.account({ username: 'Other', id: uuid(1) }),
    'uuid_taken',
  ],
  'another visitor takes the name': [
    ({ context }) => storeVisitor(context, { id: uuid(2), name: 'Visitor' }),
    'name_owned',
  ],
  'another neighbour brings the UUID': [
    ({ context }) => storeVisitor(context, { id: uuid(1), name: 'Another', neighbour: 'more' }),
    'uuid_taken',
  ],
}

onEveryDatabase('changes while a neighbour is asked', (start, _shared, kind) => {
  for (const [what, [make, expected]] of Object.entries(changes)) {
    test(what, async (t) => {
      const service = await start(on)
      const { context } = service
      const { ask, mocks, reason } = await neighbourhood(t, service, {
        other: { players: { Visitor: uuid(1) }, who: 'listed' },
      })
      await listName(context, operator, 'other', { name: 'Visitor' })
      mocks.other?.behave((response, profile) => {
        const answer = JSON.stringify({ ...profile, properties: [] })
        make(service).then(
          () => response.end(answer),
          (error: unknown) => response.writeHead(500).end(String(error)),
        )
      })
      const refused = await ask('Visitor')
      assert.deepEqual([refused.status, await reason(refused)], [401, expected])
      const rows = await context.db.query
        .selectFrom('visitor')
        .select(['uuid', 'neighbour_id'])
        .where('uuid', '=', uuid(1))
        .where('neighbour_id', '=', 'other')
        .execute()
      assert.deepEqual(rows, [])
    })
  }

  test('a visitor who is suspended meanwhile stays outside; a name that is released or purged meanwhile is taken again', async (t) => {
    const service = await start(on)
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1) } },
    })
    const during = (work: () => Promise<unknown>) =>
      mocks.other?.behave((response, profile) => {
        void work().then(() => response.end(JSON.stringify({ ...profile, properties: [] })))
      })
    assert.equal((await ask('Visitor')).status, 200)
    during(() => releaseVisitorName(context, operator, 'Visitor'))
    assert.equal((await ask('Visitor')).json.id, uuid(1))
    during(() => purgeVisitors(context, operator, 'other'))
    assert.equal((await ask('Visitor')).json.id, uuid(1))
    assert.equal((await findVisitor(context, uuid(1))).joins, 1)
    during(async () => suspendVisitor(context, operator, await findVisitor(context, uuid(1)), {}))
    const refused = await ask('Visitor')
    assert.deepEqual([refused.status, await reason(refused)], [401, 'visitor_suspended'])
  })

  test('a suspension that is being written is waited for', async (t) => {
    const service = await start(on)
    const { db } = service.context
    const { ask, reason } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    assert.equal((await ask('Visitor')).status, 200)
    const [isWritten, isAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const suspending = db.transaction(async (tx) => {
      await updateVisitor(tx, uuid(1), { suspended_at: service.now() })
      isWritten.resolve()
      await isAsked.promise
    })
    await isWritten.promise
    const asking = ask('Visitor')
    if (kind === 'postgres') await until('the join waits', async () => (await lockWaits(db)) > 0)
    isAsked.resolve()
    await suspending
    const refused = await asking
    assert.deepEqual([refused.status, await reason(refused)], [401, 'visitor_suspended'])
  })
})
