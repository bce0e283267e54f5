// Every table of the database: who can make its rows, how many, and what deletes them. The compiler refuses a table that
// is missing here, test/documents/limits.test.ts compares the ends with the schema and with what the sweep deletes.
import type { Schema } from '../../src/storage/schema/schema.ts'
import { is } from './row.ts'
import { count, setting, time } from './values.ts'

type Table = keyof Schema

/** The ends of rows. */
interface Ends {
  /** True if the sweep deletes them when they have ended. */
  sweep?: true
  /** The tables whose rows take them along. */
  with?: readonly Table[]
  /** Another end in words, or why there is none. */
  otherwise?: string
}

interface TableLimit {
  /** The people who can make rows, and their way to do it. */
  by: string
  bound: { readonly text: string; readonly where: readonly string[] }
  ends: Ends
}

const held = is`one name, and ${await count('domain/names/rename.ts', 'maxNamesHeld')} held, for each account; one and ${await count('domain/neighbours/bounds.ts', 'maxNamesHeld')} for each visitor`
const named = is`${await count('model/community/group.ts', 'maxGroupsNamed')} for each server`
const one = (what: string) => is`one for each ${{ text: what, where: '' }}`
const operators = 'operators'
const withBudget = is`the budgets above`

export const tableLimits: Readonly<Record<Table, TableLimit>> = {
  account: {
    by: 'players who register; operators, commands and imports',
    bound: is`${setting('NORN_REGISTRATIONS_PER_ADDRESS')} an hour from one network`,
    ends: { otherwise: 'its owner, an operator' },
  },
  name_claim: {
    by: 'players, and players of neighbours',
    bound: held,
    ends: { sweep: true, otherwise: 'the end of its account or visitor' },
  },
  deleted_account: {
    by: 'owners and operators who delete an account',
    bound: one('deleted account'),
    ends: { otherwise: 'nothing: its UUID is never given again' },
  },
  texture: {
    by: 'players who upload; neighbours whose pictures are copied',
    bound: is`one for each different picture in use`,
    ends: { otherwise: 'the sweep, a day after nobody uses it' },
  },
  loose_object: {
    by: 'players whose textures go into the object store or leave it',
    bound: is`one for each different picture`,
    ends: {
      otherwise: `the sweep, ${(await time('storage/textures/loose-objects.ts', 'uploadMs')).text} after an upload without a row, or as soon as the store deletes it`,
    },
  },
  former_skin: {
    by: 'players who change skins',
    bound: is`${await count('storage/textures/former-skins.ts', 'maxFormerSkins')} for each account, and as many that are in the wardrobe`,
    ends: { sweep: true, with: ['account'] },
  },
  wardrobe_texture: {
    by: 'players who keep skins and capes',
    bound: is`${setting('NORN_WARDROBE_SIZE')} for each account`,
    ends: { with: ['account'], otherwise: 'its owner' },
  },
  shelf_texture: {
    by: operators,
    bound: is`${await count('model/game/shelf.ts', 'maxShelfTextures')} for each group`,
    ends: { with: ['player_group'], otherwise: operators },
  },
  shelf_wearer: {
    by: 'members of groups who wear what these have',
    bound: is`a skin and a cape for each player`,
    ends: {
      with: ['account', 'shelf_texture'],
      otherwise: 'another skin or cape, or the end of the membership',
    },
  },
  shared_texture: {
    by: 'players who share what they keep',
    bound: one('texture in a wardrobe'),
    ends: { with: ['wardrobe_texture', 'account'], otherwise: 'its owner' },
  },
  texture_report: {
    by: 'players who report or share, and the service where a picture resembles one that was taken down',
    bound: is`${await count('domain/moderation/report.ts', 'maxOpenReports', 'all')} open ones in all, ${await count('domain/moderation/report.ts', 'maxOpenReports', 'account')} of one account`,
    ends: {
      sweep: true,
      with: ['shared_texture'],
      otherwise: `${(await time('model/game/texture-report.ts', 'closedReportMs')).text} after it was closed`,
    },
  },
  taken_down_texture: {
    by: 'moderators',
    bound: one('picture that was taken down'),
    ends: {
      otherwise: `nothing: nobody may upload it again; its file goes after ${(await time('model/game/texture-report.ts', 'restorableMs')).text}`,
    },
  },
  likeness_band: {
    by: 'moderators',
    bound: is`four for each picture that was taken down`,
    ends: { with: ['taken_down_texture'] },
  },
  username_history: {
    by: 'players who change names',
    bound: is`the changes of a username`,
    ends: { with: ['account'] },
  },
  player_group: {
    by: operators,
    bound: is`${await count('model/community/group.ts', 'maxGroups')}`,
    ends: { otherwise: operators },
  },
  group_member: {
    by: 'operators; players who register with an invite; claims of providers',
    bound: is`one for each account and group`,
    ends: { with: ['account', 'player_group', 'provider'] },
  },
  game_server: {
    by: operators,
    bound: is`${await count('domain/community/servers.ts', 'maxServers')}`,
    ends: { otherwise: operators },
  },
  game_server_key: {
    by: operators,
    bound: is`one for each server, and those whose grace runs`,
    ends: { sweep: true, with: ['game_server'] },
  },
  game_server_group: { by: operators, bound: named, ends: { with: ['game_server'] } },
  neighbour: {
    by: operators,
    bound: is`${await count('domain/neighbours/neighbours.ts', 'maxNeighbours')}`,
    ends: { otherwise: operators },
  },
  game_server_neighbour: {
    by: operators,
    bound: is`${await count('domain/neighbours/neighbours.ts', 'maxNeighbours')} for each server`,
    ends: { with: ['game_server', 'neighbour'] },
  },
  visitor: {
    by: 'players of neighbours who join',
    bound: is`${setting('NORN_NEW_VISITORS')} new ones a day for each neighbour`,
    ends: {
      sweep: true,
      otherwise: `${setting('NORN_NAME_HOLD').text} after the only join, ${(await time('jobs/sweep.ts', 'visitorMs')).text} after the last one; suspended and linked ones stay, and those of a paused or removed neighbour`,
    },
  },
  mirrored_textures: {
    by: 'visitors whose pictures are copied',
    bound: is`the newest ${await count('jobs/sweep.ts', 'maxMirroredTextures')}`,
    ends: {
      sweep: true,
      with: ['visitor'],
      otherwise: (await time('domain/game/mirror.ts', 'mirroredTexturesMs')).text,
    },
  },
  listed_visitor: {
    by: operators,
    bound: is`none`,
    ends: { with: ['neighbour'], otherwise: 'the end of its game server, operators' },
  },
  neighbour_key: {
    by: 'neighbours that publish keys',
    bound: is`${await count('state/neighbours/keys.ts', 'maxKeys')} published of each use, and those trusted before`,
    ends: { with: ['neighbour'], otherwise: 'the neighbour, by publishing others' },
  },
  neighbour_answer: {
    by: 'neighbours that are asked',
    bound: one('neighbour'),
    ends: { with: ['neighbour'] },
  },
  refused_visit: {
    by: 'strangers who join a game server with neighbours',
    bound: is`the newest ${await count('model/community/visitor.ts', 'refusedVisitsKept')}`,
    ends: { sweep: true },
  },
  neighbour_link: {
    by: 'players who link',
    bound: is`${await count('domain/linking/players.ts', 'maxLinked')} for each account`,
    ends: { with: ['account', 'neighbour'] },
  },
  link_code: {
    by: 'players of neighbours who ask for a code',
    bound: is`${await count('domain/linking/codes.ts', 'maxWaiting')} for each neighbour`,
    ends: { sweep: true, with: ['neighbour'] },
  },
  bedrock_link: {
    by: 'players who link, operators',
    bound: one('account'),
    ends: { with: ['account'] },
  },
  bedrock_code: {
    by: 'Bedrock players who ask a game server for a code',
    bound: is`${await count('domain/bedrock/codes.ts', 'maxWaiting')}`,
    ends: { sweep: true },
  },
  link_sign_in: {
    by: 'players who link',
    bound: is`one for each web session and neighbour`,
    ends: { sweep: true, with: ['neighbour'] },
  },
  oauth_client: { by: operators, bound: is`none`, ends: { otherwise: operators } },
  oauth_grant: {
    by: 'players who allow an application',
    bound: is`${await count('storage/oauth/grants.ts', 'grantsPerAccount')} for each account with public clients, one with each confidential client`,
    ends: { sweep: true, with: ['account', 'oauth_client'] },
  },
  oauth_artifact: {
    by: 'applications, and strangers who ask for device codes',
    bound: is`${await count('storage/oauth/artifacts.ts', 'refreshTokensPerGrant')} refresh tokens for each grant, ${await count('storage/oauth/artifacts.ts', 'interactionsPerAccount')} sign-ins for each account, device codes by the budget of the network`,
    ends: { sweep: true, with: ['oauth_client', 'account', 'oauth_grant'] },
  },
  app_password: {
    by: 'players',
    bound: is`${await count('domain/tokens/app-passwords.ts', 'maxAppPasswords')} for each account`,
    ends: { with: ['account'], otherwise: 'with all credentials of its account' },
  },
  credential: {
    by: 'players who sign in',
    bound: is`${await count('storage/credentials/insert-credential.ts', 'credentialsPerAccount')} of each kind for each account and grant`,
    ends: { sweep: true, with: ['account', 'oauth_grant', 'app_password'] },
  },
  known_device: {
    by: 'players who sign in',
    bound: is`${await count('storage/sign-in/known-devices.ts', 'devicesPerAccount')} for each account`,
    ends: { sweep: true, with: ['account'] },
  },
  email_change: {
    by: 'players who change their address',
    bound: withBudget,
    ends: { sweep: true, with: ['account'] },
  },
  friendship: {
    by: 'players who ask others to be friends',
    bound: is`${setting('NORN_FRIENDS_LIMIT')} friends and requests sent, and as many received, for each account`,
    ends: { sweep: true, with: ['account'], otherwise: 'both players' },
  },
  declined_player: {
    by: 'players who decline requests',
    bound: is`the latest ${await count('model/game/friends.ts', 'maxDeclined')} for each account`,
    ends: { sweep: true, with: ['account'] },
  },
  blocked_player: {
    by: 'players who block others',
    bound: is`${await count('model/game/friends.ts', 'maxBlocked')} for each account`,
    ends: { with: ['account'] },
  },
  presence: {
    by: 'games that report what they play',
    bound: is`one for each access token, the latest ${await count('model/game/friends.ts', 'maxGames')} of each account`,
    ends: { sweep: true, with: ['account', 'credential'] },
  },
  pending_join: {
    by: 'players who join',
    bound: is`the newest ${await count('storage/game/joins.ts', 'joinsPerAccount')} for each account, twice as many for a moment`,
    ends: { sweep: true, with: ['account'] },
  },
  used_totp_step: {
    by: 'players who sign in',
    bound: is`one for each account and 30 s`,
    ends: { sweep: true, with: ['account'] },
  },
  recovery_code: {
    by: 'players with a second factor',
    bound: is`${await count('domain/sign-in/recovery-codes.ts', 'codesPerAccount')} for each account`,
    ends: { with: ['account'] },
  },
  passkey: {
    by: 'players',
    bound: is`${await count('domain/passkeys/passkeys.ts', 'maxPasskeys')} for each account`,
    ends: { with: ['account'] },
  },
  factor_undo: {
    by: 'players who add a second factor',
    bound: is`one for each factor and passkey`,
    ends: { sweep: true, with: ['account'] },
  },
  change_undo: {
    by: 'players who link a player, create an app password, change their address or renew recovery codes',
    bound: is`one for each linked player and app password, one for the address, and one for recovery codes`,
    ends: { sweep: true, with: ['account'] },
  },
  provider: {
    by: operators,
    bound: is`${await count('model/community/provider.ts', 'maxProviders')}`,
    ends: { otherwise: operators },
  },
  linked_identity: {
    by: 'players who sign in through a provider; operators and imports',
    bound: is`${await count('model/community/provider.ts', 'maxLinkedIdentities')} for each account, one of each provider`,
    ends: { with: ['account', 'provider'] },
  },
  used_sign_in_state: {
    by: 'strangers who come back from a provider',
    bound: is`one for each answer`,
    ends: { sweep: true },
  },
  used_challenge: {
    by: 'strangers who solve a proof of work; players who use a passkey',
    bound: is`one for each success`,
    ends: { sweep: true },
  },
  guess: {
    by: 'strangers',
    bound: is`one for each network, login, account or neighbour that has used a budget`,
    ends: { sweep: true },
  },
  lookup_client: {
    by: 'strangers who look up players too often; operators who ban',
    bound: is`the newest ${await count('jobs/sweep.ts', 'maxAutomaticBans')} automatic bans`,
    ends: { sweep: true },
  },
  signing_key: {
    by: operators,
    bound: is`one for each rotation`,
    ends: { otherwise: 'nothing: former ones verify what they have signed' },
  },
  encryption: { by: 'NORN_SECRET', bound: is`1`, ends: { otherwise: 'nothing' } },
  audit_entry: {
    by: 'everybody whose change is recorded',
    bound: is`${await count('storage/records/audit.ts', 'entriesCounted')} of each event, account and day for what a player can repeat at will; ${await count('domain/neighbours/bounds.ts', 'recorded', 'renamed')} a day about renamed players of a neighbour and ${await count('domain/neighbours/bounds.ts', 'recorded', 'keys')} about its keys; others with the rows that they tell of`,
    ends: { sweep: true, otherwise: setting('NORN_AUDIT_KEPT').text },
  },
  audit_seal: {
    by: 'the service',
    bound: is`one each 5 s with entries, one an hour without`,
    ends: { sweep: true, otherwise: 'with its entries' },
  },
  mail: {
    by: 'strangers, by the budgets above; notices',
    bound: is`${await count('domain/mail.ts', 'maxWaiting', 'asked')} that somebody asked for, ${await count('domain/mail.ts', 'maxWaiting', 'notices')} with notices`,
    ends: { sweep: true, otherwise: 'once it was sent' },
  },
  registration: {
    by: 'strangers',
    bound: is`${await count('domain/registration/waiting.ts', 'maxWaiting', 'all')}, of which one network has ${await count('domain/registration/waiting.ts', 'maxWaiting', 'network')}`,
    ends: { sweep: true, with: ['provider'] },
  },
  recovery: { by: 'strangers who know a login', bound: withBudget, ends: { sweep: true } },
  one_time_link: {
    by: operators,
    bound: one('account'),
    ends: { sweep: true, with: ['account'] },
  },
  setup_code: {
    by: operators,
    bound: is`one`,
    ends: { sweep: true, otherwise: 'once there is an administrator' },
  },
  deletion: { by: operators, bound: is`none`, ends: { sweep: true, otherwise: 'once it is undone' } },
  deletion_part: {
    by: operators,
    bound: is`what accounts had of what was deleted`,
    ends: { sweep: true, with: ['deletion', 'account'], otherwise: 'once its account joins another' },
  },
  invite: { by: operators, bound: is`none`, ends: { sweep: true, otherwise: operators } },
  webhook: {
    by: operators,
    bound: is`${await count('domain/webhooks/webhooks.ts', 'maxWebhooks')}`,
    ends: { otherwise: operators },
  },
  webhook_delivery: {
    by: 'everybody whose change is recorded',
    bound: is`${await count('domain/webhooks/feed.ts', 'maxWaiting')} waiting and ${await count('jobs/sweep.ts', 'keptDeliveries')} of each end for each webhook`,
    ends: { sweep: true, with: ['webhook'] },
  },
  api_token: { by: operators, bound: is`none`, ends: { sweep: true, otherwise: operators } },
  idempotency_key: {
    by: 'bearers of API tokens',
    bound: is`${await count('domain/idempotency.ts', 'mostOfToken')} for each token`,
    ends: { sweep: true, with: ['api_token'] },
  },
  attempt: {
    by: 'strangers',
    bound: is`${await count('storage/records/attempts.ts', 'refusedPerSubject')} refused for each account or name; ${await count('jobs/sweep.ts', 'maxRefusedAttempts')} in all`,
    ends: { sweep: true, otherwise: setting('NORN_ATTEMPTS_KEPT').text },
  },
  hour_count: {
    by: 'the service',
    bound: is`one for each hour, step or neighbour, and outcome`,
    ends: { sweep: true, otherwise: '2 d; joins 29 d' },
  },
  day_count: {
    by: 'the service',
    bound: is`one for each day and figure, and for each game server that somebody joined`,
    ends: { sweep: true, otherwise: '730 d' },
  },
  setting: { by: operators, bound: one('setting'), ends: { otherwise: operators } },
}

/** Returns what deletes the rows of a table, in words. */
export const endOf = ({ sweep, with: others = [], otherwise }: Ends): string =>
  [
    ...(sweep ? ['the sweep'] : []),
    ...(others.length > 0 ? [`with ${others.map((each) => `\`${each}\``).join(', ')}`] : []),
    ...(otherwise === undefined ? [] : [otherwise]),
  ].join('; ')
