// Joining and parting while something else happens to the same players: each order leaves what the rules say, and nobody has
// a token, a session or a password that they should have lost.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { partCharacter } from '../../src/domain/characters/part.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { addCharacter } from '../characters.ts'
import { hold } from '../hold.ts'
import { credentialsInvalid, refused, succeeded } from '../http/answers.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

let made = 0

async function two(service: RunningService) {
  const [joiner, owner] = [await service.account(), await service.account()]
  const stored = { joiner: await service.stored(joiner), owner: await service.stored(owner) }
  const join = () =>
    joinAccount(service.context, operator, stored.joiner, { owner: stored.owner, dropEmail: true })
  const signIn = ({ username, password }: { username: string; password: string }) =>
    service.post('/auth/authenticate', { username, password, clientToken: 'a launcher' })
  return { joiner, owner, stored, join, signIn }
}

const rowOf = ({ context }: RunningService, { id }: { id: string }) =>
  context.db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

/** Holds the next transaction before it begins, so that its use case knows the account as it was. */
function holdTransaction(t: TestContext, { context }: RunningService) {
  let count = 0
  return hold(t, context.db, 'transaction', 1, () => ++count === 1)
}

const reasonOf = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === 'fulfilled'
    ? 'done'
    : settled.reason instanceof Refused
      ? settled.reason.reason
      : String(settled.reason)

onEveryDatabase('joining', (_, shared) => {
  test('overtakes a sign-in that has proved the old password: it gets no token', async (t) => {
    const service = await shared()
    const { joiner, owner, stored, join, signIn } = await two(service)
    const held = hold(t, service.context.keys, 'upTo', 1)
    const signingIn = signIn(joiner)
    await held.all
    await join()
    held.release()
    refused(await signingIn, credentialsInvalid)
    refused(await signIn(joiner), credentialsInvalid)
    const { json } = await signIn({ ...owner, username: joiner.username })
    assert.equal(json.selectedProfile.id, stored.joiner.id)
  })

  test('overtakes a sign-in to the pages: it gets no session', async (t) => {
    const service = await shared()
    const { joiner, join } = await two(service)
    const browser = browserOf(service)
    const page = await browser.get('/sign-in')
    const held = hold(t, service.context.keys, 'upTo', 1)
    const { email, password } = joiner
    const signingIn = browser.send(page, '/sign-in', { login: email, password })
    await held.all
    await join()
    held.release()
    await signingIn
    assert.notEqual((await browser.get('/account')).path, '/account')
    await keepsRules(service, await service.stored(joiner))
  })

  const beside: Readonly<Record<string, (service: RunningService, joiner: Account) => Promise<unknown>>> = {
    'a deletion that an operator asks for': ({ context }, joiner) =>
      requestDeletion(context, operator, joiner),
    'its deletion': ({ context }, joiner) => deleteAccount(context, operator, joiner),
    'a role': ({ context }, joiner) => grantRole(context, operator, joiner, 'moderator'),
    'a new password': ({ context }, joiner) => setPassword(context, operator, joiner, 'another sentence'),
    'a character of its own': ({ context }, joiner) =>
      createCharacter(context, operator, joiner, { username: `Late_${++made}` }),
    'its suspension': ({ context }, joiner) => suspendAccount(context, operator, joiner, {}),
  }

  for (const [event, happen] of Object.entries(beside)) {
    for (const isFirst of [true, false]) {
      test(`and ${event}, which comes ${isFirst ? 'last' : 'first'}`, async (t) => {
        const service = await shared()
        const { stored, join } = await two(service)
        const held = holdTransaction(t, service)
        const late = Promise.allSettled([isFirst ? happen(service, stored.joiner) : join()])
        await held.all
        const early = await Promise.allSettled([isFirst ? join() : happen(service, stored.joiner)])
        held.release()
        assert.deepEqual(early.map(reasonOf), ['done'])
        t.diagnostic((await late).map(reasonOf).join())
        await keepsRules(service, stored.joiner)
      })
    }
    test(`and ${event} at once`, async () => {
      const service = await shared()
      for (let round = 0; round < 3; round++) {
        const { stored, join } = await two(service)
        const done = (await Promise.allSettled([join(), happen(service, stored.joiner)])).map(reasonOf)
        assert.ok(done.includes('done'), done.join())
        assert.ok(!done.join().includes('Error'), done.join())
        await keepsRules(service, stored.joiner)
      }
    })
  }

  test('of two accounts into each other: exactly one becomes a character', async () => {
    const service = await shared()
    const { context } = service
    for (let round = 0; round < 5; round++) {
      const { stored, join } = await two(service)
      const back = joinAccount(context, operator, stored.owner, { owner: stored.joiner, dropEmail: true })
      const done = (await Promise.allSettled([join(), back])).map(reasonOf)
      assert.equal(done.filter((each) => each === 'done').length, 1, done.join())
      assert.match(done.join(), /account_only|has_characters|owner_is_character/)
    }
  })

  test('of several accounts at the limit of 100 players: exactly one succeeds', async () => {
    const service = await shared()
    const { context } = service
    const { stored } = await two(service)
    for (let number = 0; number < 98; number++) await addCharacter(service, stored.owner, `Many_${++made}`)
    const joiners = await Promise.all(
      Array.from({ length: 3 }, async () => service.stored(await service.account())),
    )
    const joins = joiners.map((joiner) =>
      joinAccount(context, operator, joiner, { owner: stored.owner, dropEmail: true }),
    )
    const done = (await Promise.allSettled(joins)).map(reasonOf)
    assert.deepEqual(done.toSorted(), ['character_limit', 'character_limit', 'done'])
  })
})

/** An account without an owner may have all of its own; a character has none of it. */
async function keepsRules(service: RunningService, { id }: Account): Promise<void> {
  const row = await rowOf(service, { id })
  if (!row || row.owner_id === null) return
  assert.deepEqual([row.email, row.totp_secret, row.roles, row.primary_id], [null, null, null, null])
  assert.equal(row.password_hash, unusableHash)
  const { query } = service.context.db
  assert.deepEqual(await query.selectFrom('account').selectAll().where('owner_id', '=', id).execute(), [])
  assert.deepEqual(
    await query.selectFrom('credential').selectAll().where('account_id', '=', id).execute(),
    [],
  )
}

onEveryDatabase('parting', (_, shared) => {
  for (const only of [false, true]) {
    test(`during a suspension by its name${only ? ' of it alone' : ''}: the person is suspended in each order`, async (t) => {
      const service = await shared()
      const { context } = service
      for (const isPartHeld of [true, false]) {
        const owner = await service.stored(await service.account())
        const anna = await addCharacter(service, owner, `Anna_${++made}`)
        const part = () => partCharacter(context, operator, anna)
        const suspend = () => suspendAccount(context, operator, anna, {}, { only })
        const held = holdTransaction(t, service)
        const late = Promise.allSettled([isPartHeld ? part() : suspend()])
        await held.all
        const early = await Promise.allSettled([isPartHeld ? suspend() : part()])
        held.release()
        const done = [...early, ...(await late)].map(reasonOf)
        const [hers, whole] = [await rowOf(service, anna), await rowOf(service, owner)]
        if (hers?.owner_id === null) {
          // It has parted first, and is the account that its name means.
          if (only) assert.ok(done.includes('account_only') || hers.suspended_at !== null, done.join())
          else assert.ok(hers.suspended_at !== null && whole?.suspended_at === null, done.join())
        } else {
          assert.ok(done.includes('owner_suspended'), done.join())
          assert.notEqual(whole?.suspended_at, null)
        }
      }
    })
  }

  test('overtakes a sign-in as the character: the token has ended, and the account’s password does not sign it in', async (t) => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    const anna = await addCharacter(service, account, `Anna_${++made}`)
    const { password } = account
    const signIn = () =>
      service.post('/auth/authenticate', { username: anna.username, password, clientToken: 'x' })
    succeeded(await signIn())
    const held = hold(t, context.keys, 'upTo', 1)
    const signingIn = signIn()
    await held.all
    await partCharacter(context, operator, anna)
    held.release()
    assert.notEqual((await signingIn).status, 200)
    refused(await signIn(), credentialsInvalid)
    assert.deepEqual(
      await context.db.query.selectFrom('credential').selectAll().where('account_id', '=', anna.id).execute(),
      [],
    )
  })
})
