// A moderator suspended the visitor that is linked to an administrator, and restored whom an administrator had suspended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { findVisitor, restoreVisitor, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import type { Role } from '../../src/model/accounts/role.ts'
import { neighbourhood, storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

async function holder(service: RunningService, role: Role) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account, '/account')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get('/account')).text) ?? []
  const press = async (path: string, fields: object = {}) =>
    (await browser.post(path, { csrf, ...fields })).status
  return { account, browser, press }
}

onEveryDatabase('who may suspend and restore whom', (start) => {
  test('nobody suspends, or restores, the visitor of an account that they may not suspend', async (t) => {
    const service = await start()
    const { context } = service
    await neighbourhood(t, service, { other: {} })
    const [admin, moderator] = [await holder(service, 'admin'), await holder(service, 'moderator')]
    const player = await service.account()
    for (const [number, owner, status] of [
      [1, admin.account.id, 403],
      [2, moderator.account.id, 403],
      [3, player.id, 303],
      [4, undefined, 303],
    ] as const) {
      const { id, name } = await storeVisitor(context, { id: uuid(number), name: `Visitor_${number}` })
      if (owner !== undefined) {
        const link = { neighbour_id: 'other', uuid: id, account_id: owner, at: 0, proof: 'code' as const }
        await context.db.query
          .insertInto('neighbour_link')
          .values({ ...link, name, name_key: name.toLowerCase() })
          .execute()
      }
      const path = `/admin/visitors/${id}`
      assert.equal(await moderator.press(`${path}/suspend`), status, `suspend ${number}`)
      assert.equal(await moderator.press(`${path}/restore`), status, `restore ${number}`)
      const shown = (await moderator.browser.get(path)).text
      assert.equal(shown.includes('Only administrators can change it'), status === 403, `page ${number}`)
      assert.equal(shown.includes(`${path}/suspend`), status === 303)
      assert.equal(await admin.press(`${path}/suspend`), 303)
      assert.equal(await admin.press(`${path}/restore`), 303)
    }
  })

  test('a moderator changes and ends the suspensions of moderators, and not those of administrators', async () => {
    const service = await start()
    const { context } = service
    const [admin, moderator] = [await holder(service, 'admin'), await holder(service, 'moderator')]
    const player = await service.account()
    const visitor = await storeVisitor(context, { id: uuid(1), name: 'Visitor' })
    const subjects = {
      [`/admin/accounts/${player.id}`]: {
        suspend: async () => suspendAccount(context, operator, await service.stored(player), { reason: 'x' }),
        suspended: async () => (await service.stored(player)).suspension?.reason,
      },
      [`/admin/visitors/${visitor.id}`]: {
        suspend: async () => suspendVisitor(context, operator, visitor, { reason: 'x' }),
        suspended: async () => (await findVisitor(context, visitor.id)).suspension?.reason,
      },
    }
    for (const [path, { suspend, suspended }] of Object.entries(subjects)) {
      const byAdmin = () => admin.press(`${path}/suspend`, { reason: 'x' })
      for (const made of [byAdmin, suspend]) {
        await made()
        assert.equal(await moderator.press(`${path}/restore`), 403, path)
        assert.equal(await moderator.press(`${path}/suspend`, { reason: 'y', until: '1h' }), 403, path)
        assert.equal(await suspended(), 'x')
        const { text } = await moderator.browser.get(path)
        assert.match(text, /An administrator has suspended this/)
        assert.equal(await admin.press(`${path}/restore`), 303, path)
        assert.equal(await suspended(), undefined)
      }
      assert.equal(await moderator.press(`${path}/suspend`, { reason: 'y' }), 303, path)
      assert.equal(await moderator.press(`${path}/suspend`, { reason: 'z' }), 303, path)
      assert.equal(await suspended(), 'z')
      assert.equal(await moderator.press(`${path}/restore`), 303, path)
      // An administrator who changes the suspension of a moderator takes it over.
      assert.equal(await moderator.press(`${path}/suspend`, { reason: 'y' }), 303, path)
      assert.equal(await byAdmin(), 303)
      assert.equal(await moderator.press(`${path}/restore`), 403, path)
      await admin.press(`${path}/restore`)
    }
    // What somebody has become counts, not what a page has shown.
    const by = accountActor(moderator.account, '127.0.0.1')
    const rising = await service.account()
    const stored = await service.stored(rising)
    await suspendAccount(context, by, stored, {})
    await grantRole(context, operator, stored, 'moderator')
    const missing = { reason: 'role_missing' }
    await assert.rejects(restoreAccount(context, by, stored), missing)
    await suspendVisitor(context, operator, visitor, {})
    await assert.rejects(restoreVisitor(context, by, visitor), missing)
  })
})
