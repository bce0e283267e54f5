// Over situations at random: a lookup finds exactly the player that hasJoined lets in under that name, or nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlineUuid } from '../../../src/lib/crypto/uuid.ts'
import { dayMs, minuteMs } from '../../../src/lib/measure/units.ts'
import { fold } from '../../../src/lib/text/fold.ts'
import { neighbourWhos } from '../../../src/model/fields/neighbour.ts'
import { insertVisitor, insertVisitorClaim } from '../../../src/storage/community/visitors.ts'
import { send } from '../../neighbours/behaviours.ts'
import { seeded } from '../../seed.ts'
import { onEveryDatabase, type RunningService } from '../../service.ts'
import { neighbourhood, uuid } from '../neighbours/scene.ts'

const ids = ['one', 'two', 'three'] as const
const names = ['Alpha', 'Beta', 'Local', 'Owner'] as const
const situations = { sqlite: 100, postgres: 25 }

type Situation = {
  /** Per neighbour, its players by name, and whether it answers no question, or none about names. */
  neighbours: Map<
    string,
    { players: Map<string, string>; isDown: boolean; isMute: boolean; lookups: boolean }
  >
}

onEveryDatabase('lookups and hasJoined', (start, _shared, kind) => {
  test('a lookup returns the player that hasJoined admits, or nobody', async (t) => {
    const service = await start({
      NORN_NEIGHBOURS: 'on',
      NORN_RESERVED_NAMES: 'Owner',
      NORN_LOOKUP_BANS: 'off',
    })
    const { db } = service.context
    const scene = await neighbourhood(t, service, { one: {}, two: {}, three: {} })
    const { id: accountId } = await service.account({ username: 'Local' })
    const { id: linkedId } = await service.account({ username: 'Linked' })
    let isAsAccount = false
    const random = seeded(t)
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const chance = (part: number) => random() < part
    const uuids = [...[1, 2, 3, 4].map(uuid), accountId, offlineUuid('Alpha'), '0'.repeat(32)]

    const counts = { found: 0, unsure: 0, nobody: 0, admitted: 0 }
    for (let round = 0; round < situations[kind]; round++) {
      // Answers are forgotten, and breakers closed.
      service.advance(11 * minuteMs)
      const situation = await arrange()
      for (const name of names) await check(situation, name, JSON.stringify({ round, name }))
    }
    t.diagnostic(JSON.stringify(counts))
    assert.ok(Math.min(...Object.values(counts)) > 0, JSON.stringify(counts))

    async function arrange(): Promise<Situation> {
      const situation: Situation = { neighbours: new Map() }
      await db.query.deleteFrom('listed_visitor').execute()
      await clearVisitors(service)
      // A day has room for few new players.
      await db.query.deleteFrom('guess').execute()
      await db.query.deleteFrom('neighbour_link').execute()
      isAsAccount = chance(0.3)
      await db.query
        .updateTable('game_server')
        .set({ links: isAsAccount ? 'as_account' : 'admit' })
        .execute()
      await db.query
        .updateTable('account')
        .set({ suspended_at: chance(0.2) ? 1 : null })
        .where('id', '=', linkedId)
        .execute()
      for (const id of ids) {
        const players = new Map<string, string>()
        for (const name of names) {
          if (chance(0.6)) players.set(chance(0.2) ? name.toUpperCase() : name, oneOf(uuids))
        }
        const [isDown, isMute, lookups] = [chance(0.1), chance(0.08), !chance(0.1)]
        situation.neighbours.set(id, { players, isDown, isMute, lookups })
        const mock = scene.mocks[id]
        assert.ok(mock)
        mock.players.clear()
        for (const [name, player] of players) mock.players.set(name, { id: player })
        mock.behaveForNames(isDown || isMute ? 'status-500' : undefined)
        await db.query
          .updateTable('neighbour')
          .set({
            trust: oneOf([10, 50, 50, 90]),
            who: chance(0.6) ? 'everyone' : oneOf(neighbourWhos),
            paused_at: chance(0.1) ? 1 : null,
            lookups: lookups ? 1 : 0,
            per_minute: 1_000_000,
          })
          .where('id', '=', id)
          .execute()
        for (const name of names) {
          const player = chance(0.7) ? (players.get(name) ?? oneOf(uuids)) : oneOf(uuids)
          const link = { account_id: linkedId, name, name_key: fold(name), proof: 'code' as const, at: 1 }
          if (chance(0.25)) {
            await db.query
              .insertInto('neighbour_link')
              .values({ ...link, neighbour_id: id, uuid: player })
              .onConflict((conflict) => conflict.doNothing())
              .execute()
          }
          const row = { neighbour_id: id, name_key: fold(name), server_id: '', added_at: 1 }
          if (chance(0.5)) await db.query.insertInto('listed_visitor').values(row).execute()
        }
      }
      const who = chance(0.2) ? oneOf(neighbourWhos) : null
      await db.query.updateTable('game_server').set({ visitors_who: who }).execute()
      for (const name of ['Alpha', 'Beta']) if (chance(0.35)) await pin(name)
      return situation
    }

    /** Makes a visitor of a neighbour, which mostly still has it, who owns the name, holds it or has lost it. */
    async function pin(name: string): Promise<void> {
      const neighbour = oneOf(ids)
      const players = scene.mocks[neighbour]?.players
      const player = chance(0.7) ? players?.get(name)?.id : undefined
      const id = player ?? oneOf([1, 2, 3, 4].map(uuid))
      if (!/4cde8f/.test(id)) return
      const now = service.now()
      const isSuspended = chance(0.2)
      const [owned, held] = chance(0.7) ? [name, undefined] : [`${name}_2`, name]
      try {
        await db.transaction(async (tx) => {
          await insertVisitor(tx, {
            uuid: id,
            neighbour_id: neighbour,
            name: owned,
            name_key: fold(owned),
            suspended_at: isSuspended ? now : null,
            suspended_until: isSuspended && chance(0.5) ? now + dayMs : null,
            suspension_reason: null,
            suspended_by: null,
            first_seen: now,
            last_seen: now,
            joins: 1,
          })
          if (chance(0.8)) await insertVisitorClaim(tx, fold(owned), id)
          if (held === undefined) return
          await insertVisitorClaim(tx, fold(held), id)
          const ends = { kind: 'held' as const, until: chance(0.7) ? now + dayMs : now - 1 }
          await tx.query.updateTable('name_claim').set(ends).where('name_key', '=', fold(held)).execute()
        })
      } catch {
        // The UUID is another visitor's already.
      }
    }

    async function check({ neighbours }: Situation, name: string, about: string): Promise<void> {
      const asked = oneOf([name, name.toLowerCase(), name.toUpperCase()])
      const [single, bulk] = [
        await service.get(`${scene.at}/api/users/profiles/minecraft/${asked}`),
        await service.post(`${scene.at}/api/profiles/minecraft`, [asked, asked.toLowerCase()]),
      ]
      assert.ok([200, 204, 503].includes(single.status), `${about} ${single.text}`)
      const found: { id: string; name: string } | undefined = single.status === 200 ? single.json : undefined
      assert.deepEqual(bulk.json, found ? [found] : [], about)
      if (name === 'Local') return assert.equal(found?.id, accountId, about)
      if (name === 'Owner') return assert.equal(single.status, 204, about)
      counts[found ? 'found' : single.status === 503 ? 'unsure' : 'nobody']++

      const admitted = new Set<string>()
      for (const joined of ids) {
        for (const called of neighbours.get(joined)?.players.keys() ?? []) {
          if (fold(called) !== fold(name)) continue
          const player = await admittedAs(neighbours, joined, called)
          if (player) admitted.add(`${player.id} ${player.name}`)
        }
      }
      counts.admitted += admitted.size
      const seen = `${about} found ${JSON.stringify(found)} ${single.status}, admitted ${JSON.stringify([...admitted])}`
      const isSure = Array.from(neighbours.values()).every((one) => !one.isDown && !one.isMute && one.lookups)
      const claim = await db.query
        .selectFrom('name_claim')
        .leftJoin('visitor', 'visitor.uuid', 'name_claim.visitor_id')
        .select(['name_claim.kind', 'name_claim.until', 'visitor.uuid', 'visitor.name'])
        .where('name_claim.name_key', '=', fold(name))
        .executeTakeFirst()
      const isHeld = claim?.kind === 'held' && (claim.until ?? 0) > service.now()
      if (found) {
        const isLinked = isAsAccount && found.id === linkedId
        assert.equal(fold(found.name), fold(isLinked ? 'Linked' : name), seen)
        // Nobody but the player that was found joins. Only a visitor who owns the name may be found and not join.
        for (const player of admitted) assert.equal(player.split(' ')[0], found.id, seen)
        const isPinned = claim?.uuid === found.id || (isLinked && typeof claim?.uuid === 'string')
        if (isSure && !isPinned) assert.deepEqual([...admitted], [`${found.id} ${found.name}`], seen)
        const profile = await service.get(`${scene.at}/session/profile/${found.id}`)
        if (!isLinked && isSure && profile.status === 200) assert.equal(profile.json.id, found.id, seen)
      } else if (isSure && !isHeld) {
        assert.notEqual(single.status, 503, seen)
        const having = Array.from(neighbours.values()).filter(({ players }) =>
          Array.from(players.keys()).some((called) => fold(called) === fold(name)),
        )
        // Of several with a player of this name either could join, even if the other one would be refused.
        if (having.length === 1) assert.deepEqual([...admitted], [], seen)
      }
    }

    /** Asks hasJoined when a neighbour's player has joined, and takes back what it has stored. */
    async function admittedAs(
      neighbours: Situation['neighbours'],
      joined: string,
      name: string,
    ): Promise<{ id: string; name: string } | undefined> {
      const [visitors, claims] = [
        await db.query.selectFrom('visitor').selectAll().execute(),
        await db.query.selectFrom('name_claim').selectAll().where('visitor_id', 'is not', null).execute(),
      ]
      for (const [id, { isDown }] of neighbours) {
        scene.mocks[id]?.behave((response, profile) => {
          if (isDown) send(response, '{}', 500)
          else if (id === joined) send(response, JSON.stringify({ ...profile, properties: [] }))
          else response.writeHead(204).end()
        })
      }
      // Closes the breakers, and neighbours are asked again about a name that was twice nobody's.
      service.advance(31_000)
      const answer = await scene.ask(name)
      await clearVisitors(service)
      for (const row of visitors) await db.query.insertInto('visitor').values(row).execute()
      for (const row of claims) await db.query.insertInto('name_claim').values(row).execute()
      return answer.status === 200 ? answer.json : undefined
    }
  })
})

async function clearVisitors({ context: { db } }: RunningService): Promise<void> {
  await db.query.deleteFrom('name_claim').where('visitor_id', 'is not', null).execute()
  await db.query.deleteFrom('visitor').execute()
}
