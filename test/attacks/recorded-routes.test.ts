// No GET of the account pages or of the admin pages writes anything, and every route that may write is recorded or
// says why it is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { isAuditEvent } from '../../src/model/records/audit.ts'
import { tables } from '../../src/storage/schema/schema.ts'
import { type Route, routesOf } from '../routes.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

/** Returns the address without the key of a game server, the pattern of the game's word, and the layout's prefix. */
const layoutOf = (url: string): string =>
  url
    .replace(/^\/at\/:key(?=\/)/, '')
    .replace(/:game\([^/]*\)/, ':game')
    .replace(/^\/authlib-injector\/(authserver|sessionserver|api|minecraftservices)(?=\/)/, (_, name) =>
      name === 'authserver' ? '/auth' : '',
    )
    .replace(/^\/api(?=\/(:game|profiles)\/)/, '')

/**
 * Rows that the check for a writable database leaves (src/storage/engine/health.ts): they contain no personal data.
 */
const isProbe = (row: object): boolean => 'key' in row && row.key === 'probe'

/** Every row except the times and places of the last use of sessions, and the counts of requests and joins. */
async function everything({ context: { db } }: RunningService): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    if (table === 'hour_count' || table === 'day_count') continue
    const rows: object[] = await db.query.selectFrom(table).selectAll().execute()
    found[table] = rows
      .filter((row) => !isProbe(row))
      .map((row) =>
        JSON.stringify({ ...row, ...(table === 'credential' && { last_used_at: 0, address: '' }) }),
      )
      .sort()
  }
  return found
}

const kept = 'what an account keeps is in no log (docs/decisions/0146-wardrobe.md)'
const unrecorded = 'who is whose friend is in no log (docs/decisions/0139-friends.md)'

/**
 * The events of each POST of the account and admin pages, which `recorded-changes.test.ts` covers, or the reason why it
 * has none.
 */
const pages: Record<string, readonly string[] | string> = {
  '/account/applications': ['grant.revoked'],
  '/account/characters': ['account.created'],
  '/account/characters/:id/delete': ['account.deletion_requested'],
  '/account/characters/:id/keep': ['account.deletion_cancelled'],
  '/account/characters/:id/primary': ['character.primary_changed'],
  '/account/confirm/:form': 'the form that follows makes the change',
  '/account/confirm/:form/code': 'the form that follows makes the change',
  '/account/confirm/:form/mail': 'the form that follows makes the change',
  '/account/confirm/:form/passkey': 'the form that follows makes the change',
  '/account/confirm/:form/with': 'the form that follows makes the change',
  '/account/delete': ['account.deletion_requested'],
  '/account/delete/keep': ['account.deletion_cancelled'],
  '/account/devices': ['session.ended'],
  '/account/devices/:id': ['session.ended', 'token.revoked'],
  '/account/email': 'the link sent to the address makes the change',
  '/account/email/confirm/:token': ['account.email_changed'],
  '/account/export': ['account.exported'],
  '/account/friends': unrecorded,
  '/account/friends/accept': unrecorded,
  '/account/friends/block': unrecorded,
  '/account/friends/block-other': unrecorded,
  '/account/friends/preferences': unrecorded,
  '/account/friends/remove': unrecorded,
  '/account/friends/unblock': unrecorded,
  '/account/language': ['account.language_changed'],
  '/rules': ['account.rules_accepted'],
  '/account/app-passwords': ['app_password.created'],
  '/account/app-passwords/remove': ['app_password.deleted'],
  '/account/linked': 'the answer to the question that follows makes the link',
  '/account/linked/answer': ['account.linked'],
  '/account/linked/remove': ['account.unlinked'],
  '/account/linked/unlink': ['account.unlinked'],
  '/account/linked/with': 'the answer of the provider makes the link',
  '/account/linked/sign-in': 'the answer of the neighbour makes the link',
  '/account/password': ['account.password_changed', 'passkey.removed', 'account.unlinked'],
  '/account/security/codes': ['second_factor.recovery_renewed'],
  '/account/security/off': ['second_factor.disabled'],
  '/account/security/passkeys': ['passkey.added'],
  '/account/security/passkeys/remove': ['passkey.removed'],
  '/account/security/totp': ['second_factor.enabled'],
  '/account/skin': ['texture.set'],
  '/account/skin/again': ['texture.set'],
  '/account/skin/cape': ['texture.set'],
  '/account/skin/cape/remove': ['texture.removed'],
  '/account/skin/cape/show': ['texture.set'],
  '/account/skin/remove': ['texture.removed'],
  '/account/wardrobe': kept,
  '/account/wardrobe/:id/remove': ['texture.removed', 'texture.unshared'],
  '/account/wardrobe/:id/rename': ['texture.waiting'],
  '/account/wardrobe/again': ['texture.set'],
  '/account/wardrobe/keep': kept,
  '/account/wardrobe/remove-cape': ['texture.removed'],
  '/account/wardrobe/remove-skin': ['texture.removed'],
  '/account/wardrobe/share': ['texture.shared', 'texture.waiting'],
  '/account/wardrobe/stop-sharing': ['texture.unshared'],
  '/account/wardrobe/wear': ['texture.set'],
  '/account/username': ['account.renamed'],
  '/admin/accounts': ['account.created'],
  '/admin/accounts/:id/cape/remove': ['texture.removed'],
  '/admin/accounts/:id/characters': ['account.created'],
  '/admin/accounts/:id/delete': ['account.deletion_requested'],
  '/admin/accounts/:id/email': ['account.email_changed'],
  '/admin/accounts/:id/grant/:role': ['account.granted'],
  '/admin/accounts/:id/app-passwords': ['app_password.deleted'],
  '/admin/accounts/:id/groups/add': ['group.member_added'],
  '/admin/accounts/:id/groups/remove': ['group.member_removed'],
  '/admin/accounts/:id/keep': ['account.deletion_cancelled'],
  '/admin/accounts/:id/link': ['link.created'],
  '/admin/accounts/:id/primary': ['character.primary_changed'],
  '/admin/accounts/:id/release-name': ['account.name_released'],
  '/admin/accounts/:id/rename': ['account.renamed'],
  '/admin/accounts/:id/restore': ['account.restored'],
  '/admin/accounts/:id/second-factor': ['second_factor.disabled'],
  '/admin/accounts/:id/sessions': ['token.revoked'],
  '/admin/accounts/:id/skin/remove': ['texture.removed'],
  '/admin/accounts/:id/suspend': ['account.suspended'],
  '/admin/accounts/:id/ungrant/:role': ['account.ungranted'],
  '/admin/accounts/:id/unlink': ['account.unlinked'],
  '/admin/accounts/:id/unlock': ['account.unlocked'],
  '/admin/api-tokens': ['api_token.created'],
  '/admin/api-tokens/revoke': ['api_token.deleted'],
  '/admin/api-tokens/revoke-all': ['api_token.deleted'],
  '/admin/accounts/:id/uploads': ['account.uploads_allowed'],
  '/admin/reports/allow/:player': ['account.uploads_allowed'],
  '/admin/reports/keep': ['texture.kept'],
  '/admin/reports/publish': ['texture.published'],
  '/admin/reports/refuse': ['texture.refused', 'texture.unshared'],
  '/admin/reports/restore': ['texture.restored'],
  '/admin/reports/stop-sharing': ['texture.refused', 'texture.unshared'],
  '/admin/reports/suspend/:player': ['account.uploads_suspended'],
  '/admin/reports/take-down': ['texture.taken_down'],
  '/admin/bans': ['ban.added'],
  '/admin/bans/remove': ['ban.removed'],
  '/admin/clients': ['client.created'],
  '/admin/clients/:id/change': ['client.changed'],
  '/admin/clients/:id/delete': ['client.deleted'],
  '/admin/clients/:id/secret': ['client.secret_renewed'],
  '/admin/deletions/:id/undo': [
    'client.restored',
    'group.restored',
    'server.restored',
    'webhook.restored',
    'neighbour.restored',
    'provider.restored',
  ],
  '/admin/groups': ['group.created'],
  '/admin/groups/:name': ['group.changed'],
  '/admin/groups/:name/delete': ['group.deleted'],
  '/admin/groups/:name/members': ['group.member_added'],
  '/admin/groups/:name/members/remove': ['group.member_removed'],
  '/admin/groups/:name/shelf': ['shelf.added'],
  '/admin/groups/:name/shelf/remove': ['shelf.removed'],
  '/admin/invites': ['invite.created'],
  '/admin/invites/revoke': ['invite.deleted'],
  '/admin/keys/rotate': ['key.rotated'],
  '/admin/keys/stolen': ['key.rotated'],
  '/admin/providers': ['provider.created'],
  '/admin/providers/:name': ['provider.changed'],
  '/admin/providers/:name/remove': ['provider.deleted'],
  '/admin/providers/:name/sync': ['group.member_added', 'group.member_removed'],
  '/admin/providers/:name/test': 'asks another service, and changes nothing here',
  '/admin/neighbours': ['neighbour.added'],
  '/admin/neighbours/:id': ['neighbour.changed'],
  '/admin/neighbours/:id/list': ['neighbour.changed'],
  '/admin/neighbours/:id/pause': ['neighbour.changed'],
  '/admin/neighbours/:id/remove': ['neighbour.removed'],
  '/admin/neighbours/:id/resume': ['neighbour.changed'],
  '/admin/neighbours/:id/test': 'asks another service, and changes nothing here',
  '/admin/neighbours/:id/unlist': ['neighbour.changed'],
  '/admin/servers': ['server.created'],
  '/admin/servers/:name': ['server.changed'],
  '/admin/servers/:name/pause': ['server.changed'],
  '/admin/servers/:name/remove': ['server.removed'],
  '/admin/servers/:name/resume': ['server.changed'],
  '/admin/servers/:name/root': 'shows it again to who proves who they are',
  '/admin/servers/:name/rotate': ['server.rotated'],
  '/admin/checklist/backup': ['backup.begun'],
  '/admin/checklist/bring-back': ['setting.changed'],
  '/admin/checklist/mail': ['mail.tested'],
  '/admin/checklist/put-away': ['setting.changed'],
  '/admin/settings': ['setting.changed'],
  '/admin/settings/logo/remove': ['setting.changed'],
  '/admin/settings/mail': ['mail.tested'],
  '/admin/visitors/:id/release': ['visitor.released'],
  '/admin/visitors/:id/restore': ['visitor.restored'],
  '/admin/visitors/:id/suspend': ['visitor.suspended'],
  '/admin/visitors/purge/:neighbour': ['visitor.purged'],
  '/admin/webhooks': ['webhook.created'],
  '/admin/webhooks/:id/change': ['webhook.changed'],
  '/admin/webhooks/:id/test': ['webhook.tested'],
  '/admin/webhooks/:id/delete': ['webhook.deleted'],
  '/admin/webhooks/:id/send': ['webhook.resent'],
}

const notAChange = 'it does not change an account'
const lookup = 'a lookup that has its list in the body'

/** The events of every other route that may write. Addresses that exist in several layouts are listed once. */
const others: Record<string, readonly string[] | string> = {
  'POST /device': notAChange,
  'POST /device/answer': ['grant.given'],
  'POST /language': 'a cookie of a browser that is not signed in',
  'POST /link/:token': [
    'link.used',
    'account.password_changed',
    'second_factor.enabled',
    'passkey.removed',
    'account.unlinked',
  ],
  'POST /setup': ['account.created', 'account.granted'],
  'POST /oauth2/authorize': notAChange,
  'POST /oauth2/consent/:uid': ['grant.given'],
  'POST /oauth2/end-session': notAChange,
  'POST /oauth2/end-session/confirm': ['session.ended'],
  'POST /oauth2/device_authorization': notAChange,
  'POST /oauth2/devicecode': notAChange,
  'POST /oauth2/introspect': notAChange,
  'POST /oauth2/revoke': ['grant.revoked'],
  'POST /oauth2/token': 'tokens of a grant, which was recorded when it was given',
  'POST /oauth2/userinfo': notAChange,
  'POST /recover': 'the link that is sent does what was requested',
  'POST /recover/:token': ['account.password_reset', 'passkey.removed', 'account.unlinked'],
  'POST /library/:id/add': kept,
  'POST /library/:id/report': ['texture.reported'],
  'POST /report': ['texture.reported'],
  'POST /register': ['account.created'],
  'POST /register/sent': 'another link to the pending address',
  'POST /register/confirm/:token': ['account.created', 'account.linked'],
  'POST /register/with/:name': ['account.created', 'account.linked'],
  'POST /security/undo/:token': [
    'second_factor.disabled',
    'passkey.removed',
    'second_factor.recovery_removed',
    'account.unlinked',
    'account.email_changed',
  ],
  'POST /sign-in': ['session.started'],
  'POST /sign-in/code': ['session.started', 'second_factor.recovery_used'],
  'POST /sign-in/continue': ['session.started'],
  'POST /sign-in/passkey': ['session.started'],
  'POST /sign-out': ['session.ended'],
  'PUT /friends': unrecorded,
  'PUT /player/friends': unrecorded,
  'POST /presence': unrecorded,
  'POST /player/presence': unrecorded,
  'POST /player/attributes': unrecorded,
  'POST /api/v1/me/wardrobe': kept,
  'PATCH /api/v1/me/wardrobe/:id': ['texture.waiting'],
  'POST /api/v1/me/wardrobe/:id/wear': ['texture.set'],
  'DELETE /api/v1/me/wardrobe/:id': ['texture.removed', 'texture.unshared'],
  'DELETE /api/v1/me/worn/skin': ['texture.removed'],
  'DELETE /api/v1/me/worn/cape': ['texture.removed'],
  'DELETE /api/v1/accounts/:id': ['account.deleted'],
  'PUT /api/v1/accounts/:id/uploads': ['account.uploads_suspended', 'account.uploads_allowed'],
  'POST /api/v1/reports/:id/keep': ['texture.kept'],
  'POST /api/v1/reports/:id/publish': ['texture.published'],
  'POST /api/v1/reports/:id/refuse': ['texture.refused', 'texture.unshared'],
  'POST /api/v1/textures/:hash/hide': ['texture.taken_down'],
  'POST /api/v1/textures/:hash/unhide': ['texture.restored'],
  'PUT /api/v1/accounts/:id/cape': ['texture.set'],
  'PUT /api/v1/accounts/:id/skin': ['texture.set'],
  'DELETE /api/v1/accounts/:id/cape': ['texture.removed'],
  'DELETE /api/v1/accounts/:id/skin': ['texture.removed'],
  'DELETE /api/v1/accounts/:id/app-passwords/:appPassword': ['app_password.deleted'],
  'PUT /api/v1/accounts/:id/linked/:provider': ['account.linked'],
  'DELETE /api/v1/accounts/:id/linked/:provider': ['account.unlinked'],
  'DELETE /api/v1/accounts/:id/linked-players/:player': ['account.unlinked'],
  'PUT /api/v1/accounts/:id/friends/:other': ['friend.added'],
  'DELETE /api/v1/accounts/:id/friends/:other': ['friend.removed'],
  'DELETE /api/v1/accounts/:id/friends': ['friend.cleared'],
  'PUT /api/v1/accounts/:id/bedrock': ['account.linked'],
  'DELETE /api/v1/accounts/:id/bedrock': ['account.unlinked'],
  'POST /api/v1/bedrock-codes': 'a code that lasts ten minutes; the answer on the page makes the link',
  'DELETE /api/v1/accounts/:id/second-factor': ['second_factor.disabled'],
  'DELETE /api/v1/accounts/:id/tokens': ['token.revoked'],
  'DELETE /api/v1/api-tokens/:id': ['api_token.deleted'],
  'DELETE /api/v1/bans/:ip': ['ban.removed'],
  'DELETE /api/v1/clients/:id': ['client.deleted'],
  'DELETE /api/v1/held-names/:name': ['account.name_released'],
  'DELETE /api/v1/invites/:code': ['invite.deleted'],
  'PATCH /api/v1/clients/:id': ['client.changed'],
  'PATCH /api/v1/webhooks/:id': ['webhook.changed'],
  'POST /api/v1/webhooks/:id/test': ['webhook.tested'],
  'POST /api/v1/backup': ['backup.begun'],
  'POST /api/v1/mail/test': ['mail.tested'],
  'DELETE /api/v1/webhooks/:id': ['webhook.deleted'],
  'PATCH /api/v1/accounts/:id': [
    'account.renamed',
    'account.email_changed',
    'account.language_changed',
    'account.password_changed',
    'account.granted',
    'account.ungranted',
    'character.primary_changed',
  ],
  'POST /api/v1/accounts/:id/characters': ['account.created'],
  'POST /api/v1/accounts/:id/join': ['character.joined'],
  'POST /api/v1/accounts/:id/part': ['character.parted', 'link.created'],
  'DELETE /api/v1/groups/:name': ['group.deleted'],
  'DELETE /api/v1/groups/:name/members/:id': ['group.member_removed'],
  'PATCH /api/v1/groups/:name': ['group.changed'],
  'POST /api/v1/groups': ['group.created'],
  'PUT /api/v1/groups/:name/members/:id': ['group.member_added'],
  'POST /api/v1/groups/:name/shelf': ['shelf.added'],
  'DELETE /api/v1/groups/:name/shelf/:texture': ['shelf.removed'],
  'POST /api/v1/accounts': ['account.created'],
  'POST /api/v1/accounts/:id/delete-later': ['account.deletion_requested'],
  'POST /api/v1/accounts/:id/keep': ['account.deletion_cancelled'],
  'POST /api/v1/accounts/:id/unlock': ['account.unlocked'],
  'POST /api/v1/accounts/:id/links': ['link.created'],
  'POST /api/v1/accounts/:id/restore': ['account.restored'],
  'POST /api/v1/accounts/:id/suspend': ['account.suspended'],
  'POST /api/v1/api-tokens': ['api_token.created'],
  'POST /api/v1/bans': ['ban.added'],
  'POST /api/v1/clients': ['client.created'],
  'POST /api/v1/deletions/:id/undo': [
    'client.restored',
    'group.restored',
    'server.restored',
    'webhook.restored',
    'neighbour.restored',
    'provider.restored',
  ],
  'POST /api/v1/clients/:id/secret': ['client.secret_renewed'],
  'POST /api/v1/invites': ['invite.created'],
  'DELETE /api/v1/providers/:name': ['provider.deleted'],
  'PATCH /api/v1/providers/:name': ['provider.changed'],
  'POST /api/v1/providers': ['provider.created'],
  'POST /api/v1/providers/:name/sync': ['group.member_added', 'group.member_removed'],
  'POST /api/v1/providers/:name/test': 'asks another service, and changes nothing here',
  'DELETE /api/v1/neighbours/:id': ['neighbour.removed'],
  'PATCH /api/v1/neighbours/:id': ['neighbour.changed'],
  'POST /api/v1/neighbours': ['neighbour.added'],
  'POST /api/v1/neighbours/:id/confirm-key': ['neighbour.key_confirmed'],
  'POST /api/v1/neighbours/:id/pause': ['neighbour.changed'],
  'POST /api/v1/neighbours/:id/resume': ['neighbour.changed'],
  'PUT /api/v1/neighbours/:id/names/:name': ['neighbour.changed'],
  'DELETE /api/v1/neighbours/:id/names/:name': ['neighbour.changed'],
  'DELETE /api/v1/neighbours/:id/visitors': ['visitor.purged'],
  'DELETE /api/v1/visitor-names/:name': ['visitor.released'],
  'POST /api/v1/visitors/:id/suspend': ['visitor.suspended'],
  'POST /api/v1/visitors/:id/restore': ['visitor.restored'],
  'POST /api/v1/neighbours/:id/test': 'asks another service, and changes nothing here',
  'DELETE /api/v1/servers/:name': ['server.removed'],
  'PATCH /api/v1/servers/:name': ['server.changed'],
  'POST /api/v1/servers': ['server.created'],
  'POST /api/v1/servers/:name/pause': ['server.changed'],
  'POST /api/v1/servers/:name/resume': ['server.changed'],
  'POST /api/v1/servers/:name/rotate': ['server.rotated'],
  'PUT /api/v1/settings/:name': ['setting.changed'],
  'DELETE /api/v1/settings/:name': ['setting.changed'],
  'POST /api/v1/keys': ['key.rotated'],
  'POST /api/v1/webhooks': ['webhook.created'],
  'POST /api/v1/webhooks/:id/deliveries/:delivery/send': ['webhook.resent'],
  'POST /auth/authenticate': ['token.issued', 'second_factor.recovery_used'],
  'POST /auth/invalidate': ['token.revoked'],
  'POST /auth/refresh': 'a token for a token of the same launcher',
  'POST /auth/signout': ['token.revoked'],
  'POST /auth/validate': notAChange,
  'POST /session/join': 'a join that lasts two minutes',
  'POST /session/:game/join': 'a join that lasts two minutes',
  'POST /profiles/:game': lookup,
  'POST /:game/profile/lookup/bulk/byname': lookup,
  'POST /player/certificates': 'a certificate that is not stored',
  'PUT /user/profile/:uuid/skin': ['texture.set'],
  'PUT /user/profile/:uuid/cape': ['texture.set'],
  'DELETE /user/profile/:uuid/skin': ['texture.removed'],
  'DELETE /user/profile/:uuid/cape': ['texture.removed'],
  'POST /:game/profile/skins': ['texture.set'],
  'DELETE /:game/profile/skins/active': ['texture.removed'],
  'DELETE /:game/profile/capes/active': ['texture.removed'],
  'PUT /:game/profile/capes/active': ['texture.set'],
  'PUT /:game/profile/name/:username': ['account.renamed'],
}

onEveryDatabase('pages', (start) => {
  test('no GET below /account and /admin writes anything', async () => {
    const service = await start()
    const { context } = service
    const boss = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    await createGroup(context, operator, { name: 'staff' })
    await addServer(context, operator, { name: 'staff' })
    const { webhook } = await createWebhook(context, operator, {
      url: 'https://bot.example.org/',
      events: [],
      format: undefined,
    })
    const { client } = await createClient(context, operator, {
      client_name: 'Site',
      redirect_uris: ['https://a.example.org/'],
    })
    const browser = browserOf(service)
    await browser.signIn(boss)
    const isPage = ({ method, url }: Route) => method === 'GET' && /^\/(account|admin)(\/|$)/.test(url)
    const gets = [...new Set((await routesOf(service)).filter(isPage).map(({ url }) => url))].sort()
    assert.ok(gets.length > 25, String(gets.length))
    // Writes that the sign-in has deferred.
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
        .replace(':name', 'staff')
        .replace(':neighbour', 'friends')
        .replace(':token', 'x'.repeat(22))
        .replace(/\*$/, 'x')
      for (const query of ['', '?q=Boss&name=Boss&uuid=1&csrf=1']) {
        const { status } = await browser.get(path + query)
        assert.ok(status < 500, `${path}: ${status}`)
        for (const [table, rows] of Object.entries(await everything(service))) {
          assert.deepEqual(rows, before[table], `GET ${path}${query} has written to ${table}`)
        }
      }
    }
  })

  test('every route that may write is recorded or says why it is not', async () => {
    const service = await start({ NORN_BEDROCK_LINKS: 'on', NORN_LIBRARY: 'public' })
    const writing = (await routesOf(service)).filter(({ method }) => !/^(GET|HEAD|OPTIONS)$/.test(method))
    const addresses = new Set(writing.map(({ method, url }) => `${method} ${layoutOf(url)}`))
    const told = {
      ...Object.fromEntries(Object.entries(pages).map(([url, events]) => [`POST ${url}`, events])),
      ...others,
    }
    assert.deepEqual([...addresses].sort(), Object.keys(told).sort())
    for (const events of Object.values(told)) {
      if (typeof events !== 'string')
        assert.ok(events.length > 0 && events.every(isAuditEvent), String(events))
    }
  })
})
