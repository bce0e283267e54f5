// Everything that administrators can do on pages can be done by command and by the API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { commands } from '../../src/cli/line/commands.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { migrated } from '../databases.ts'
import { startService } from '../service.ts'

/** An action on its page, by command, and in the API; undefined if no page has it. */
type Counterparts = readonly [page: string | undefined, command: string, operation: string]

const account = '/accounts/{id}'

const actions: Readonly<Record<string, Counterparts>> = {
  'see the last day': ['GET /admin', 'overview', 'get /overview'],
  'see each hour of the last day': ['GET /admin/figures', 'overview', 'get /overview'],
  'see a month and a year': ['GET /admin/figures', 'figures', 'get /figures'],
  'find accounts': ['GET /admin/accounts', 'account list', 'get /accounts'],
  'create an account': ['POST /admin/accounts', 'account create', 'post /accounts'],
  'see an account': ['GET /admin/accounts/:id', 'account show', `get ${account}`],
  'see the players of an account': ['GET /admin/accounts/:id', 'character list', `get ${account}/characters`],
  'add a character': [
    'POST /admin/accounts/:id/characters',
    'character create',
    `post ${account}/characters`,
  ],
  'choose the primary player': ['POST /admin/accounts/:id/primary', 'character primary', `patch ${account}`],
  'see the friends of a player': [undefined, 'friend list', `get ${account}/friends`],
  // On no page: only players see whose friends they are.
  'make two players friends': [undefined, 'friend add', `put ${account}/friends/{other}`],
  'end a friendship': [undefined, 'friend remove', `delete ${account}/friends/{other}`],
  'clear a friends list': [undefined, 'friend clear', `delete ${account}/friends`],
  'rename an account': ['POST /admin/accounts/:id/rename', 'account rename', `patch ${account}`],
  'change an e-mail': ['POST /admin/accounts/:id/email', 'account email', `patch ${account}`],
  'change a language': [undefined, 'account language', `patch ${account}`],
  'change a password': [undefined, 'account password', `patch ${account}`],
  'give a role': ['POST /admin/accounts/:id/grant/:role', 'account grant', `patch ${account}`],
  'take a role': ['POST /admin/accounts/:id/ungrant/:role', 'account ungrant', `patch ${account}`],
  'delete an account at once': [undefined, 'account delete', `delete ${account}`],
  'delete an account after the grace': [
    'POST /admin/accounts/:id/delete',
    'account delete',
    `post ${account}/delete-later`,
  ],
  'cancel a deletion': ['POST /admin/accounts/:id/keep', 'account keep', `post ${account}/keep`],
  // On no page: both end or move everything that an account has, once in its life, and have answers to read with care.
  'make an account a character': [undefined, 'character join', `post ${account}/join`],
  'make a character an account': [undefined, 'character part', `post ${account}/part`],
  'forget wrong passwords': ['POST /admin/accounts/:id/unlock', 'account unlock', `post ${account}/unlock`],
  'set a skin': [undefined, 'texture set', `put ${account}/skin`],
  'set a cape': [undefined, 'texture set', `put ${account}/cape`],
  'remove a skin': ['POST /admin/accounts/:id/skin/remove', 'texture remove', `delete ${account}/skin`],
  'remove a cape': ['POST /admin/accounts/:id/cape/remove', 'texture remove', `delete ${account}/cape`],
  'release a held username': [
    'POST /admin/accounts/:id/release-name',
    'account release-name',
    'delete /held-names/{name}',
  ],
  'suspend an account': ['POST /admin/accounts/:id/suspend', 'account suspend', `post ${account}/suspend`],
  'end a suspension': ['POST /admin/accounts/:id/restore', 'account restore', `post ${account}/restore`],
  'end all sessions': ['POST /admin/accounts/:id/sessions', 'token revoke', `delete ${account}/tokens`],
  'reset a second factor': [
    'POST /admin/accounts/:id/second-factor',
    'totp disable',
    `delete ${account}/second-factor`,
  ],
  'unlink a player': [
    'POST /admin/accounts/:id/unlink',
    'account unlink',
    `delete ${account}/linked-players/{player}`,
  ],
  "see an account's app passwords": [
    'GET /admin/accounts/:id',
    'app-password list',
    `get ${account}/app-passwords`,
  ],
  'end an app password': [
    'POST /admin/accounts/:id/app-passwords',
    'app-password remove',
    `delete ${account}/app-passwords/{appPassword}`,
  ],
  'make a one-time link': ['POST /admin/accounts/:id/link', 'link create', `post ${account}/links`],
  "see an account's events": ['GET /admin/accounts/:id', 'audit list', `get ${account}/audit`],
  'see all events': ['GET /admin/audit', 'audit list', 'get /audit'],
  'see why a player cannot join': ['GET /admin/why', 'why', 'get /why'],
  'see applications': ['GET /admin/clients', 'client list', 'get /clients'],
  'see an application': ['GET /admin/clients/:id', 'client show', 'get /clients/{id}'],
  'register an application': ['POST /admin/clients', 'client create', 'post /clients'],
  'change an application': ['POST /admin/clients/:id/change', 'client set', 'patch /clients/{id}'],
  'renew a secret': ['POST /admin/clients/:id/secret', 'client secret', 'post /clients/{id}/secret'],
  'see what was deleted': ['GET /admin/clients', 'deletion list', 'get /deletions'],
  'undo a deletion': ['POST /admin/deletions/:id/undo', 'deletion undo', 'post /deletions/{id}/undo'],
  'delete an application': ['POST /admin/clients/:id/delete', 'client delete', 'delete /clients/{id}'],
  'see groups': ['GET /admin/groups', 'group list', 'get /groups'],
  'create a group': ['POST /admin/groups', 'group create', 'post /groups'],
  'see a group': ['GET /admin/groups/:name', 'group show', 'get /groups/{name}'],
  'change a group': ['POST /admin/groups/:name', 'group set', 'patch /groups/{name}'],
  'delete a group': ['POST /admin/groups/:name/delete', 'group delete', 'delete /groups/{name}'],
  'see the shelf of a group': ['GET /admin/groups/:name', 'shelf list', 'get /groups/{name}/shelf'],
  'add to the shelf of a group': ['POST /admin/groups/:name/shelf', 'shelf add', 'post /groups/{name}/shelf'],
  'remove from the shelf of a group': [
    'POST /admin/groups/:name/shelf/remove',
    'shelf remove',
    'delete /groups/{name}/shelf/{texture}',
  ],
  'add a member': ['POST /admin/groups/:name/members', 'group add', 'put /groups/{name}/members/{id}'],
  'add a player to a group': [
    'POST /admin/accounts/:id/groups/add',
    'group add',
    'put /groups/{name}/members/{id}',
  ],
  'remove a member': [
    'POST /admin/groups/:name/members/remove',
    'group remove',
    'delete /groups/{name}/members/{id}',
  ],
  'remove a player from a group': [
    'POST /admin/accounts/:id/groups/remove',
    'group remove',
    'delete /groups/{name}/members/{id}',
  ],
  'see game servers': ['GET /admin/servers', 'server list', 'get /servers'],
  'add a game server': ['POST /admin/servers', 'server add', 'post /servers'],
  'see a game server': ['GET /admin/servers/:name', 'server show', 'get /servers/{name}'],
  'see the root of a game server': ['POST /admin/servers/:name/root', 'server show', 'get /servers/{name}'],
  'change a game server': ['POST /admin/servers/:name', 'server set', 'patch /servers/{name}'],
  'pause a game server': ['POST /admin/servers/:name/pause', 'server pause', 'post /servers/{name}/pause'],
  'end a pause': ['POST /admin/servers/:name/resume', 'server resume', 'post /servers/{name}/resume'],
  'rotate a root': ['POST /admin/servers/:name/rotate', 'server rotate', 'post /servers/{name}/rotate'],
  'remove a game server': ['POST /admin/servers/:name/remove', 'server remove', 'delete /servers/{name}'],
  'see neighbours': ['GET /admin/neighbours', 'neighbour list', 'get /neighbours'],
  'add a neighbour': ['POST /admin/neighbours', 'neighbour add', 'post /neighbours'],
  'see a neighbour': ['GET /admin/neighbours/:id', 'neighbour show', 'get /neighbours/{id}'],
  'change a neighbour': ['POST /admin/neighbours/:id', 'neighbour set', 'patch /neighbours/{id}'],
  'pause a neighbour': ['POST /admin/neighbours/:id/pause', 'neighbour pause', 'post /neighbours/{id}/pause'],
  'ask a neighbour again': [
    'POST /admin/neighbours/:id/resume',
    'neighbour resume',
    'post /neighbours/{id}/resume',
  ],
  'test a neighbour': ['POST /admin/neighbours/:id/test', 'neighbour test', 'post /neighbours/{id}/test'],
  'remove a neighbour': ['POST /admin/neighbours/:id/remove', 'neighbour remove', 'delete /neighbours/{id}'],
  'confirm a key of a neighbour': [undefined, 'neighbour confirm-key', 'post /neighbours/{id}/confirm-key'],
  'list a name of a neighbour': [
    'POST /admin/neighbours/:id/list',
    'neighbour list-name',
    'put /neighbours/{id}/names/{name}',
  ],
  'unlist a name': [
    'POST /admin/neighbours/:id/unlist',
    'neighbour unlist-name',
    'delete /neighbours/{id}/names/{name}',
  ],
  'see providers': ['GET /admin/providers', 'provider list', 'get /providers'],
  'add a provider': ['POST /admin/providers', 'provider add', 'post /providers'],
  'see a provider': ['GET /admin/providers/:name', 'provider show', 'get /providers/{name}'],
  'change a provider': ['POST /admin/providers/:name', 'provider set', 'patch /providers/{name}'],
  'test a provider': ['POST /admin/providers/:name/test', 'provider test', 'post /providers/{name}/test'],
  'ask about members': ['POST /admin/providers/:name/sync', 'provider sync', 'post /providers/{name}/sync'],
  'remove a provider': ['POST /admin/providers/:name/remove', 'provider remove', 'delete /providers/{name}'],
  'link somebody at a provider': [undefined, 'account link', `put ${account}/linked/{provider}`],
  'unlink somebody at a provider': [
    'POST /admin/accounts/:id/unlink',
    'account unlink',
    `delete ${account}/linked/{provider}`,
  ],
  // On no page: a link is made by its player, and a plugin asks for codes. The page of the account ends one.
  'link a player of Bedrock': [undefined, 'bedrock link', `put ${account}/bedrock`],
  'unlink a player of Bedrock': [
    'POST /admin/accounts/:id/unlink',
    'bedrock unlink',
    `delete ${account}/bedrock`,
  ],
  'see players of Bedrock': [undefined, 'bedrock list', 'get /bedrock-links'],
  'make a code for a player of Bedrock': [undefined, 'bedrock code', 'post /bedrock-codes'],
  'see skins and capes': [undefined, 'texture list', 'get /textures'],
  'take a skin or a cape down': [
    'POST /admin/reports/take-down',
    'texture hide',
    'post /textures/{hash}/hide',
  ],
  'bring a skin or a cape back': [
    'POST /admin/reports/restore',
    'texture unhide',
    'post /textures/{hash}/unhide',
  ],
  'see what was taken down': ['GET /admin/reports/pictures/:file', 'texture list', 'get /textures'],
  'see reports': ['GET /admin/reports', 'report list', 'get /reports'],
  'see the reports of a texture': ['GET /admin/reports/:id', 'report list', 'get /reports'],
  'keep what was reported': ['POST /admin/reports/keep', 'report close', 'post /reports/{id}/keep'],
  'publish what waits for a review': [
    'POST /admin/reports/publish',
    'report publish',
    'post /reports/{id}/publish',
  ],
  'refuse what waits for a review': [
    'POST /admin/reports/refuse',
    'report refuse',
    'post /reports/{id}/refuse',
  ],
  'take something out of the library': [
    'POST /admin/reports/stop-sharing',
    'report refuse',
    'post /reports/{id}/refuse',
  ],
  'suspend uploads': ['POST /admin/reports/suspend/:player', 'account uploads', `put ${account}/uploads`],
  'allow uploads': ['POST /admin/reports/allow/:player', 'account uploads', `put ${account}/uploads`],
  'allow the uploads of an account': [
    'POST /admin/accounts/:id/uploads',
    'account uploads',
    `put ${account}/uploads`,
  ],
  'see visitors': ['GET /admin/visitors', 'visitor list', 'get /visitors'],
  'see refused players of neighbours': ['GET /admin/neighbours', 'visitor refused', 'get /visitors/refused'],
  'see a visitor': ['GET /admin/visitors/:id', 'visitor show', 'get /visitors/{id}'],
  'suspend a visitor': ['POST /admin/visitors/:id/suspend', 'visitor suspend', 'post /visitors/{id}/suspend'],
  "end a visitor's suspension": [
    'POST /admin/visitors/:id/restore',
    'visitor restore',
    'post /visitors/{id}/restore',
  ],
  "free a visitor's name": [
    'POST /admin/visitors/:id/release',
    'visitor release',
    'delete /visitor-names/{name}',
  ],
  'take visitors along': [undefined, 'visitor export', 'get /visitors'],
  'delete the visitors of a neighbour': [
    'POST /admin/visitors/purge/:neighbour',
    'visitor purge',
    'delete /neighbours/{id}/visitors',
  ],
  'see settings': ['GET /admin/settings', 'setting list', 'get /settings'],
  'see a setting': ['GET /admin/settings', 'setting get', 'get /settings/{name}'],
  'change a setting': ['POST /admin/settings', 'setting set', 'put /settings/{name}'],
  'forget a setting': ['POST /admin/settings', 'setting unset', 'delete /settings/{name}'],
  'remove the logo': ['POST /admin/settings/logo/remove', 'setting unset', 'delete /settings/{name}'],
  'put a point of the checklist away': [
    'POST /admin/checklist/put-away',
    'setting set',
    'put /settings/{name}',
  ],
  'bring a point of the checklist back': [
    'POST /admin/checklist/bring-back',
    'setting unset',
    'delete /settings/{name}',
  ],
  'send a test email': ['POST /admin/checklist/mail', 'mail test', 'post /mail/test'],
  'send a test email later': ['POST /admin/settings/mail', 'mail test', 'post /mail/test'],
  'back up now': ['POST /admin/checklist/backup', 'backup', 'post /backup'],
  'see the last backup': ['GET /admin', 'doctor', 'get /backup'],
  'see invites': ['GET /admin/invites', 'invite list', 'get /invites'],
  'create an invite': ['POST /admin/invites', 'invite create', 'post /invites'],
  'revoke an invite': ['POST /admin/invites/revoke', 'invite revoke', 'delete /invites/{code}'],
  'see bans': ['GET /admin/bans', 'ban list', 'get /bans'],
  'add a ban': ['POST /admin/bans', 'ban add', 'post /bans'],
  'lift a ban': ['POST /admin/bans/remove', 'ban remove', 'delete /bans/{ip}'],
  'see keys': ['GET /admin/keys', 'key list', 'get /keys'],
  'rotate a key': ['POST /admin/keys/rotate', 'key rotate', 'post /keys'],
  'replace a stolen key': ['POST /admin/keys/stolen', 'key rotate', 'post /keys'],
  'see webhooks': ['GET /admin/webhooks', 'webhook list', 'get /webhooks'],
  'create a webhook': ['POST /admin/webhooks', 'webhook create', 'post /webhooks'],
  'change a webhook': ['POST /admin/webhooks/:id/change', 'webhook set', 'patch /webhooks/{id}'],
  'test a webhook': ['POST /admin/webhooks/:id/test', 'webhook test', 'post /webhooks/{id}/test'],
  'see deliveries': ['GET /admin/webhooks/:id', 'webhook deliveries', 'get /webhooks/{id}/deliveries'],
  'send again': [
    'POST /admin/webhooks/:id/send',
    'webhook send',
    'post /webhooks/{id}/deliveries/{delivery}/send',
  ],
  'delete a webhook': ['POST /admin/webhooks/:id/delete', 'webhook delete', 'delete /webhooks/{id}'],
  'see API tokens': ['GET /admin/api-tokens', 'api-token list', 'get /api-tokens'],
  'create an API token': ['POST /admin/api-tokens', 'api-token create', 'post /api-tokens'],
  'revoke an API token': ['POST /admin/api-tokens/revoke', 'api-token revoke', 'delete /api-tokens/{id}'],
  'revoke an API token and all that it created': [
    'POST /admin/api-tokens/revoke-all',
    'api-token revoke',
    'delete /api-tokens/{id}',
  ],
}

const prefix = '/api/v1'
const pages = new Set<string>()
const operations = new Set<string>()
const ends: (() => Promise<unknown>)[] = []

before(async () => {
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_BEDROCK_LINKS: 'on' })
  const app = buildApp(service.context, new Metrics(service.context))
  ends.push(
    () => app.close(),
    () => service.close(),
    () => database.drop(),
  )
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.ready()
  const ofPages = routes.filter(({ url }) => /^\/admin(\/|$)/.test(url))
  const shown = new Set(actionsOfPages)
  const posts = ofPages.filter(({ method }) => method === 'POST').map(({ url }) => url)
  for (const url of posts) pages.add(`POST ${url}`)
  for (const { url, method } of ofPages) {
    // The GET of a rejected form's path is a redirect.
    const isForm = posts.includes(url) && !shown.has(`GET ${url}`)
    if (method === 'GET' && !url.endsWith('*') && !isForm) pages.add(`GET ${url}`)
  }
  const { paths = {} } = app.swagger() as { paths?: Record<string, object> }
  for (const [path, methods] of Object.entries(paths)) {
    // Below `/me`, programs of players ask with their tokens.
    if (!path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}/me/`)) continue
    for (const method of Object.keys(methods)) operations.add(`${method} ${path.slice(prefix.length)}`)
  }
})

after(async () => {
  for (const end of ends) await end()
})

const ways = Object.values(actions)
const actionsOfPages = ways.flatMap(([page]) => (page === undefined ? [] : [page]))
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort()

test('every admin page, and every form on one, is an action of the table', () => {
  assert.deepEqual(sorted(pages), sorted(actionsOfPages))
})

test('every operation of the API is an action of the table', () => {
  assert.deepEqual(sorted(operations), sorted(ways.map(([, , operation]) => operation)))
})

test('every action of the table has its command', () => {
  const names = new Set(commands.map(({ name }) => name))
  assert.deepEqual(
    ways.filter(([, command]) => !names.has(command)).map(([, command]) => command),
    [],
  )
})
