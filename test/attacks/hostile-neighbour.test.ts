// A hostile neighbour that says yes to everything, asked by three instances at once (on SQLite, by many requests at
// once). It lets nobody in under a name or a UUID that belongs to somebody here, also while that changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { setServer } from '../../src/domain/community/servers.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { addNeighbour, pauseNeighbour, removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { findVisitor, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { kinds } from '../databases.ts'
import { layouts, neighbourhood, storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { join, startOn } from '../instances/instances.ts'
import { send } from '../neighbours/behaviours.ts'
import { type Answer, operator } from '../service.ts'
import { until } from '../until.ts'

const settings = {
  NORN_NEIGHBOURS: 'on',
  NORN_RESERVED_NAMES: 'Owner',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000',
}
const paths = Object.values(layouts)
const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

for (const kind of kinds()) {
  test(`a hostile neighbour (${kind})`, async (t) => {
    const services = await startOn(t, kind, settings)
    const [first] = services
    const { context } = first
    const { db } = context
    const instance = (at: number) => services[at % services.length] ?? first
    const { ask, mocks } = await neighbourhood(t, first, {
      evil: { trust: 90, limit: 10_000, names: '.*' },
      honest: { trust: 10, limit: 10_000 },
    })
    const { evil, honest } = mocks
    assert.ok(evil && honest)
    /** The UUIDs that the neighbour answers, by name. Any other name has a player with a UUID of its own. */
    const ids = new Map<string, string | (() => string)>()
    let strangers = 0
    evil.behave((response, { name }) => {
      const given = ids.get(name)
      const id = typeof given === 'function' ? given() : (given ?? uuid(1_000_000 + ++strangers))
      send(response, JSON.stringify({ id, name, properties: [] }))
    })
    const claims = (name: string, id?: string | (() => string)) => {
      evil.players.set(name, { id: uuid(999) })
      if (id !== undefined) ids.set(name, id)
    }
    /** Asks on every instance in every layout at once. */
    const everywhere = (name: string): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: 9 }, (_, turn) =>
          ask(name, {
            path: paths[turn % paths.length] as string,
            service: instance(Math.floor(turn / paths.length)),
          }),
        ),
      )
    const reasonAt = async (turn: number, answer: Answer) =>
      (await instance(Math.floor(turn / paths.length)).logLine(answer)).reason
    const rows = () => db.query.selectFrom('visitor').selectAll().orderBy('uuid').execute()
    const ownerOf = async (name: string) => {
      const [claim] = await db.query
        .selectFrom('name_claim')
        .selectAll()
        .where('name_key', '=', name.toLowerCase())
        .execute()
      return claim && [claim.kind, claim.account_id ?? claim.visitor_id]
    }

    const named = async (username: string) => first.stored(await first.account({ username }))
    const password = 'a captain of long standing'
    const admin = await first.account({ username: 'Captain', password })
    await grantRole(context, operator, await first.stored(admin), 'admin')
    const banned = await named('Banned')
    await suspendAccount(context, operator, banned, {})
    await requestDeletion(context, operator, await named('Leaving'))
    const gone = await named('Gone')
    await deleteAccount(context, operator, gone)
    const renamed = await named('Before')
    await renameAccount(context, operator, renamed, 'After')
    honest.players.set('Pinned', { id: uuid(1) })
    honest.players.set('Former', { id: uuid(2) })
    for (const name of ['Pinned', 'Former']) assert.equal((await ask(name)).status, 200)
    honest.players.delete('Former')
    honest.players.set('Later', { id: uuid(2) })
    assert.equal((await ask('Later')).status, 200)
    await storeVisitor(context, { id: uuid(3), name: 'Orphan', neighbour: 'removed' })
    const griefer = await storeVisitor(context, { id: uuid(4), name: 'Griefer', neighbour: 'evil' })
    await suspendVisitor(context, operator, griefer, {})
    const [asked, visitors] = [evil.seen.length, await rows()]

    await t.test('no name of somebody here, in any letter case, and no question about one', async () => {
      const names = ['Captain', 'Banned', 'Leaving', 'Gone', 'Before', 'After', 'Owner', 'Later', 'Former']
      const all = [...names, 'Orphan', 'Griefer', 'CAPTAIN', 'captain', 'BANNED', 'gone', 'FORMER']
      honest.players.delete('Later')
      for (const name of all) claims(name)
      for (const name of all) {
        for (const [turn, answer] of (await everywhere(name)).entries()) {
          assert.notEqual(answer.status, 200, name)
          const told = await reasonAt(turn, answer)
          assert.match(told, /^(name_owned|join_unknown|visitor_suspended)$/, `${name}: ${told}`)
        }
      }
      assert.equal(evil.seen.length, asked)
      assert.deepEqual(await rows(), visitors)
    })

    await t.test('no look-alike outside of what game servers know as a name', async () => {
      const names = ['C\u0430ptain', 'Cap\u200btain', 'Captain ', ' Captain', '\uff23aptain', 'Captain\u0000']
      for (const name of [...names, 'Capt\u0131n', 'Captain\u0301', 'x'.repeat(65)]) {
        claims(name)
        for (const answer of await everywhere(name)) assert.notEqual(answer.status, 200, JSON.stringify(name))
      }
      assert.deepEqual(await rows(), visitors)
    })

    await t.test('no UUID of somebody here, of another neighbour, or of nobody', async () => {
      const taken = [admin.id, banned.id, gone.id, renamed.id, uuid(1), uuid(2), uuid(3)]
      const shapes = [admin.id.toUpperCase(), hyphenated(admin.id), hyphenated(uuid(1)).toUpperCase()]
      const reserved = [
        offlineUuid('Captain'),
        '0'.repeat(32),
        'f'.repeat(32),
        `${'0'.repeat(16)}0009f00dfeedbeef`,
      ]
      for (const [number, id] of [...taken, ...shapes, ...reserved].entries()) {
        const name = `Stranger_${number}`
        claims(name, id)
        for (const [turn, answer] of (await everywhere(name)).entries()) {
          assert.deepEqual([answer.status === 200, await reasonAt(turn, answer)], [false, 'uuid_taken'], id)
        }
        assert.equal(await ownerOf(name), undefined)
      }
      // Its own suspended player comes under another name.
      claims('Again', uuid(4))
      for (const [turn, answer] of (await everywhere('Again')).entries()) {
        assert.deepEqual([answer.status === 200, await reasonAt(turn, answer)], [false, 'visitor_suspended'])
      }
      assert.deepEqual(await rows(), visitors)
    })

    await t.test('the administrator joins meanwhile', async () => {
      const accessToken = await first.signIn({ username: 'Captain', password })
      const flood = Promise.all(Array.from({ length: 4 }, () => everywhere('Captain')))
      for (let turn = 0; turn < 6; turn++) {
        await join(instance(turn), admin, accessToken, `own-${turn}`)
        const answer = await ask('Captain', { serverId: `own-${turn}`, service: instance(turn + 1) })
        assert.deepEqual([answer.status, answer.json.id], [200, admin.id])
      }
      assert.ok((await flood).flat().every(({ status }) => status !== 200))
    })

    await t.test('one name, of many UUIDs that come at once: one player gets it and keeps it', async () => {
      for (const name of ['Contested', 'Contested_2']) {
        claims(name)
        const answers = (await everywhere(name)).filter(({ status }) => status === 200)
        const owner = await ownerOf(name)
        assert.deepEqual(new Set(answers.map(({ json }) => json.id)), new Set([owner?.[1]]))
        // Another UUID under the pinned name, and in between the right one.
        let turn = 0
        ids.set(name, () => (++turn % 2 === 0 ? String(owner?.[1]) : uuid(2_000_000 + turn)))
        const later = (await everywhere(name)).filter(({ status }) => status === 200)
        assert.ok(later.length > 0)
        assert.deepEqual(new Set(later.map(({ json }) => json.id)), new Set([owner?.[1]]))
        assert.deepEqual(await ownerOf(name), owner)
      }
    })

    await t.test('A becomes B while C becomes A, and two swap their names', async () => {
      for (let round = 0; round < 2; round++) {
        const [a, b] = [`Alpha_${round}`, `Beta_${round}`]
        const [one, two] = [uuid(3_000_000 + round), uuid(4_000_000 + round)]
        claims(a, one)
        assert.equal((await ask(a)).json.id, one)
        claims(b, one)
        claims(a, two)
        const [asA, asB] = await Promise.all([everywhere(a), everywhere(b)])
        assert.ok(asA.every(({ status }) => status !== 200))
        assert.ok(asB.every((answer) => answer.status === 200 && answer.json.id === one))
        assert.deepEqual(
          [await ownerOf(a), await ownerOf(b)],
          [
            ['held', one],
            ['visitor', one],
          ],
        )

        const c = `Gamma_${round}`
        claims(c, two)
        assert.equal((await ask(c)).json.id, two)
        claims(c, one)
        claims(b, two)
        const swapped = (await Promise.all([everywhere(c), everywhere(b)])).flat()
        assert.ok(swapped.every(({ status }) => status !== 200 && status < 500))
        assert.deepEqual(
          [await ownerOf(c), await ownerOf(b)],
          [
            ['visitor', two],
            ['visitor', one],
          ],
        )
      }
    })

    await t.test(
      'an account that is suspended, renamed or deleted at that moment leaves no gap',
      async () => {
        for (let round = 0; round < 2; round++) {
          const [here, other, third] = await Promise.all(
            ['Moves', 'Ends', 'Stops'].map((name) => named(`${name}_${round}`)),
          )
          assert.ok(here && other && third)
          const [from, to] = [here.username, `Moved_${round}`]
          for (const name of [from, to, other.username, third.username]) claims(name)
          const [renaming, , , ...answers] = await Promise.all([
            renameAccount(instance(round).context, operator, here, to).then(
              () => true,
              (error: unknown) => {
                assert.ok(error instanceof Refused, String(error))
                return false
              },
            ),
            deleteAccount(instance(round + 1).context, operator, other),
            suspendAccount(instance(round + 2).context, operator, third, {}),
            ...[from, to, other.username, third.username].map(everywhere),
          ])
          const [asFrom, asTo, asOther, asThird] = answers
          for (const answer of [asFrom, asOther, asThird].flat()) assert.notEqual(answer?.status, 200)
          // The new name was nobody's: it belongs to the account or to one visitor.
          const admitted = new Set(asTo?.flatMap((one) => (one.status === 200 ? [one.json.id] : [])))
          const owner = await ownerOf(to)
          if (renaming) assert.deepEqual([admitted.size, owner], [0, ['account', here.id]])
          else assert.deepEqual([[...admitted], owner?.[0]], [[owner?.[1]], 'visitor'])
        }
      },
    )

    await t.test(
      'a neighbour that is paused or removed at that moment admits nobody afterwards',
      async () => {
        for (let round = 0; round < 4; round++) {
          const id = `short${round}`
          const addresses = addressesBelow('authlib-injector', evil.root, context.config.game)
          const place = {
            kind: 'authlib-injector' as const,
            root: evil.root,
            addresses,
            textureHosts: [],
            isPrivate: true,
          }
          await addNeighbour(context, operator, { id, place, who: 'everyone', limit: 10_000 })
          await setServer(context, operator, 'lobby', { neighbours: [id] })
          const names = Array.from({ length: 24 }, (_, number) => `Rush_${round}_${number}`)
          for (const name of names) claims(name)
          const seen = evil.seen.length
          const joins = Promise.all(names.map((name, turn) => ask(name, { service: instance(turn) })))
          await until('some are being asked about', () => evil.seen.length > seen + 2)
          const by = instance(round).context
          if (round % 2 === 0) await pauseNeighbour(by, operator, id, true)
          else await removeNeighbour(by, operator, id)
          const before = await rows()
          const answers = await joins
          assert.ok(answers.every(({ status }) => status === 200 || status === 401))
          assert.deepEqual(await rows(), before, 'somebody came in after the change had been made')
          for (const answer of await everywhere(`Rush_${round}_0`)) assert.notEqual(answer.status, 200)
        }
        await setServer(context, operator, 'lobby', { neighbours: ['evil', 'honest'] })
      },
    )

    await t.test('at the end, every name and every UUID has one owner', async () => {
      const all = await db.query.selectFrom('name_claim').selectAll().execute()
      const owned = new Set(all.map(({ visitor_id }) => visitor_id))
      for (const { uuid: id, name_key } of await rows()) {
        assert.ok(owned.has(id), `${name_key} has no name`)
      }
      const accounts = await db.query.selectFrom('account').select('id').execute()
      const both = new Set((await rows()).map(({ uuid: id }) => id))
      assert.ok(accounts.every(({ id }) => !both.has(id)))
      assert.ok((await findVisitor(context, uuid(4))).suspension)
    })
  })
}
