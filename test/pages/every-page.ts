// The pages that the tests of every page open; every-page.test.ts compares them with the routes.
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { setTextures } from '../../src/domain/game/set-textures.ts'
import { libraryTextures } from '../../src/domain/library/listing.ts'
import { shareTexture } from '../../src/domain/library/share.ts'
import { linkPlayerIn } from '../../src/domain/linking/players.ts'
import { reportQueue } from '../../src/domain/moderation/queue.ts'
import { reportTexture } from '../../src/domain/moderation/report.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { addNeighbour, setNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../src/domain/oauth/deleted-clients.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { addProvider } from '../../src/domain/providers/providers.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { addToShelf } from '../../src/domain/wardrobe/shelves.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import type { Language } from '../../src/texts/languages.ts'
import { addCharacter } from '../characters.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'

export const open = [
  '/',
  '/launchers?for=hmcl',
  '/servers',
  '/sign-in',
  '/register',
  '/register/sent',
  '/recover',
  '/recover/sent',
  '/setup',
  '/rules',
  '/device',
  '/device/connected',
  '/device/refused',
  '/nowhere',
]

export const own = [
  '/oauth2/end-session',
  '/account',
  '/report?player=Thor',
  ...'play skin wardrobe username characters email password security security/totp confirm/email devices app-passwords applications linked servers friends reports language export delete'
    .split(' ')
    .map((name) => `/account/${name}`),
]

/** Administration, without the pages of one account, visitor, group, server, neighbour, application, and webhook. */
export const admin = [
  '/admin',
  ...'figures figures?period=year accounts reports reports?state=closed visitors groups servers neighbours providers invites clients bans keys api-tokens settings webhooks audit why?name=Thor'
    .split(' ')
    .map((name) => `/admin/${name}`),
]

/** Pages that list without end or what a player keeps, of which a test may not limit the length. */
export const lists = [
  '/account/wardrobe',
  '/library',
  ...'accounts api-tokens audit bans clients groups invites reports servers visitors why'
    .split(' ')
    .map((name) => `/admin/${name}`),
]

/** The subjects of administration, and the paths of their pages; then those of a character of the owner. */
export interface Subjects {
  owner: TestAccount
  paths: string[]
  /** The pages of the library, which are open to everybody where the service has one. */
  library: string[]
}

/** Creates an owner, a player who has everything that the page of a player shows, and what else has a page. */
export async function createSubjects(service: RunningService, language: Language): Promise<Subjects> {
  const { context } = service
  await changeSettings(context, operator, { rules: 'Be kind.' })
  const owner = await service.account({ language })
  await grantRole(context, operator, await service.stored(owner), 'admin')
  const magni = await addCharacter(service, owner, 'Magni')
  const thor = await service.account({ username: 'Thor' })
  await setTextures(context, operator, thor.id, {
    skin: { png: makePng(64, 64, noise(1)) },
    cape: { png: makePng(64, 32, noise(2)) },
  })
  await createGroup(context, operator, { name: 'builders', title: 'Builders', colour: null })
  await addMembers(context, operator, 'builders', [await service.stored(thor)])
  const [cape, suit] = [makePng(64, 32, noise(4)), makePng(64, 64, noise(5))]
  await addToShelf(context, operator, 'builders', { png: cape, name: 'Cape', kind: 'cape' })
  await addToShelf(context, operator, 'builders', { png: suit, name: 'Suit' })
  await addNeighbour(context, operator, {
    id: 'friends',
    place: {
      kind: 'authlib-injector',
      root: 'https://friends.example.org/api',
      addresses: addressesBelow('authlib-injector', 'https://friends.example.org/api', 'game'),
      textureHosts: ['skins.friends.example.org'],
      isPrivate: false,
    },
  })
  await listName(context, operator, 'friends', { name: 'Skadi' })
  const server = {
    issuer: 'https://friends.example.org',
    authorization_endpoint: 'https://friends.example.org/authorize',
    token_endpoint: 'https://friends.example.org/token',
    jwks_uri: 'https://friends.example.org/jwks',
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }
  const partner = { clientId: 'midgard', server, secret: 'secret' }
  await setNeighbour(context, operator, 'friends', { client: partner })
  for (const [number, { id }] of [owner, thor].entries()) {
    const player = { neighbour: 'friends', id: uuid(10 + number), name: 'Skadi_the_Huntress' }
    await context.db.transaction((tx) => linkPlayerIn(context, tx, id, player, 'oauth'))
  }
  await addProvider(context, operator, {
    name: 'discord',
    preset: 'discord',
    clientId: '157730590492196864',
    clientSecret: 'secret',
  })
  const named = { neighbours: ['friends'] }
  await addServer(context, operator, { name: 'survival', address: 'play.example.org', ...named })
  const visitor = await storeVisitor(context, { id: uuid(1), name: 'Skadi', neighbour: 'friends' })
  for (let sessions = 0; sessions < 5; sessions++) await service.signIn(thor)
  const { client } = await createClient(context, operator, {
    client_name: 'World map',
    redirect_uris: ['https://map.example.org/back'],
  })
  const redirect_uris = ['https://old.example.org/back']
  const { client: deleted } = await createClient(context, operator, { client_name: 'Old map', redirect_uris })
  await deleteClient(context, operator, deleted.clientId)
  await createGroup(context, operator, { name: 'former' })
  await deleteGroup(context, operator, 'former')
  const [deletion] = await listDeletions(context)
  const { webhook } = await createWebhook(context, operator, {
    url: 'https://bot.example.org/norn',
    events: ['account.*'],
    format: undefined,
  })
  const report = { player: 'Thor', kind: 'cape', reason: 'An insult' } as const
  await reportTexture(context, operator, await service.stored(owner), report)
  const { entries } = await reportQueue(context)
  const subjects = [
    `accounts/${thor.id}`,
    `visitors/${visitor.id}`,
    'groups/builders',
    'servers/survival',
    'neighbours/friends',
    'providers/discord',
    `clients/${client.clientId}`,
    `clients/${client.clientId}/change`,
    `deletions/${deletion?.id}/undo`,
    `webhooks/${webhook.id}`,
    `accounts/${thor.id}/delete`,
    'servers/survival/remove',
    `webhooks/${webhook.id}/change`,
    `reports/${entries[0]?.reports[0]?.id}`,
  ]
  const ofPlayer = [
    `characters/${magni.id}`,
    ...['skin', 'wardrobe', 'username', 'linked', 'friends'].map((page) => `${page}?for=${magni.id}`),
  ]
  const library = context.config.library === 'public' ? await shareTwo(service, thor) : []
  const paths = [...subjects.map((path) => `/admin/${path}`), ...ofPlayer.map((path) => `/account/${path}`)]
  return { owner, paths: [...paths, ...library], library }
}

/** Shares a skin and a cape of a player. Returns the pages of the library with them. */
async function shareTwo(service: RunningService, player: TestAccount): Promise<string[]> {
  const { context } = service
  for (const given of [
    { name: 'Red knight', png: makePng(64, 64, noise(6)) },
    { name: 'Banner', png: makePng(64, 32, noise(7)), kind: 'cape' },
  ] as const) {
    const { texture } = await addToWardrobe(context, operator, player, given)
    await shareTexture(context, operator, await service.stored(player), texture.id)
  }
  const { textures } = await libraryTextures(context, { sort: 'newest' })
  return ['/library', `/library?by=${player.username}`, ...textures.map(({ id }) => `/library/${id}`)]
}
