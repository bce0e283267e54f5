// No GET of the account or of administration writes anything, and every POST there is recorded or has a reason not to be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { isAuditEvent } from '../../src/model/audit.ts'
import { primaryKeys } from '../../src/storage/schema/schema.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { visitorOf } from '../web/visitor.ts'

/** The routes below /account and /admin. */
async function pagesOf({ context }: RunningService, method: 'GET' | 'POST'): Promise<string[]> {
  const app = buildApp(context, new Metrics(context))
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.ready()
  const urls = routes.filter((route) => [route.method].flat().includes(method)).map(({ url }) => url)
  await app.close()
  return [...new Set(urls)].filter((url) => /^\/(account|admin)(\/|$)/.test(url)).sort()
}

/** Every row, but for when and where a session was used last, and for the counts of requests. */
async function everything({ context: { db } }: RunningService): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of Object.keys(primaryKeys) as (keyof typeof primaryKeys)[]) {
    if (table === 'hour_count') continue
    const rows: object[] = await db.query.selectFrom(table).selectAll().execute()
    tables[table] = rows
      .map((row) =>
        JSON.stringify({ ...row, ...(table === 'credential' && { last_used_at: 0, address: '' }) }),
      )
      .sort()
  }
  return tables
}

/** The events of each POST, which `F6-changes.test.ts` plays by their use cases, or why it has none. */
const posts: Record<string, readonly string[] | string> = {
  '/account/applications': ['grant.revoked'],
  '/account/delete': ['account.deletion_requested'],
  '/account/delete/keep': ['account.deletion_cancelled'],
  '/account/devices': ['session.ended'],
  '/account/devices/:id': ['session.ended', 'token.revoked'],
  '/account/email': 'the address is changed by the link that is sent to it',
  '/account/email/confirm/:token': ['account.email_changed'],
  '/account/export': ['account.exported'],
  '/account/language': ['account.language_changed'],
  '/account/password': ['account.password_changed'],
  '/account/security/codes': ['second_factor.recovery_renewed'],
  '/account/security/off': ['second_factor.disabled'],
  '/account/security/passkeys': ['passkey.added'],
  '/account/security/passkeys/remove': ['passkey.removed'],
  '/account/security/totp': ['second_factor.enabled'],
  '/account/skin': ['texture.set'],
  '/account/skin/again': ['texture.set'],
  '/account/skin/cape': ['texture.set'],
  '/account/skin/cape/remove': ['texture.removed'],
  '/account/skin/remove': ['texture.removed'],
  '/account/username': ['account.renamed'],
  '/admin/accounts/:id/grant/:role': ['account.granted'],
  '/admin/accounts/:id/release-name': ['account.name_released'],
  '/admin/accounts/:id/rename': ['account.renamed'],
  '/admin/accounts/:id/restore': ['account.restored'],
  '/admin/accounts/:id/second-factor': ['second_factor.disabled'],
  '/admin/accounts/:id/sessions': ['token.revoked'],
  '/admin/accounts/:id/suspend': ['account.suspended'],
  '/admin/accounts/:id/ungrant/:role': ['account.ungranted'],
  '/admin/bans': ['ban.added'],
  '/admin/bans/remove': ['ban.removed'],
  '/admin/clients': ['client.created'],
  '/admin/clients/:id/delete': ['client.deleted'],
  '/admin/clients/:id/secret': ['client.secret_renewed'],
  '/admin/invites': ['invite.created'],
  '/admin/invites/revoke': ['invite.deleted'],
  '/admin/keys': ['key.rotated'],
  '/admin/keys/stolen': ['key.rotated'],
  '/admin/webhooks': ['webhook.created'],
  '/admin/webhooks/:id/delete': ['webhook.deleted'],
  '/admin/webhooks/:id/send': ['webhook.resent'],
}

onEveryDatabase('L21: pages', (start) => {
  test('L21: no GET below /account and /admin writes anything', async () => {
    const service = await start()
    const { context } = service
    const boss = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    const { webhook } = await createWebhook(context, operator, {
      url: 'https://bot.example.org/',
      events: [],
      format: undefined,
    })
    const { client } = await createClient(context, operator, {
      name: 'Site',
      redirectUris: ['https://a.example.org/'],
      isPublic: false,
      idTokenAlg: 'RS256',
    })
    const visitor = visitorOf(service)
    await visitor.signIn(boss)
    const gets = await pagesOf(service, 'GET')
    assert.ok(gets.length > 25, String(gets.length))
    // What the sign-in has left to be written later.
    await context.attempts.flush()
    await context.credentialUses.flush()
    const before = await everything(service)
    for (const route of gets) {
      const id = route.includes('clients')
        ? client.clientId
        : route.includes('webhooks')
          ? webhook.id
          : boss.id
      const path = route
        .replace(':id', id)
        .replace(':role', 'admin')
        .replace(':token', 'x'.repeat(22))
        .replace(/\*$/, 'x')
      for (const query of ['', '?q=Boss&name=Boss&uuid=1&csrf=1']) {
        const { status } = await visitor.get(path + query)
        assert.ok(status < 500, `${path}: ${status}`)
        for (const [table, rows] of Object.entries(await everything(service))) {
          assert.deepEqual(rows, before[table], `GET ${path}${query} has written to ${table}`)
        }
      }
    }
  })

  test('L21: every POST below /account and /admin is recorded, or says why it is not', async () => {
    const service = await start()
    assert.deepEqual(await pagesOf(service, 'POST'), Object.keys(posts).sort())
    for (const events of Object.values(posts)) {
      if (typeof events !== 'string')
        assert.ok(events.length > 0 && events.every(isAuditEvent), String(events))
    }
  })
})
