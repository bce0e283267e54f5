// Making characters, and which player is the primary one: limits, waiting times, and what happens at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { maxPlayers, playersOf } from '../../src/domain/characters/players.ts'
import { makePrimary } from '../../src/domain/characters/primary.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { discordMessage } from '../../src/present/discord.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

const dayMs = 86_400_000
const by = (account: Account) => accountActor(account, '192.0.2.1')
const generous = { NORN_CHARACTERS: '20', NORN_CHARACTER_COOLDOWN: '0s' }
let made = 0
const named = () => ({ username: `Char_${++made}` })

async function ownerOf(service: RunningService) {
  const account = await service.account()
  const stored = await service.stored(account)
  const create = (given: Partial<Parameters<typeof createCharacter>[3]> = {}) =>
    createCharacter(service.context, by(stored), stored, { ...named(), ...given })
  return { ...account, stored, create }
}

const entriesOf = ({ context }: RunningService, account: string) =>
  listAudit(context, { account, limit: 100 })

const outcomesOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled
    .map((each) => {
      if (each.status === 'fulfilled') return 'made'
      return each.reason instanceof Refused ? each.reason.reason : String(each.reason)
    })
    .toSorted()

onEveryDatabase('characters', (start) => {
  let service: RunningService
  const shared = async () => (service ??= await start(generous))

  test('a character signs in with the password of its account, and is among its players', async () => {
    const { context, ...rest } = await shared()
    const { stored, password, create } = await ownerOf(service)
    const first = await create()
    const second = await create()
    assert.ok(await rest.signIn({ username: first.username, password }))
    const players = await playersOf(context, first)
    const ids = [first.id, second.id].toSorted()
    assert.deepEqual(
      players.map(({ player, isPrimary }) => [player.id, player.ownerId, isPrimary]),
      [[stored.id, undefined, true], ...ids.map((id) => [id, stored.id, false])],
    )
  })

  test('a character has the language and the groups of its account, and the end that it waits for', async () => {
    const { context } = await shared()
    const { stored } = await ownerOf(service)
    await createGroup(context, operator, { name: `family${++made}` })
    await addMembers(context, operator, `family${made}`, [stored])
    await requestDeletion(context, operator, stored, { withCharacters: true })
    const { id } = await createCharacter(context, operator, stored, named())
    const row = (given: string) =>
      context.db.query.selectFrom('account').selectAll().where('id', '=', given).executeTakeFirstOrThrow()
    const { language, group_names, deletes_at } = await row(stored.id)
    const character = await row(id)
    assert.ok(group_names && deletes_at)
    assert.deepEqual(
      [character.language, character.group_names, character.deletes_at],
      [language, group_names, deletes_at],
    )
  })

  test('of ten creations at the limit, made at once, exactly one succeeds', async () => {
    const { context, ...own } = await start({ NORN_CHARACTERS: '2', NORN_CHARACTER_COOLDOWN: '0s' })
    const { stored, create } = await ownerOf({ context, ...own })
    const outcomes = outcomesOf(await Promise.allSettled(Array.from({ length: 10 }, () => create())))
    assert.deepEqual(outcomes, [...Array(9).fill('character_limit'), 'made'])
    assert.equal((await playersOf(context, stored)).length, 2)
  })

  test('one that waits for its deletion counts, and commands are bound by a hundred players alone', async () => {
    const { context, ...own } = await start({ NORN_CHARACTERS: '2' })
    const { stored, create } = await ownerOf({ context, ...own })
    const character = await create()
    await requestDeletion(context, by(stored), character)
    await assert.rejects(create(), { reason: 'character_limit' })
    for (let number = 2; number < maxPlayers; number++)
      await createCharacter(context, operator, stored, named())
    await assert.rejects(createCharacter(context, operator, stored, named()), { reason: 'character_limit' })
    await assert.rejects(createCharacter(context, operator, character, named()), {
      reason: 'owner_is_character',
    })
  })

  test('players wait between two creations, which a deletion does not shorten; a refused one costs nothing', async () => {
    const service = await start({ NORN_CHARACTERS: '5' })
    const { context } = service
    const { stored, create } = await ownerOf(service)
    await assert.rejects(create({ username: stored.username }), { reason: 'username_taken' })
    const first = await create()
    service.advance(dayMs / 4)
    await deleteAccount(context, operator, first, { withCharacters: true })
    await assert.rejects(create(), { reason: 'character_cooldown', retryAfter: (dayMs * 3) / 4 / 1000 })
    await createCharacter(context, operator, stored, named())
    service.advance((dayMs * 3) / 4)
    await create()
  })

  test('without a waiting time players make twenty at once, and hold no more than 50 names', async () => {
    const service = await start({ ...generous, NORN_NAME_HOLD: '400d' })
    const { context } = service
    const { stored, create } = await ownerOf(service)
    const names: string[] = []
    const makeAndDelete = async () => {
      const { username, id } = await create()
      names.push(username)
      await deleteAccount(context, operator, await service.stored({ id }), { withCharacters: true })
    }
    for (let number = 0; number < 20; number++) await makeAndDelete()
    await assert.rejects(create(), { reason: 'character_cooldown', retryAfter: 3600 })
    for (let number = 20; number < 50; number++) {
      service.advance(dayMs / 24)
      await makeAndDelete()
    }
    service.advance(dayMs)
    await assert.rejects(create(), { reason: 'character_cooldown' })
    // It is held for the account already.
    const taken = await create({ username: names[0] ?? '' })
    assert.equal(taken.username, names[0])
    assert.equal((await playersOf(context, stored)).length, 2)
  })

  test('names have the rules of those who ask', async () => {
    const { context } = await shared()
    const { stored, create } = await ownerOf(service)
    await assert.rejects(create({ username: 'a.b' }), { reason: 'username_malformed' })
    await assert.rejects(create({ username: 'Admin' }), { reason: 'username_reserved' })
    const byOperator = (given: object) => createCharacter(context, operator, stored, { ...named(), ...given })
    await assert.rejects(byOperator({ username: 'Adm1n' }), { reason: 'username_reserved' })
    assert.equal((await byOperator({ username: 'a.b', reserved: true })).username, 'a.b')
    await assert.rejects(byOperator({ id: '0' }), { reason: 'uuid_malformed' })
    await assert.rejects(byOperator({ id: stored.id }), { reason: 'id_taken' })
    const id = context.random.uuid()
    assert.equal((await byOperator({ id: id.toUpperCase() })).id, id)
  })

  test('a name that a player of the account gave up is for its next character, and for nobody else', async () => {
    const { context } = await shared()
    const { stored, create } = await ownerOf(service)
    const stranger = await ownerOf(service)
    const former = stored.username
    await renameAccount(context, operator, stored, `Former_${++made}`)
    await assert.rejects(stranger.create({ username: former }), { reason: 'username_held' })
    assert.equal((await create({ username: former.toUpperCase() })).username, former.toUpperCase())
  })

  test('of two accounts that want one name at once, one gets it', async () => {
    await shared()
    const [one, other] = [await ownerOf(service), await ownerOf(service)]
    const username = `Wanted_${++made}`
    const outcomes = outcomesOf(
      await Promise.allSettled([one, other, one, other].map(({ create }) => create({ username }))),
    )
    assert.deepEqual(outcomes, ['made', ...Array(3).fill('username_taken')])
  })

  test('with NORN_UUIDS=offline the UUID is that of the name of the character', async () => {
    const service = await start({ ...generous, NORN_UUIDS: 'offline' })
    const { create } = await ownerOf(service)
    const { id, username } = await create()
    assert.equal(id, offlineUuid(username))
  })

  test('while a player of the account is suspended, its owner makes none', async () => {
    const { context } = await shared()
    const { stored, create } = await ownerOf(service)
    const character = await create()
    await suspendAccount(context, operator, character, {}, { only: true })
    await assert.rejects(create(), { reason: 'character_suspended' })
    await createCharacter(context, operator, stored, named())
    await restoreAccount(context, operator, character)
    await create()
  })

  test('the owner chooses another primary player once in seven days, an operator at any time', async () => {
    const service = await start(generous)
    const { context } = service
    const { stored, create } = await ownerOf(service)
    const [first, second] = [await create(), await create()]
    const primaryOf = async () =>
      (await playersOf(context, stored)).find(({ isPrimary }) => isPrimary)?.player.id
    await makePrimary(context, by(stored), stored)
    await makePrimary(context, by(stored), first)
    await makePrimary(context, by(stored), first)
    assert.equal(await primaryOf(), first.id)
    service.advance(dayMs)
    await assert.rejects(makePrimary(context, by(stored), second), {
      reason: 'character_cooldown',
      retryAfter: (6 * dayMs) / 1000,
    })
    await makePrimary(context, operator, second)
    assert.equal(await primaryOf(), second.id)
    await makePrimary(context, operator, stored)
    assert.equal(await primaryOf(), stored.id)
    service.advance(6 * dayMs)
    await makePrimary(context, by(stored), second)
    assert.equal(await primaryOf(), second.id)
  })

  test('a player that is suspended or waits for its deletion does not become the primary one', async () => {
    const { context } = await shared()
    const { create } = await ownerOf(service)
    const [suspended, leaving] = [await create(), await create()]
    await suspendAccount(context, operator, suspended, {}, { only: true })
    await requestDeletion(context, operator, leaving, { withCharacters: true })
    for (const player of [suspended, leaving])
      await assert.rejects(makePrimary(context, operator, player), { reason: 'character_suspended' })
  })

  test('a choice and a deletion at once leave no primary player that is to go', async () => {
    const { context } = await shared()
    for (let round = 0; round < 8; round++) {
      const { stored, create } = await ownerOf(service)
      const character = await create()
      const outcomes = outcomesOf(
        await Promise.allSettled([
          makePrimary(context, operator, character),
          requestDeletion(context, operator, character),
          makePrimary(context, operator, character),
        ]),
      )
      assert.ok(outcomes.every((outcome) => ['made', 'character_suspended'].includes(outcome)))
      const [own] = await playersOf(context, stored)
      assert.equal(own?.isPrimary, true)
    }
  })

  test('entries about a character name its account, which messages for Discord leave out', async () => {
    const { context } = await shared()
    const { stored, create } = await ownerOf(service)
    const character = await create()
    await renameAccount(context, by(stored), character, `Renamed_${++made}`)
    await makePrimary(context, by(stored), character)
    await service.signIn({
      username: `Renamed_${made}`,
      password: `correct horse ${stored.username.slice(7)}`,
    })
    await suspendAccount(context, operator, character, {}, { only: true })
    await deleteAccount(context, operator, await service.stored(character))
    const entries = await entriesOf(service, character.id)
    assert.deepEqual(
      // Within one instant the order of entries is that of random digits.
      entries.map(({ event, details }) => [event, details['owner']]).toSorted(),
      [
        'account.created',
        'account.deleted',
        'account.renamed',
        'account.suspended',
        'character.primary_changed',
        'token.issued',
      ].map((event) => [event, stored.id]),
    )
    for (const entry of entries) {
      const message = JSON.stringify(discordMessage(entry, 'Shown'))
      assert.ok(!message.includes(stored.id) && !message.includes(stored.username), message)
    }
    const own = await entriesOf(service, stored.id)
    assert.ok(own.every(({ details }) => !('owner' in details)))
  })
})
