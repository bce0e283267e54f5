// Visits that end in the middle: the process is killed, or the database falls silent. Nothing is half, and nobody else
// gets in.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshSqlite, kinds } from '../databases.ts'
import { layouts, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { hasJoined, join } from '../instances/instances.ts'
import { send } from '../neighbours/behaviours.ts'
import { startPostgres } from '../postgres.ts'
import { type RunningService, startService } from '../service.ts'
import { until } from '../until.ts'

const on = { NORN_NEIGHBOURS: 'on', NORN_NEIGHBOUR_TIME: '1s' }

/** In milliseconds: the time of neighbours and half a second, doubled for a busy machine. A statement alone has 4 s. */
const promised = 2 * 1500

interface Silent {
  url: string
  freeze(): void
  thaw(): void
}

async function startDatabase(t: TestContext, kind: string): Promise<Silent> {
  if (kind === 'postgres') {
    const server = await startPostgres()
    t.after(() => {
      server.thaw()
      return server.stop()
    })
    return server
  }
  const database = await freshSqlite()
  t.after(() => database.drop())
  let other: DatabaseSync | undefined
  return {
    url: database.url,
    freeze: () => {
      other = new DatabaseSync(database.url.slice('sqlite:'.length))
      other.exec('begin immediate')
    },
    thaw: () => other?.close(),
  }
}

for (const kind of kinds()) {
  test(`visits that end in the middle (${kind})`, async (t) => {
    const database = await startDatabase(t, kind)
    let service = await startService(database.url, on, { hasLimits: true })
    t.after(() => service.close())
    const scene = await neighbourhood(t, service, {
      one: { players: { Answered: uuid(1), Committed: uuid(2), Asked: uuid(3), Later: uuid(4) } },
      two: {},
    })
    const { one, two } = scene.mocks
    assert.ok(one && two)
    const ask = (name: string, at: RunningService = service) => scene.ask(name, { service: at })
    const stored = async () => ({
      visitors: await service.context.db.query
        .selectFrom('visitor')
        .select(['uuid', 'name', 'joins'])
        .orderBy('uuid')
        .execute(),
      claims: await service.context.db.query
        .selectFrom('name_claim')
        .select(['name_key', 'visitor_id'])
        .where('visitor_id', 'is not', null)
        .orderBy('visitor_id')
        .execute(),
      events: (
        await service.context.db.query
          .selectFrom('audit_entry')
          .select('event')
          .where('event', 'like', 'visitor.%')
          .execute()
      ).length,
    })

    await t.test(
      'killed while the neighbour is asked, before the commit, and before the answer',
      async () => {
        await service.close()
        const child = fork(fileURLToPath(new URL('visits-service.ts', import.meta.url)), [database.url])
        t.after(() => child.kill('SIGKILL'))
        const said = messagesOf(child)
        const baseUrl = await until('it listens', () => said.find((each) => each.startsWith('http')))
        const visit = (name: string) =>
          fetch(`${baseUrl}${scene.at}${layouts.native}?username=${name}&serverId=hash`).then(
            ({ status }) => status,
            () => 'no answer',
          )
        const held: ServerResponse[] = []
        one.behave((response, profile) => {
          if (profile.name === 'Asked') held.push(response)
          else send(response, JSON.stringify(profile))
        })
        const answers = [visit('Asked')]
        await until('the neighbour is asked', () => held.length === 1)
        answers.push(visit('Answered'))
        await until('it is committed', () => said.includes('after the commit'))
        answers.push(visit('Committed'))
        await until('it is about to be committed', () => said.includes('before the commit'))
        child.kill('SIGKILL')
        await once(child, 'exit')
        assert.deepEqual(await Promise.all(answers), ['no answer', 'no answer', 'no answer'])
        for (const response of held) response.destroy()
        one.behave('good')

        service = await startService(database.url, on, { hasLimits: true })
        assert.deepEqual(await stored(), {
          visitors: [{ uuid: uuid(1), name: 'Answered', joins: 1 }],
          claims: [{ name_key: 'answered', visitor_id: uuid(1) }],
          events: 1,
        })
        // The name that was committed belongs to that player and to nobody else.
        one.players.set('Answered', { id: uuid(9) })
        two.players.set('Answered', { id: uuid(8) })
        assert.equal((await ask('Answered')).status, 401)
        await assert.rejects(service.account({ username: 'ANSWERED' }), /username_taken/)
        one.players.set('Answered', { id: uuid(1) })
        assert.equal((await ask('Answered')).json.id, uuid(1))
        // The others have lost an attempt, and so has anybody else who joins first.
        assert.equal((await ask('Committed')).json.id, uuid(2))
        one.players.delete('Asked')
        two.players.set('Asked', { id: uuid(7) })
        assert.equal((await ask('Asked')).json.id, uuid(7))
      },
    )

    await t.test(
      'the database falls silent while the neighbour is asked: 503 in time, and nothing is stored',
      async () => {
        const before = await stored()
        const steve = await service.account({ username: 'Steve' })
        const accessToken = await service.signIn(steve)
        await join(service, steve, accessToken, 'own')
        one.behave((response, profile) => {
          database.freeze()
          send(response, JSON.stringify(profile))
        })
        const began = performance.now()
        const answer = await ask('Later')
        const tookMs = performance.now() - began
        assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
        assert.ok(tookMs < promised, `answered after ${tookMs} ms`)
        database.thaw()
        one.behave('good')
        await until(
          'the database answers',
          async () => (await hasJoined(service, 'Steve', 'own')).status === 200,
        )
        assert.deepEqual(await stored(), before)
        assert.equal((await ask('Later')).json.id, uuid(4))
      },
    )
  })
}

function messagesOf(child: ChildProcess): string[] {
  const said: string[] = []
  child.on('message', (text) => void said.push(String(text)))
  return said
}
