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
      is`${count('insert-credential.ts', 'credentialsPerAccount')} of each kind; dead ones go first, then expired ones, then the oldest`,
      `${setting('NORN_ACCESS_TOKEN_LIFETIME').text} for a launcher token, then a day in which it is reported as expired`,
    ),
    row(
      'pending joins of one account',
      is`the newest ${count('joins.ts', 'joinsPerAccount')}, up to twice as many for a moment`,
      `${setting('NORN_JOIN_LIFETIME').text}, and 10 min more for the log`,
    ),
    row(
      'OAuth grants of one account',
      is`${count('grants.ts', 'grantsPerAccount')} with public clients, one with each confidential client`,
      'a day after the last token expired',
    ),
    row(
      'OAuth tokens of one grant',
      is`${count('insert-credential.ts', 'credentialsPerAccount')} access tokens, ${count('artifacts.ts', 'refreshTokensPerGrant')} refresh tokens`,
      'a day and ten minutes after they expired',
    ),
    row(
      'OAuth sign-ins in progress of one account',
      is`${count('artifacts.ts', 'interactionsPerAccount')}`,
      'an hour',
    ),
    row(
      'budgets of guesses, uploads, emails and lookups',
      is`one row for each address, account or login that used one`,
      'until the budget is full again; a known address 30 days',
    ),
    row('used TOTP steps of one account', is`one each 30 s`, 'a day'),
    row('recovery codes of one account', is`${count('recovery-codes.ts', 'codesPerAccount')}`, untilUsed),
    row('passkeys of one account', is`${count('passkeys.ts', 'maxPasskeys')}`, untilUsed),
    row(
      'answered challenges: passkeys, proof of work',
      is`one for each success`,
      'a day after the challenge has expired',
    ),
    row(
      'known devices of one account',
      is`${count('known-devices.ts', 'devicesPerAccount')}; the one unseen for longest goes first`,
      'a year after the last use',
    ),
    row(
      'textures',
      is`one row for each different picture that somebody uses or keeps`,
      'a day after nobody uses it; what was tried for less than a day goes with the next upload',
    ),
    row('former skins of one account', is`${count('former-skins.ts', 'maxFormerSkins')}`, 'a year'),
    row('former usernames', is`bounded by the changes of a username`, 'forever: they are evidence'),
    row(
      'registrations waiting for confirmation',
      is`${count('register.ts', 'maxWaiting', 'all')}, of which one network has ${count('register.ts', 'maxWaiting', 'network')}; the oldest of the largest network goes first`,
      `${time('mail.ts', 'register').text}; the username is reserved for ${time('register.ts', 'nameHoldMs').text}`,
    ),
    row(
      'links to choose a new password, or to confirm an email address',
      is`bounded by the budgets above`,
      `${time('mail.ts', 'recover').text} for a password, ${time('mail.ts', 'email').text} for an address`,
    ),
    row(
      'one-time links of an account',
      is`one; another one replaces it`,
      `${time('one-time-link.ts', 'oneTimeLinkLifetimeMs', 'default').text} unless given, ${time('one-time-link.ts', 'oneTimeLinkLifetimeMs', 'most').text} at most`,
    ),
    row(
      'email waiting to be sent',
      is`${count('mail.ts', 'maxWaiting', 'asked')} that somebody asked for, ${count('mail.ts', 'maxWaiting', 'notices')} with notices`,
      `until sent, or the link has expired; a notice ${time('mail.ts', 'notice').text}`,
    ),
    row(
      'email written to files, without a mail server',
      is`${count('files.ts', 'maxFiles')}; the oldest goes first`,
      'until you delete it',
    ),
    row(
      'audit log: what a player can repeat at will',
      is`${count('audit.ts', 'entriesCounted')} entries of each event, account and day`,
      setting('NORN_AUDIT_KEPT').text,
    ),
    row(
      'attempts to sign in and to join',
      is`for each account or name ${count('attempts.ts', 'refusedPerSubject')} refused and the last success of each step; from one network ${count('attempts.ts', 'budget', 'size')} refused, one more each ${time('attempts.ts', 'budget', 'refillMs')}; ${count('sweep.ts', 'maxRefusedAttempts')} refused in all`,
      setting('NORN_ATTEMPTS_KEPT').text,
    ),
    row(
      'refused players of neighbours',
      is`the newest ${count('visitor.ts', 'refusedVisitsKept')}, one for each name at each game server; until the next sweep, as many more a second and process`,
      time('sweep.ts', 'refusedVisitMs').text,
    ),
    row(
      'visitors of one neighbour',
      is`${setting('NORN_NEW_VISITORS')} new ones a day`,
      `${setting('NORN_NAME_HOLD').text} after the only join, ${time('sweep.ts', 'visitorMs').text} after the last one`,
    ),
    row(
      'names of one visitor',
      is`one, and ${count('bounds.ts', 'maxNamesHeld')} held`,
      `with the visitor; a hold ${setting('NORN_NAME_HOLD').text}`,
    ),
    row(
      'pictures of visitors',
      is`those of the ${count('sweep.ts', 'maxMirroredTextures')} that were looked at last`,
      `${time('mirror.ts', 'mirroredTexturesMs').text} after the neighbour last named them`,
    ),
    row(
      'audit log: players and keys of one neighbour',
      is`an entry about each new player, ${count('bounds.ts', 'recorded', 'renamed')} a day about renamed ones and ${count('bounds.ts', 'recorded', 'keys')} about keys`,
      setting('NORN_AUDIT_KEPT').text,
    ),
    row('players linked to one account', is`${count('linking/players.ts', 'maxLinked')}`, untilUsed),
    row(
      'codes of the players of one neighbour',
      is`${count('linking/codes.ts', 'maxWaiting')}`,
      time('linking/codes.ts', 'linkCodeLifetimeMs').text,
    ),
    row(
      'neighbours, game servers, groups',
      is`${count('neighbours/neighbours.ts', 'maxNeighbours')}, ${count('servers.ts', 'maxServers')}, ${count('group.ts', 'maxGroups')}; ${count('group.ts', 'maxGroupsNamed')} groups for each game server or application`,
      'until removed',
    ),
    row(
      'addresses of one application, links of the start page',
      is`${count('model/fields/client.ts', 'maxRedirectUris')}, ${count('community/setting.ts', 'maxHomeLinks')}`,
      'until removed',
    ),
    row(
      'automatic lookup bans',
      is`the newest ${count('sweep.ts', 'maxAutomaticBans')}`,
      'a week after their end',
    ),
    row(
      '`Idempotency-Key`s of one API token',
      is`${count('idempotency.ts', 'mostOfToken')}`,
      time('idempotency.ts', 'keptMs').text,
    ),
    row(
      'webhooks',
      is`${count('webhooks.ts', 'maxWebhooks')}; ${count('feed.ts', 'maxWaiting')} deliveries wait for each (and up to ${count('webhook-deliveries.ts', 'entriesAtOnce')} more), the rest in the audit log; the newest ${count('sweep.ts', 'keptDeliveries')} delivered and as many failed ones stay`,
      'as long as the audit entries that they tell of',
    ),
  ],
}

export const memoryLimits: LimitGroup = {
  heading: 'What a process keeps in memory',
  introduction: 'The entry used least recently goes first.',
  limits: [
    row('verified tokens', is`${count('access-tokens.ts', 'maxCachedTokens')}`, 'until pushed out'),
    row(
      'textures properties, our own and of an external skin system',
      is`${count('textures-properties.ts', 'maxCachedProperties')} and ${count('skin-system.ts', 'maxCachedProperties')}`,
      `${time('textures-properties.ts', 'maxPayloadAgeMs').text} and ${time('skin-system.ts', 'maxPropertyAgeMs').text}`,
    ),
    row(
      'texture files, portraits',
      is`${bytes('texture-files.ts', 'maxCachedBytes')}, ${bytes('portraits.ts', 'maxCachedBytes')}`,
      'until pushed out',
    ),
    row(
      'player certificates',
      is`${count('player-certificates.ts', 'maxCachedCertificates')}`,
      time('player-certificates.ts', 'refreshedAfterMs').text,
    ),
    row(
      'answers of neighbours to lookups',
      is`${count('foreign-players.ts', 'maxKept')} names`,
      `${time('foreign-players.ts', 'keptForMs', 'yes').text}, "nobody" ${time('foreign-players.ts', 'keptForMs', 'no').text}`,
    ),
    row(
      'shares of the questions to a neighbour, pictures that could not be read',
      is`${count('question-budget.ts', 'maxGroups')} networks and game servers, ${count('question-budget.ts', 'maxPlayers')} networks of players; ${count('pictures.ts', 'maxFailed')}`,
      `until pushed out, and ${time('pictures.ts', 'failedForMs').text}`,
    ),
    row(
      'keys of game servers',
      is`${count('counters/game-servers.ts', 'maxKnown')}`,
      time('counters/game-servers.ts', 'knownForMs').text,
    ),
    row(
      'device codes that are polled, networks of games that ask for a code',
      is`${count('device-polls.ts', 'maxRemembered')} and ${count('door-limits.ts', 'maxNetworks')}`,
      'until pushed out',
    ),
    row(
      'joins given out, for the log',
      is`${count('taken-joins.ts', 'maxRemembered')}`,
      time('taken-joins.ts', 'rememberedMs').text,
    ),
    row(
      'clients of lookups, automatic bans',
      is`${count('lookup-limiter.ts', 'maxClients')} each`,
      'until pushed out; manual bans are all kept',
    ),
    row(
      'uses of credentials not yet written',
      is`${count('credential-uses.ts', 'maxPending')}; further ones are not recorded`,
      time('credential-uses.ts', 'flushIntervalMs').text,
    ),
    row(
      'attempts not yet written',
      is`${count('attempts.ts', 'maxSucceeded')} successes, ${count('attempts.ts', 'maxRefused')} refusals; further ones are not recorded`,
      time('attempts.ts', 'flushIntervalMs').text,
    ),
  ],
}
