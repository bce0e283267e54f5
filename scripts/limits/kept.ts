import { is, type LimitGroup, row } from './row.ts'
import { bytes, count, setting, time } from './values.ts'

const untilUsed = 'until used or removed'

/** The bounds of everything that others can make the service store. */
export const storedLimits: LimitGroup = {
  heading: 'What is stored',
  introduction:
    'Everything that players and strangers can make Norn store has a bound and a way out ([0028](decisions/0028-what-is-stored.md)). A sweep runs each minute and deletes what has ended. Rows that are not below are created by operators: [every table](#every-table) has its line.',
  limits: [
    row(
      'credentials of one account: launcher tokens, web sessions',
      is`${await count('storage/credentials/insert-credential.ts', 'credentialsPerAccount')} of each kind; dead ones go first, then expired ones, then the oldest`,
      `${setting('NORN_ACCESS_TOKEN_LIFETIME').text} for a launcher token, then a day in which it is reported as expired`,
    ),
    row(
      'pending joins of one account',
      is`the newest ${await count('storage/game/joins.ts', 'joinsPerAccount')}, up to twice as many for a moment`,
      `${setting('NORN_JOIN_LIFETIME').text}, and 10 min more for the log`,
    ),
    row(
      'OAuth grants of one account',
      is`${await count('storage/oauth/grants.ts', 'grantsPerAccount')} with public clients, one with each confidential client`,
      'a day after the last token expired',
    ),
    row(
      'OAuth tokens of one grant',
      is`${await count('storage/credentials/insert-credential.ts', 'credentialsPerAccount')} access tokens, ${await count('storage/oauth/artifacts.ts', 'refreshTokensPerGrant')} refresh tokens`,
      'a day and ten minutes after they expired',
    ),
    row(
      'OAuth sign-ins in progress of one account',
      is`${await count('storage/oauth/artifacts.ts', 'interactionsPerAccount')}`,
      'an hour',
    ),
    row(
      'budgets of guesses, uploads, emails and lookups',
      is`one row for each address, account or login that used one`,
      'until the budget is full again; a known address 30 days',
    ),
    row('used TOTP steps of one account', is`one each 30 s`, 'a day'),
    row(
      'recovery codes of one account',
      is`${await count('domain/sign-in/recovery-codes.ts', 'codesPerAccount')}`,
      untilUsed,
    ),
    row(
      'passkeys of one account',
      is`${await count('domain/passkeys/passkeys.ts', 'maxPasskeys')}`,
      untilUsed,
    ),
    row(
      'answered challenges: passkeys, proof of work',
      is`one for each success`,
      'a day after the challenge has expired',
    ),
    row(
      'known devices of one account',
      is`${await count('storage/sign-in/known-devices.ts', 'devicesPerAccount')}; the one unseen for longest goes first`,
      'a year after the last use',
    ),
    row(
      'textures',
      is`one row for each different picture that somebody uses or keeps`,
      'a day after nobody uses it; what was tried for less than a day goes with the next upload',
    ),
    row(
      'former skins of one account',
      is`${await count('storage/textures/former-skins.ts', 'maxFormerSkins')}`,
      'a year',
    ),
    row('former usernames', is`bounded by the changes of a username`, 'forever: they are evidence'),
    row(
      'registrations waiting for confirmation',
      is`${await count('domain/registration/waiting.ts', 'maxWaiting', 'all')}, of which one network has ${await count('domain/registration/waiting.ts', 'maxWaiting', 'network')}; the oldest of the largest network goes first`,
      `${(await time('domain/mail.ts', 'mailLifetimeMs', 'register')).text}; the username is reserved for ${(await time('domain/registration/waiting.ts', 'nameHoldMs')).text}`,
    ),
    row(
      'links to choose a new password, or to confirm an email address',
      is`bounded by the budgets above`,
      `${(await time('domain/mail.ts', 'mailLifetimeMs', 'recover')).text} for a password, ${(await time('domain/mail.ts', 'mailLifetimeMs', 'email')).text} for an address`,
    ),
    row(
      'one-time links of an account',
      is`one; another one replaces it`,
      `${(await time('model/accounts/one-time-link.ts', 'oneTimeLinkLifetimeMs', 'default')).text} unless given, ${(await time('model/accounts/one-time-link.ts', 'oneTimeLinkLifetimeMs', 'most')).text} at most`,
    ),
    row(
      'email waiting to be sent',
      is`${await count('domain/mail.ts', 'maxWaiting', 'asked')} that somebody asked for, ${await count('domain/mail.ts', 'maxWaiting', 'notices')} with notices`,
      `until sent, or the link has expired; a notice ${(await time('domain/mail.ts', 'mailLifetimeMs', 'notice')).text}`,
    ),
    row(
      'email written to files, without a mail server',
      is`${await count('mail/files.ts', 'maxFiles')}; the oldest goes first`,
      'until you delete it',
    ),
    row(
      'audit log: what a player can repeat at will',
      is`${await count('storage/records/audit.ts', 'entriesCounted')} entries of each event, account and day`,
      setting('NORN_AUDIT_KEPT').text,
    ),
    row(
      'attempts to sign in and to join',
      is`for each account or name ${await count('storage/records/attempts.ts', 'refusedPerSubject')} refused and the last success of each step; from one network ${await count('state/counters/attempts.ts', 'budget', 'size')} refused, one more each ${await time('state/counters/attempts.ts', 'budget', 'refillMs')}; ${await count('jobs/sweep.ts', 'maxRefusedAttempts')} refused in all`,
      setting('NORN_ATTEMPTS_KEPT').text,
    ),
    row(
      'refused players of neighbours',
      is`the newest ${await count('model/community/visitor.ts', 'refusedVisitsKept')}, one for each name at each game server; until the next sweep, as many more a second and process`,
      (await time('jobs/sweep.ts', 'refusedVisitMs')).text,
    ),
    row(
      'visitors of one neighbour',
      is`${setting('NORN_NEW_VISITORS')} new ones a day`,
      `${setting('NORN_NAME_HOLD').text} after the only join, ${(await time('jobs/sweep.ts', 'visitorMs')).text} after the last one`,
    ),
    row(
      'names of one visitor',
      is`one, and ${await count('domain/neighbours/bounds.ts', 'maxNamesHeld')} held`,
      `with the visitor; a hold ${setting('NORN_NAME_HOLD').text}`,
    ),
    row(
      'pictures of visitors',
      is`those of the ${await count('jobs/sweep.ts', 'maxMirroredTextures')} that were looked at last`,
      `${(await time('domain/game/mirror.ts', 'mirroredTexturesMs')).text} after the neighbour last named them`,
    ),
    row(
      'audit log: players and keys of one neighbour',
      is`an entry about each new player, ${await count('domain/neighbours/bounds.ts', 'recorded', 'renamed')} a day about renamed ones and ${await count('domain/neighbours/bounds.ts', 'recorded', 'keys')} about keys`,
      setting('NORN_AUDIT_KEPT').text,
    ),
    row(
      'players linked to one account',
      is`${await count('domain/linking/players.ts', 'maxLinked')}`,
      untilUsed,
    ),
    row(
      'codes of the players of one neighbour',
      is`${await count('domain/linking/codes.ts', 'maxWaiting')}`,
      (await time('domain/linking/codes.ts', 'linkCodeLifetimeMs')).text,
    ),
    row(
      'neighbours, game servers, groups',
      is`${await count('domain/neighbours/neighbours.ts', 'maxNeighbours')}, ${await count('domain/community/servers.ts', 'maxServers')}, ${await count('model/community/group.ts', 'maxGroups')}; ${await count('model/community/group.ts', 'maxGroupsNamed')} groups for each game server or application`,
      'until removed',
    ),
    row(
      'addresses of one application, links of the start page',
      is`${await count('model/fields/client.ts', 'maxRedirectUris')}, ${await count('model/community/setting.ts', 'maxHomeLinks')}`,
      'until removed',
    ),
    row(
      'automatic lookup bans',
      is`the newest ${await count('jobs/sweep.ts', 'maxAutomaticBans')}`,
      'a week after their end',
    ),
    row(
      '`Idempotency-Key`s of one API token',
      is`${await count('domain/idempotency.ts', 'mostOfToken')}`,
      (await time('domain/idempotency.ts', 'keptMs')).text,
    ),
    row(
      'webhooks',
      is`${await count('domain/webhooks/webhooks.ts', 'maxWebhooks')}; ${await count('domain/webhooks/feed.ts', 'maxWaiting')} deliveries wait for each (and up to ${await count('storage/records/webhook-deliveries.ts', 'entriesAtOnce')} more), the rest in the audit log; the newest ${await count('jobs/sweep.ts', 'keptDeliveries')} delivered and as many failed ones stay`,
      'as long as the audit entries that they tell of',
    ),
  ],
}

export const memoryLimits: LimitGroup = {
  heading: 'What a process keeps in memory',
  introduction: 'The entry used least recently goes first.',
  limits: [
    row(
      'verified tokens',
      is`${await count('state/keys/access-tokens.ts', 'maxCachedTokens')}`,
      'until pushed out',
    ),
    row(
      'textures properties, our own and of an external skin system',
      is`${await count('state/textures/textures-properties.ts', 'maxCachedProperties')} and ${await count('state/textures/skin-system.ts', 'maxCachedProperties')}`,
      `${(await time('state/textures/textures-properties.ts', 'maxPayloadAgeMs')).text} and ${(await time('state/textures/skin-system.ts', 'maxPropertyAgeMs')).text}`,
    ),
    row(
      'texture files, portraits',
      is`${await bytes('state/textures/texture-files.ts', 'maxCachedBytes')}, ${await bytes('state/textures/portraits.ts', 'maxCachedBytes')}`,
      'until pushed out',
    ),
    row(
      'default skins',
      is`${await count('state/textures/default-skins.ts', 'maxDefaultSkins', 'count')} of ${await bytes('state/textures/default-skins.ts', 'maxDefaultSkins', 'bytes')} in all`,
      'while their file is in the folder',
    ),
    row(
      'player certificates',
      is`${await count('state/keys/player-certificates.ts', 'maxCachedCertificates')}`,
      (await time('state/keys/player-certificates.ts', 'refreshedAfterMs')).text,
    ),
    row(
      'answers of neighbours to lookups',
      is`${await count('state/neighbours/foreign-players.ts', 'maxKept')} names`,
      `${(await time('state/neighbours/foreign-players.ts', 'keptForMs', 'yes')).text}, "nobody" ${(await time('state/neighbours/foreign-players.ts', 'keptForMs', 'no')).text}`,
    ),
    row(
      'shares of the questions to a neighbour, pictures that could not be read',
      is`${await count('state/neighbours/question-budget.ts', 'maxGroups')} networks and game servers, ${await count('state/neighbours/question-budget.ts', 'maxPlayers')} networks of players; ${await count('state/neighbours/pictures.ts', 'maxFailed')}`,
      `until pushed out, and ${(await time('state/neighbours/pictures.ts', 'failedForMs')).text}`,
    ),
    row(
      'keys of game servers',
      is`${await count('state/counters/game-servers.ts', 'maxKnown')}`,
      (await time('state/counters/game-servers.ts', 'knownForMs')).text,
    ),
    row(
      'players whose games report',
      is`${await count('domain/friends/budgets.ts', 'maxReporters')}`,
      'until pushed out',
    ),
    row(
      'accounts and networks that search the library',
      is`${await count('domain/library/listing.ts', 'maxSearchers')}`,
      'until pushed out',
    ),
    row(
      'device codes that are polled, networks of games that ask for a code',
      is`${await count('state/limits/device-polls.ts', 'maxRemembered')} and ${await count('state/limits/door-limits.ts', 'maxNetworks')}`,
      'until pushed out',
    ),
    row(
      'joins given out, for the log',
      is`${await count('state/counters/taken-joins.ts', 'maxRemembered')}`,
      (await time('state/counters/taken-joins.ts', 'rememberedMs')).text,
    ),
    row(
      'clients of lookups, automatic bans',
      is`${await count('state/limits/lookup-limiter.ts', 'maxClients')} each`,
      'until pushed out; manual bans are all kept',
    ),
    row(
      'uses of credentials not yet written',
      is`${await count('state/counters/credential-uses.ts', 'maxPending')}; further ones are not recorded`,
      (await time('state/counters/credential-uses.ts', 'flushIntervalMs')).text,
    ),
    row(
      'attempts not yet written',
      is`${await count('state/counters/attempts.ts', 'maxSucceeded')} successes, ${await count('state/counters/attempts.ts', 'maxRefused')} refusals; further ones are not recorded`,
      (await time('state/counters/attempts.ts', 'flushIntervalMs')).text,
    ),
  ],
}
