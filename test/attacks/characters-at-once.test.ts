// What happens to a character at the same moment: creations at the limit, suspensions, deletions and choices of the
// primary player, held at the point where they could do harm. Nobody gets more than the rules allow.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, deleteDueAccounts, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { playersOf } from '../../src/domain/characters/players.ts'
import { makePrimary } from '../../src/domain/characters/primary.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { addCharacter } from '../characters.ts'
import { hold } from '../hold.ts'
import {
  accountSuspended,
  credentialsInvalid,
  joinTokenInvalid,
  refused,
  succeeded,
} from '../http/answers.ts'
import { type Answer, operator, type RunningService } from '../service.ts'
import { watchWaiting } from '../storage/lock-waits.ts'
import { oneOrTwo, type Setting, startInstances } from './one-or-two.ts'

const by = (account: Account) => accountActor(account, '192.0.2.1')
let made = 0
const newName = () => `Twin_${++made}`

/** Two instances, which are the same one if there is one only, and an account with two characters. */
async function family(t: TestContext, setting: Setting, settings: Record<string, string> = {}) {
  const services = await startInstances(t, setting, settings)
  const [here, there] = [services[0], services.at(-1)]
  assert.ok(here && there)
  const account = await here.account()
  const anna = await addCharacter(here, account, newName())
  const ben = await addCharacter(here, account, newName())
  const { email, password } = account
  const signIn = (username: string) =>
    here.post('/auth/authenticate', { username, password, clientToken: 'x', requestUser: true })
  return { here, there, stored: await here.stored(account), anna, ben, email, signIn }
}

const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'made',
    (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
  )

const isValid = async (service: RunningService, accessToken: string) =>
  (await service.post('/auth/validate', { accessToken })).status === 200

/** Checks that a token is that of the profile in its answer, whatever the answer. */
async function checkWhose(service: RunningService, { status, json, text }: Answer): Promise<string> {
  assert.equal(status, 200, text)
  const { accessToken, selectedProfile, availableProfiles, user } = json
  assert.deepEqual(availableProfiles, [selectedProfile])
  assert.equal(user.id, selectedProfile.id)
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString())
  assert.equal(claims.sub, selectedProfile.id)
  const rows = await service.context.db.query
    .selectFrom('credential')
    .selectAll()
    .where('account_id', '=', selectedProfile.id)
    .execute()
  assert.equal(rows.length, 1)
  const refreshed = await service.post('/auth/refresh', { accessToken, clientToken: 'x' })
  assert.equal(refreshed.json.selectedProfile.id, selectedProfile.id)
  return selectedProfile.id
}

for (const setting of oneOrTwo()) {
  const at = (what: string) => `${what} (${setting.where})`

  test(at('of two creations at the limit, the second waits for the first, and is refused'), async (t) => {
    const { here, there, stored } = await family(t, setting, {
      NORN_CHARACTERS: '4',
      NORN_CHARACTER_COOLDOWN: '0s',
    })
    const held = hold(t, here.context.random, 'uuid', 1)
    const create = ({ context }: RunningService) =>
      outcome(createCharacter(context, by(stored), stored, { username: newName() }))
    const first = create(here)
    // It has counted the players, and has not written its own.
    await held.all
    const waits = watchWaiting(t, there.context.db)
    const second = create(there)
    await waits()
    held.release()
    assert.deepEqual(await Promise.all([first, second]), ['made', 'character_limit'])
    assert.equal((await playersOf(here.context, stored)).length, 4)
  })

  test(at('of two creations within the waiting time, the second is refused'), async (t) => {
    const { here, there, stored } = await family(t, setting, { NORN_CHARACTERS: '20' })
    const held = hold(t, here.context.random, 'uuid', 1)
    const create = ({ context }: RunningService) =>
      outcome(createCharacter(context, by(stored), stored, { username: newName() }))
    const first = create(here)
    await held.all
    const waits = watchWaiting(t, there.context.db)
    const second = create(there)
    await waits()
    held.release()
    assert.deepEqual(await Promise.all([first, second]), ['made', 'character_cooldown'])
  })

  test(at('a suspension of the account overtakes a creation, or is overtaken by it'), async (t) => {
    const { here, there, stored, signIn } = await family(t, setting, { NORN_CHARACTERS: '20' })
    const held = hold(t, here.context.random, 'uuid', 1)
    const username = newName()
    const creating = outcome(createCharacter(here.context, by(stored), stored, { username }))
    await held.all
    const suspending = suspendAccount(there.context, operator, stored, {})
    held.release()
    assert.equal(await creating, 'made')
    await suspending
    refused(await signIn(username), accountSuspended)
  })

  for (const [event, happen] of [
    ['the end of its grace', deleteDueAccounts],
    ['its deletion', (context, stored) => deleteAccount(context, operator, stored, { withCharacters: true })],
  ] as const satisfies [string, (context: RunningService['context'], stored: Account) => Promise<void>][]) {
    test(at(`a character that is made while ${event} ends the account goes with it`), async (t) => {
      const services = await startInstances(t, setting)
      const [here, there] = [services[0], services.at(-1)]
      assert.ok(here && there)
      const stored = await here.stored(await here.account())
      await requestDeletion(here.context, operator, stored)
      for (const service of services) service.advance(40 * 86_400_000)
      const held = hold(t, here.context.random, 'uuid', 1)
      const creating = createCharacter(here.context, operator, stored, { username: newName() })
      await held.all
      const waits = watchWaiting(t, there.context.db)
      const ending = happen(there.context, stored)
      await waits()
      held.release()
      await creating
      await ending
      await deleteDueAccounts(there.context)
      assert.deepEqual(await here.context.db.query.selectFrom('account').select('id').execute(), [])
    })
  }

  for (const [who, only] of [
    ['a character', true],
    ['the account', false],
  ] as const) {
    test(at(`a sign-in that the suspension of ${who} overtakes gets no token`), async (t) => {
      const { here, there, anna, ben, signIn } = await family(t, setting)
      const held = hold(t, here.context.keys, 'upTo', 1)
      const signingIn = signIn(anna.username)
      await held.all
      await suspendAccount(there.context, operator, anna, {}, { only })
      held.release()
      refused(await signingIn, accountSuspended)
      const rows = await here.context.db.query.selectFrom('credential').selectAll().execute()
      assert.deepEqual(rows, [])
      if (only) succeeded(await signIn(ben.username))
      else refused(await signIn(ben.username), accountSuspended)
      await restoreAccount(there.context, operator, anna)
      succeeded(await signIn(anna.username))
    })
  }

  const ends: Readonly<
    Record<string, (service: RunningService, given: { anna: Account; stored: Account }) => Promise<unknown>>
  > = {
    'its deletion that was asked for': ({ context }, { anna }) => requestDeletion(context, operator, anna),
    'its deletion': ({ context }, { anna }) => deleteAccount(context, operator, anna),
    'the deletion of its account that was asked for': ({ context }, { stored }) =>
      requestDeletion(context, operator, stored, { withCharacters: true }),
    'the deletion of its account': ({ context }, { stored }) =>
      deleteAccount(context, operator, stored, { withCharacters: true }),
  }
  for (const [event, happen] of Object.entries(ends)) {
    test(at(`a join that ${event} overtakes is refused and not found`), async (t) => {
      const given = await family(t, setting)
      const { here, there, anna, stored, signIn } = given
      const { accessToken } = (await signIn(anna.username)).json
      const held = hold(t, here.context.accessTokens, 'read', 1)
      const joining = here.post('/session/join', { accessToken, selectedProfile: anna.id, serverId: 's' })
      await held.all
      await happen(there, given)
      held.release()
      refused(await joining, joinTokenInvalid)
      const asked = `/session/hasJoined?username=${anna.username}&serverId=s`
      for (const service of [here, there]) assert.equal((await service.get(asked)).status, 401)
      assert.equal(await isValid(there, accessToken), false)
      if (!event.endsWith('for')) return
      // What ended does not come back with the player.
      await cancelDeletion(there.context, operator, await there.stored(stored))
      await cancelDeletion(there.context, operator, await there.stored(anna))
      assert.equal(await isValid(here, accessToken), false)
      assert.equal((await here.get(asked)).status, 401)
    })
  }

  for (const [moment, method] of [
    ['while the password is checked', 'matchingSpelling'],
    ['before the token is issued', 'upTo'],
  ] as const) {
    for (const ending of [false, true]) {
      const more = ending ? ', and all tokens end' : ''
      test(at(`the email signs in one player, whichever is primary ${moment}${more}`), async (t) => {
        const { here, there, stored, anna, ben, email, signIn } = await family(t, setting)
        await makePrimary(there.context, operator, anna)
        for (const next of [ben, stored, anna]) {
          await here.context.db.query.deleteFrom('credential').execute()
          const held =
            method === 'upTo'
              ? hold(t, here.context.keys, method, 1)
              : hold(t, here.context.passwords, method, 1)
          const signingIn = signIn(email)
          await held.all
          await makePrimary(there.context, operator, next)
          // The same password again: who knows it is not refused.
          if (ending)
            await here.context.db.query
              .updateTable('account')
              .set((row) => ({ credentials_version: row('credentials_version', '+', 1) }))
              .execute()
          held.release()
          const whose = await checkWhose(here, await signingIn)
          assert.ok([stored.id, anna.id, ben.id].includes(whose))
          await here.context.db.query.deleteFrom('credential').execute()
          assert.equal(await checkWhose(here, await signIn(email)), next.id)
        }
      })
    }
  }

  test(
    at('the email signs in nobody with a password that was changed together with the primary player'),
    async (t) => {
      const { here, there, stored, anna, email, signIn } = await family(t, setting)
      const held = hold(t, here.context.keys, 'upTo', 1)
      const signingIn = signIn(email)
      await held.all
      await makePrimary(there.context, operator, anna)
      await setPassword(there.context, operator, stored, 'another sentence')
      held.release()
      refused(await signingIn, credentialsInvalid)
      const rows = await here.context.db.query.selectFrom('credential').selectAll().execute()
      assert.deepEqual(rows, [])
    },
  )

  test(at('a choice that a deletion or a suspension overtakes chooses nobody who can’t play'), async (t) => {
    const { here, there, stored, anna, ben } = await family(t, setting)
    const primaryOf = async () =>
      (await playersOf(here.context, stored)).find(({ isPrimary }) => isPrimary)?.player.id
    for (const [player, happen] of [
      [anna, () => suspendAccount(there.context, operator, anna, {}, { only: true })],
      [ben, () => requestDeletion(there.context, operator, ben)],
    ] as const) {
      const outcomes = await Promise.all([happen(), outcome(makePrimary(here.context, operator, player))])
      const chosen = await primaryOf()
      // A suspended one stays what it was; one that is to go does not.
      if (outcomes[1] !== 'made' || player === ben) assert.equal(chosen, stored.id)
      await makePrimary(here.context, operator, stored)
    }
  })
}
