// Accounts have unique names and addresses, in any letter case, even with simultaneous requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { type AccountSearch, findAccount, listAccounts } from '../../src/domain/accounts/find.ts'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { setLanguage } from '../../src/domain/accounts/set-language.ts'
import { type NewSuspension, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { renameAccount, usernameHistory } from '../../src/domain/names/rename.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { onEveryDatabase, operator } from '../service.ts'

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && outcome.reason instanceof Refused ? [outcome.reason.reason] : [],
  )

onEveryDatabase('accounts', (start, shared) => {
  test('of ten accounts that want one name simultaneously, one gets it, in any letter case', async () => {
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

  test('of ten accounts that want one address simultaneously, one gets it, in any letter case', async () => {
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

  test('accounts without an address sign in by name, and do not block one another', async () => {
    const service = await shared()
    for (const username of ['NoMail_1', 'NoMail_2']) {
      await createAccount(service.context, operator, { username, password: 'secret', language: 'en' })
      await service.signIn({ username, password: 'secret' })
    }
    const { username, email } = await service.account()
    const again = createAccount(service.context, operator, { username, password: 'x', language: 'en' })
    await assert.rejects(again, { reason: 'username_taken' })
    const id = (await findAccount(service.context, 'NoMail_1'))?.id ?? ''
    const sameId = createAccount(service.context, operator, {
      id,
      username: 'NoMail_3',
      password: 'x',
      language: 'en',
    })
    await assert.rejects(sameId, { reason: 'id_taken' })
    const nobody = { username: '', password: 'secret', clientToken: 'x' }
    assert.equal((await service.post('/auth/authenticate', nobody)).status, 400)
    assert.equal((await findAccount(service.context, 'NoMail_1'))?.email, undefined)
    assert.equal((await findAccount(service.context, email))?.username, username)
  })

  test('of ten accounts that rename themselves to one name simultaneously, one gets it', async () => {
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

  test('the history keeps every name with its letter case, and is deleted with the account', async () => {
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

  test('another email address: nobody else can have it in any letter case, and tokens stay valid', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const token = await service.signIn(account)
    const before = await service.stored(account)
    for (const email of [other.email.toUpperCase(), 'nothing', '']) {
      await assert.rejects(setEmail(service.context, operator, before, email), Refused, email)
    }
    assert.deepEqual(await service.stored(account), before)
    assert.equal(
      (await setEmail(service.context, operator, before, 'Zoë@Example.test')).email,
      'Zoë@Example.test',
    )
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 200)
    await service.signIn({ username: 'ZOË@EXAMPLE.TEST', password: account.password })
    await assert.rejects(service.signIn({ username: account.email, password: account.password }))
  })

  test('answers use the new language', async () => {
    const service = await shared()
    const account = await service.account()
    const before = await service.stored(account)
    await assert.rejects(setLanguage(service.context, operator, before, 'english'), Refused)
    await setLanguage(service.context, operator, before, 'pt-BR')
    const { username, password } = account
    const answer = await service.post('/auth/authenticate', {
      username,
      password,
      clientToken: 'c',
      requestUser: true,
    })
    assert.deepEqual(answer.json.user.properties, [{ name: 'preferredLanguage', value: 'pt-BR' }])
  })

  test('suspending again keeps a reason or end that is not given', async () => {
    const service = await shared()
    const account = await service.account()
    const suspend = async (given: NewSuspension) =>
      (await suspendAccount(service.context, operator, await service.stored(account), given)).suspension
    const by = 'admin' as const
    const at = service.now()
    const until = at + 60_000
    assert.deepEqual(await suspend({ reason: 'griefing', until }), { at, until, reason: 'griefing', by })
    service.advance(1000)
    assert.deepEqual(await suspend({}), { at, until, reason: 'griefing', by })
    assert.deepEqual(await suspend({ reason: 'more' }), { at, until, reason: 'more', by })
    assert.deepEqual(await suspend({ until: until + 1 }), { at, until: until + 1, reason: 'more', by })
    assert.deepEqual(await suspend({ until: null, reason: '' }), {
      at,
      until: undefined,
      reason: undefined,
      by,
    })
    await suspend({ until: service.now() + 1, reason: 'over soon' })
    service.advance(1)
    // That suspension is over: nothing of it is left.
    assert.deepEqual(await suspend({}), { at: service.now(), until: undefined, reason: undefined, by })
  })

  test('found by part of a name or email, by UUID, by suspension; one page after the other', async () => {
    const service = await start()
    const names = ['Steve', 'Alex', 'a_b', 'axb', 'Zoe']
    for (const username of names) await service.account({ username, email: `${username}@one.test` })
    const special = await service.account({ username: 'Odd', email: '100%Ü@two.test' })
    const found = async (search: Partial<AccountSearch>) => {
      const page = await listAccounts(service.context, { after: '', limit: 100, ...search })
      return page.map(({ username }) => username).toSorted()
    }
    assert.deepEqual(await found({}), [...names, 'Odd'].toSorted())
    assert.deepEqual(await found({ search: 'TEV' }), ['Steve'])
    assert.deepEqual(await found({ search: 'a_b' }), ['a_b'])
    assert.deepEqual(await found({ search: '%' }), ['Odd'])
    assert.deepEqual(await found({ search: '0%ü@TWO' }), ['Odd'])
    assert.deepEqual(await found({ search: '!' }), [])
    assert.deepEqual(await found({ search: 'one.test' }), names.toSorted())
    assert.deepEqual(await found({ search: special.id.toUpperCase() }), ['Odd'])
    for (const [username, until] of [
      ['Steve', null],
      ['Alex', service.now() + 1000],
    ] as const) {
      const [account] = await listAccounts(service.context, { search: username, after: '', limit: 1 })
      assert.ok(account)
      await suspendAccount(service.context, operator, account, { until })
    }
    assert.deepEqual(await found({ isSuspended: true }), ['Alex', 'Steve'])
    assert.deepEqual(await found({ isSuspended: true, search: 'steve' }), ['Steve'])
    service.advance(1000)
    assert.deepEqual(await found({ isSuspended: true }), ['Steve'])
    const ids: string[] = []
    for (let after = ''; ; ) {
      const page = await listAccounts(service.context, { search: 'one', after, limit: 2 })
      ids.push(...page.map(({ id }) => id))
      if (page.length < 2) break
      after = page.at(-1)?.id ?? ''
    }
    assert.equal(ids.length, names.length)
    assert.deepEqual(ids, ids.toSorted())
  })
})
