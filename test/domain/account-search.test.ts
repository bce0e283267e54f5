// Searching accounts, on a database as the migrations make it and on one without the substring index.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { type AccountSearch, numberOfAccounts, searchAccounts } from '../../src/domain/accounts/search.ts'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

const finder = (service: RunningService) => async (search: Partial<AccountSearch>) => {
  const { accounts } = await searchAccounts(service.context, { limit: 100, ...search })
  return accounts.map(({ username }) => username).toSorted()
}

onEveryDatabase('searching accounts', (start) => {
  test('by part of a name or address, by UUID, by suspension; changes are found immediately', async () => {
    const service = await start()
    const { context } = service
    const found = finder(service)
    const names = ['Steve', 'Alex', 'a_b', 'axb', 'Zoe']
    for (const username of names) await service.account({ username, email: `${username}@one.test` })
    const special = await service.account({ username: 'Odd', email: '100%"Ü@two.test' })
    assert.deepEqual(await found({}), [...names, 'Odd'].toSorted())
    for (const [text, expected] of Object.entries({
      TEV: ['Steve'],
      ' tev\u0000 ': ['Steve'],
      a_b: ['a_b'],
      '0%"ü@TWO': ['Odd'],
      '"ü': [],
      '!!!': [],
      '" OR "': [],
      'one.test': names.toSorted(),
      a: ['Alex', 'a_b', 'axb'],
      A_: ['a_b'],
      '10': ['Odd'],
      ev: [],
      [special.id.toUpperCase()]: ['Odd'],
      [`${'x'.repeat(500)}`]: [],
    })) {
      assert.deepEqual(await found({ text }), expected, text)
    }
    const isByBeginning = async (text: string) =>
      (await searchAccounts(context, { text, limit: 1 })).isByBeginning
    assert.deepEqual([await isByBeginning('st'), await isByBeginning('ste')], [true, false])

    const [steve] = (await searchAccounts(context, { text: 'steve', limit: 1 })).accounts
    assert.ok(steve)
    await suspendAccount(context, operator, steve, { until: service.now() + 1000 })
    assert.deepEqual(await found({ state: 'suspended' }), ['Steve'])
    assert.deepEqual(await found({ state: 'suspended', text: 'one.test' }), ['Steve'])
    assert.deepEqual(await found({ state: 'suspended', text: special.id }), [])
    service.advance(1000)
    assert.deepEqual(await found({ state: 'suspended' }), [])

    await renameAccount(context, operator, steve, 'Herobrine')
    await setEmail(context, operator, steve, 'changed@two.test')
    assert.deepEqual(await found({ text: 'steve' }), [])
    assert.deepEqual(await found({ text: 'robri' }), ['Herobrine'])
    assert.deepEqual(await found({ text: 'changed' }), ['Herobrine'])
    await deleteAccount(context, operator, await service.stored(steve))
    assert.deepEqual(await found({ text: 'robri' }), [])
    await service.account({ username: 'Robri' })
    assert.deepEqual(await found({ text: 'robri' }), ['Robri'])
  })

  test('in pages, forwards and backwards, that omit nobody', async () => {
    const service = await start()
    const made = await Promise.all(Array.from({ length: 7 }, () => service.account()))
    for (const text of ['', 'player_', 'pl']) {
      const page = async (at: Partial<AccountSearch>) => {
        const { accounts, next, previous } = await searchAccounts(service.context, { text, limit: 3, ...at })
        return { names: accounts.map(({ username }) => username), next, previous }
      }
      const first = await page({})
      const second = await page({ after: first.next })
      const third = await page({ after: second.next })
      const all = [first, second, third].flatMap(({ names }) => names)
      assert.deepEqual(all.toSorted(), made.map(({ username }) => username).toSorted(), text)
      assert.deepEqual([first.previous, third.names.length, third.next], [undefined, 1, undefined])
      const back = await page({ before: third.previous })
      assert.deepEqual(back, second)
      assert.deepEqual((await page({ before: back.previous })).names, first.names)
      assert.equal((await page({ before: back.previous })).previous, undefined)
      assert.deepEqual(await page({ after: "'--" }), first)
    }
  })

  test('the newest first on every page, with or without a text and a state, whatever the ids are', async () => {
    const service = await start()
    const { context } = service
    const names: string[] = []
    for (let at = 0; at < 6; at++) {
      service.advance(1000)
      names.unshift((await service.account({ username: `Order_${at}` })).username)
    }
    const [newest, second] = (await searchAccounts(context, { limit: 2 })).accounts
    assert.ok(newest && second)
    await grantRole(context, operator, second, 'moderator')
    await requestDeletion(context, operator, newest)
    for (const text of ['', 'order_', 'or']) {
      const seen: string[] = []
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { accounts, next } = await searchAccounts(context, { text, limit: 4, after })
        seen.push(...accounts.map(({ username }) => username))
        after = next
      }
      assert.deepEqual(seen, names, `"${text}"`)
    }
    const namesIn = async (state: AccountSearch['state'], text = '') =>
      (await searchAccounts(context, { state, text, limit: 9 })).accounts.map(({ username }) => username)
    assert.deepEqual(await namesIn('leaving'), [newest.username])
    assert.deepEqual(await namesIn('roles', 'order'), [second.username])
    assert.deepEqual(await namesIn('roles', newest.id), [])
    assert.deepEqual(await numberOfAccounts(context), { count: 6, isMore: false })
  })

  test('if PostgreSQL did not allow the index: by prefix, and the page says so', async (t) => {
    const service = await start()
    const { db } = service.context
    if (db.dialect === 'sqlite') return t.skip('SQLite has it always')
    await sql`drop index account_by_part`.execute(db.query)
    await service.account({ username: 'Steve', email: 'who@one.test' })
    const find = (text: string) => searchAccounts(service.context, { text, limit: 9 })
    assert.deepEqual(
      [await find('STEV'), await find('who@'), await find('teve')].map(({ accounts, isByBeginning }) => [
        accounts.length,
        isByBeginning,
      ]),
      [
        [1, true],
        [1, true],
        [0, true],
      ],
    )
  })
})
