// Roles: who has one, and that the last administrator is not lost unnoticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { grantRole, hasAdministrator, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, operator } from '../service.ts'

onEveryDatabase('roles', (start) => {
  test('are granted once, recorded, and revoked; the last administrator remains', async () => {
    const service = await start()
    const { context } = service
    const made = [await service.account(), await service.account()] as const
    const [anna, ben] = [await service.stored(made[0]), await service.stored(made[1])]
    const by = accountActor(anna, '127.0.0.1')
    assert.deepEqual((await grantRole(context, operator, anna, 'moderator')).roles, ['moderator'])
    service.advance(1000)
    await grantRole(context, operator, anna, 'admin')
    await grantRole(context, operator, anna, 'admin')
    const admin = await service.stored(anna)
    assert.deepEqual(admin.roles, ['admin', 'moderator'])
    const granted = await listAudit(context, { account: anna.id, event: 'account.granted', limit: 9 })
    assert.deepEqual(
      granted.map(({ details }) => details),
      [{ role: 'admin' }, { role: 'moderator' }],
    )

    const isLast = { reason: 'last_administrator' }
    await assert.rejects(ungrantRole(context, by, admin, 'admin'), isLast)
    await assert.rejects(suspendAccount(context, by, admin, {}), isLast)
    await assert.rejects(requestDeletion(context, by, admin), isLast)
    await grantRole(context, by, ben, 'admin')
    await suspendAccount(context, by, await service.stored(ben), {})
    await assert.rejects(ungrantRole(context, by, admin, 'admin'), isLast, 'the other one is suspended')
    await restoreAccount(context, by, ben)

    // Two administrators remove each other's role simultaneously.
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.allSettled([
        ungrantRole(context, by, ben, 'admin'),
        ungrantRole(context, accountActor(ben, '127.0.0.1'), anna, 'admin'),
      ])
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      assert.equal(await hasAdministrator(context), true)
      for (const account of [anna, ben]) await grantRole(context, operator, account, 'admin')
    }
    // Two roles that are granted simultaneously are both there.
    for (let round = 0; round < 5; round++) {
      for (const role of ['admin', 'moderator'] as const) await ungrantRole(context, operator, ben, role)
      await Promise.all([
        grantRole(context, operator, ben, 'admin'),
        grantRole(context, operator, ben, 'moderator'),
      ])
      assert.deepEqual((await service.stored(ben)).roles, ['admin', 'moderator'])
    }
    await ungrantRole(context, operator, ben, 'moderator')
    for (const account of [anna, ben]) await ungrantRole(context, operator, account, 'admin')
    assert.equal(await hasAdministrator(context), false)
    assert.deepEqual((await service.stored(ben)).roles, [])
  })
})
