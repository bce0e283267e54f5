// On PostgreSQL, changes that lock several rows lock them in one order; what meets others all the same is repeated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers, groupsOf, removeMembers } from '../../src/domain/community/members.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { linkSubject } from '../../src/domain/identities/operator.ts'
import { unlinkIdentity } from '../../src/domain/identities/unlink.ts'
import { removeProvider } from '../../src/domain/providers/providers.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { addProvider } from '../web/provider.ts'

const groups = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']

async function people(service: RunningService, count: number): Promise<TestAccount[]> {
  const made = []
  // Stored in another order than that of their ids.
  for (let number = count; number > 0; number--) {
    const id = `${number.toString(16).padStart(8, '0')}${'0'.repeat(24)}`
    made.push(await service.account({ username: `Player_${number}`, id }))
  }
  return made
}

onEveryDatabase('locks of memberships', (start, _shared, kind) => {
  test('groups that are filled, emptied and deleted at once, in whatever order accounts are named, do not deadlock', async (t) => {
    const service = await start()
    const { context } = service
    const { transaction } = context.db
    let [transactions, works] = [0, 0]
    t.mock.method(context.db, 'transaction', (work: Parameters<typeof transaction>[0]) => {
      transactions += 1
      return transaction((tx) => {
        works += 1
        return work(tx)
      })
    })
    const players = await people(service, 8)
    const backwards = players.toReversed()
    for (let round = 0; round < 4; round++) {
      for (const name of groups) await createGroup(context, operator, { name })
      await Promise.all(groups.map((name) => addMembers(context, operator, name, players.slice(0, 4))))
      const gone = (error: { reason?: string }) => assert.equal(error.reason, 'unknown', String(error))
      await Promise.all([
        ...groups.map((name, at) =>
          addMembers(context, operator, name, at % 2 === 0 ? players : backwards).catch(gone),
        ),
        ...groups.map((name, at) =>
          removeMembers(context, operator, name, at % 2 === 1 ? players : backwards).catch(gone),
        ),
        deleteGroup(context, operator, 'gamma'),
        deleteGroup(context, operator, 'zeta'),
      ])
      for (const { id } of players) {
        const { group_names } = await context.db.query
          .selectFrom('account')
          .select('group_names')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        assert.equal(group_names, (await groupsOf(context, { id })).join(' ') || null)
      }
      for (const name of groups) await deleteGroup(context, operator, name).catch(gone)
    }
    assert.equal(works, transactions, 'no transaction had to be repeated')
  })

  test('players who sign in through a provider while it, or a group, is removed are not refused', async () => {
    const service = await start()
    const { context } = service
    const players = await people(service, 8)
    const provider = { name: 'school', guild: null, groupMap: {} }
    const { transaction } = context.db
    let [transactions, works] = [0, 0]
    context.db.transaction = (work) => {
      transactions += 1
      return transaction.call(context.db, (tx) => {
        works += 1
        return work(tx)
      }) as never
    }
    const linkAll = async () => {
      for (const { id } of players)
        await linkSubject(context, operator, { id }, { provider: 'school', subject: id })
    }
    for (let round = 0; round < 2; round++) {
      await addProvider(service, 'https://school.example.test')
      await linkAll()
      for (const name of groups) await createGroup(context, operator, { name })
      const follow = (said: readonly string[]) =>
        players.map(({ id }) =>
          followGroups(
            context,
            accountActor({ id, username: id }, '127.0.0.1'),
            { provider, subject: id, values: said },
            { id },
          ),
        )
      await Promise.all(follow(['alpha', 'beta']))
      const gone = (error: { reason?: string }) => assert.equal(error.reason, 'unknown', String(error))
      await Promise.all([
        ...follow(['zeta', 'beta', 'alpha']),
        deleteGroup(context, operator, 'beta').catch(gone),
        deleteGroup(context, operator, 'zeta').catch(gone),
        ...follow(['gamma', 'zeta', 'beta']),
        ...players.map((player) => unlinkIdentity(context, operator, player, 'school')),
        addMembers(context, operator, 'gamma', players),
      ])
      await linkAll()
      await Promise.all([
        ...follow(['delta', 'epsilon']),
        removeProvider(context, operator, 'school', { force: true }),
        ...follow(['gamma']),
      ])
      const left = await context.db.query
        .selectFrom('group_member')
        .select('provider')
        .where('provider', 'is not', null)
        .execute()
      assert.deepEqual(left, [], 'no membership outlives its provider')
      for (const name of groups) await deleteGroup(context, operator, name).catch(gone)
    }
    assert.equal(works, transactions, 'no transaction had to be repeated')
  })

  test('two administrators who change each other at once both succeed', async () => {
    const service = await start()
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const [one, other] = (await people(service, 2)) as [TestAccount, TestAccount]
    const browsers = []
    for (const account of [one, other]) {
      await grantRole(context, operator, await service.stored(account), 'admin')
      const browser = browserOf(service)
      await browser.signIn(account)
      browsers.push(browser)
    }
    const pages = await Promise.all(browsers.map((browser) => browser.get('/admin/groups/staff')))
    for (let round = 0; round < 4; round++) {
      const path = round % 2 === 0 ? '/admin/groups/staff/members' : '/admin/groups/staff/members/remove'
      const answers: { status: number }[] = await Promise.all(
        browsers.map((browser, at) => {
          const csrf: string = /name="csrf" value="([^"]+)"/.exec(pages[at]?.text ?? '')?.[1] ?? ''
          const { id = '', username = '' } = (at === 0 ? other : one) ?? {}
          return browser.post(path, { csrf, player: username, account: id, id })
        }),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303],
        `round ${round}`,
      )
    }
  })

  test('a transaction that the database has ended for another one is repeated, and its work is done once', async () => {
    const service = await start()
    const { db } = service.context
    const [a, b] = (await people(service, 2)) as [TestAccount, TestAccount]
    const [hasA, hasB] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let calls = 0
    const crossing = (
      first: TestAccount,
      second: TestAccount,
      mine: PromiseWithResolvers<void>,
      theirs: Promise<void>,
    ) =>
      db.transaction(async (tx) => {
        calls += 1
        const count = ({ id }: TestAccount) =>
          tx.query
            .updateTable('account')
            .set((row) => ({ secrets_version: row('secrets_version', '+', 1) }))
            .where('id', '=', id)
            .execute()
        await count(first)
        mine.resolve()
        // On SQLite, transactions are alone.
        if (kind === 'postgres') await theirs
        await count(second)
      })
    await Promise.all([crossing(a, b, hasA, hasB.promise), crossing(b, a, hasB, hasA.promise)])
    assert.ok(kind === 'postgres' ? calls > 2 : calls === 2, `${calls} calls`)
    const rows = await db.query.selectFrom('account').select('secrets_version').execute()
    assert.deepEqual(
      rows.map(({ secrets_version }) => secrets_version),
      [2, 2],
    )
  })
})
