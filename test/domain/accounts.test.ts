// Accounts: one name and one address each, in any letter case, whoever comes at the same moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { renameAccount, usernameHistory } from '../../src/domain/accounts/rename.ts'
import { Refused } from '../../src/model/refusal.ts'
import { onEveryDatabase, operator } from '../service.ts'

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof Refused ? [outcome.reason.reason] : [],
  )

onEveryDatabase('accounts', (_, shared) => {
  test('of ten who want one name at once one gets it, in any letter case', async () => {
    const { context } = await shared()
    const names = Array.from({ length: 10 }, (_, n) => (n % 2 ? 'Wanted' : 'WANTED'))
    const made = await Promise.allSettled(
      names.map((username, n) =>
        createAccount(context, operator, {
          username,
          email: `w${n}@example.test`,
          password: 'x',
          language: 'en',
        }),
      ),
    )
    assert.deepEqual(reasonsOf(made), Array(9).fill('username_taken'))
  })

  test('of ten who want one address at once one gets it, in any letter case', async () => {
    const { context } = await shared()
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => {
        const email = n % 2 ? 'one@example.test' : 'ONE@Example.test'
        return createAccount(context, operator, {
          username: `One_${n}`,
          email,
          password: 'x',
          language: 'en',
        })
      }),
    )
    assert.deepEqual(reasonsOf(made), Array(9).fill('email_taken'))
  })

  test('of ten who rename to one name at once one gets it', async () => {
    const service = await shared()
    const accounts = await Promise.all(Array.from({ length: 10 }, () => service.account()))
    const renamed = await Promise.allSettled(
      accounts.map(async (account) =>
        renameAccount(service.context, operator, await service.stored(account), 'Coveted'),
      ),
    )
    assert.deepEqual(reasonsOf(renamed), Array(9).fill('username_taken'))
  })

  test('a refused rename changes nothing', async () => {
    const service = await shared()
    const { username: taken } = await service.account()
    const account = await service.account()
    const before = await service.stored(account)
    for (const name of [taken, taken.toUpperCase(), '', 'a b', 'x'.repeat(22), 'a@b', 'f'.repeat(32)]) {
      await assert.rejects(renameAccount(service.context, operator, before, name), Refused, name)
    }
    assert.deepEqual(await service.stored(account), before)
  })

  test('the history keeps every name, letter case and all, and goes with the account', async () => {
    const service = await shared()
    const account = await service.account({ username: 'First' })
    const names = ['First', 'first', 'Second', 'First']
    for (const name of names.slice(1)) {
      service.advance(1000)
      await renameAccount(service.context, operator, await service.stored(account), name)
    }
    const stored = await service.stored(account)
    const history = await usernameHistory(service.context, stored)
    assert.deepEqual(
      history.map(({ username }) => username),
      names,
    )
    await deleteAccount(service.context, operator, stored)
    assert.deepEqual(await usernameHistory(service.context, stored), [])
  })
})
