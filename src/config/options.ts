// Every setting, once. docs/configuration.md is generated from this table.
import { languages } from '../texts/languages.ts'
import { headers, share } from './collector.ts'
import { duration, seconds } from './durations.ts'
import { objectStore } from './object-store.ts'
import {
  choice,
  colour,
  databaseUrl,
  directoryPath,
  displayName,
  domains,
  filePath,
  fileUrl,
  gameWord,
  givenKey,
  host,
  httpUrl,
  integer,
  type Kind,
  listenAddress,
  mailbox,
  names,
  networks,
  pattern,
  port,
  randomText,
  smtpUrl,
  sshPublicKey,
} from './values.ts'
import { origins, widgetParts } from './widget.ts'

export interface Option<Value> {
  readonly kind: Kind<Exclude<Value, undefined>>
  /** The default as text; undefined if `unset` says what happens without a value. */
  readonly defaultText: string | undefined
  readonly unset: string | undefined
  /** True for a setting that is never shown. It may also be in a file, named by the variable plus `_FILE`. */
  readonly secret: boolean
  readonly meaning: string
}

function option<Value>(kind: Kind<Value>, defaultText: string, meaning: string): Option<Value>
function option<Value>(
  kind: Kind<Value>,
  fallback: { unset: string },
  meaning: string,
): Option<Value | undefined>
function option<Value>(kind: Kind<Value>, fallback: string | { unset: string }, meaning: string) {
  return typeof fallback === 'string'
    ? { kind, defaultText: fallback, unset: undefined, secret: false, meaning }
    : { kind, defaultText: undefined, unset: fallback.unset, secret: false, meaning }
}

function secret<Value>(kind: Kind<Value>, fallback: { unset: string }, meaning: string) {
  return { ...option(kind, fallback, meaning), secret: true }
}

export const options = {
  NORN_HOST: option(host, '127.0.0.1', 'The address to listen on.'),
  NORN_PORT: option(port, '8080', 'The port to listen on; 0 picks a free one.'),
  NORN_BASE_URL: option(
    httpUrl,
    { unset: 'http://HOST:PORT' },
    'The public address of the service, {base_url}; a path in it is a prefix of every route.',
  ),
  NORN_DATA_DIR: option(
    directoryPath,
    './data',
    'The directory of the embedded database, keys and textures.',
  ),
  NORN_DATABASE_URL: secret(
    databaseUrl,
    { unset: 'an SQLite file in the data directory' },
    'The database. Several processes or machines need PostgreSQL.',
  ),
  NORN_SECRET: secret(
    randomText,
    { unset: 'keys and TOTP secrets are unencrypted in the database' },
    'The secret that encrypts private keys and TOTP secrets in the database; docs/operations.md explains how to set and change it. Keep it apart from backups, which cannot be read without it.',
  ),
  NORN_NEW_SECRET: secret(
    randomText,
    { unset: 'nothing' },
    'The secret that replaces NORN_SECRET when "norn secret rotate" runs.',
  ),
  NORN_GAME: option(
    gameWord,
    'game',
    'The word in the scope name {word}_server_session and in advertised paths. Requests may use any word in their paths, so every client works with the default.',
  ),
  NORN_SERVER_NAME: option(
    displayName,
    { unset: 'the name chosen on /admin/settings, or Norn' },
    'The name of this service in launchers and the game.',
  ),
  NORN_LANGUAGE: option(
    choice(...languages),
    'en',
    'The language of pages and emails if neither the account nor the browser has one.',
  ),
  NORN_ACCENT_COLOR: option(
    colour,
    { unset: 'the colour chosen on /admin/settings, or #1f7a5c' },
    'The colour of links and buttons on the pages; it is made lighter or darker if text would be hard to read.',
  ),
  NORN_LOGO: option(
    filePath,
    { unset: 'the picture chosen on /admin/settings, or ours' },
    'A picture before the name on every page.',
  ),
  NORN_SESSION_LIFETIME: option(
    duration('1s', '30d'),
    '30d',
    'How long a browser stays signed in after its last page view.',
  ),
  NORN_REGISTRATION: option(
    choice('open', 'invite', 'closed'),
    { unset: 'the choice on /admin/settings, or open' },
    'The people who may create an account: everybody, those with an invite code, or nobody.',
  ),
  NORN_PASSWORD_SIGN_IN: option(
    choice('on', 'off'),
    'on',
    'Whether accounts have passwords. With off, people sign in through a provider or with a passkey, launchers with an app password or a device code, and a password is right for administrators on /sign-in?local alone.',
  ),
  NORN_ACCESS_TOKEN_LIFETIME: option(
    duration('1s', '30d'),
    '30d',
    "How long a launcher's access token is valid.",
  ),
  NORN_OAUTH_ACCESS_TOKEN_LIFETIME: option(
    duration('1s', '1d'),
    '1d',
    'How long an OAuth 2.0 access token is valid. A game started with it cannot join servers for longer.',
  ),
  NORN_OAUTH_REFRESH_TOKEN_LIFETIME: option(
    duration('1s', '90d'),
    '90d',
    'How long an OAuth 2.0 refresh token is valid; each use issues a new one.',
  ),
  NORN_DEVICE_CODE_LIFETIME: option(
    duration('10s', '15m'),
    '15m',
    'How long a device waits for a person to enter its code.',
  ),
  NORN_JOIN_LIFETIME: option(duration('1s', '120s'), '120s', 'How long a join waits for its hasJoined.'),
  NORN_USERNAME_COOLDOWN: option(
    duration('0s', '30d'),
    '30d',
    'How long a player must wait between two changes of their username.',
  ),
  NORN_CHARACTERS: option(
    integer(1, 20, 3),
    '1',
    'How many players an account may have, its own one included. The others are its characters, which sign in with the same password. Fewer than there are removes none; commands and the API are not bound by it.',
  ),
  NORN_CHARACTER_COOLDOWN: option(
    duration('0s', '1d'),
    '1d',
    'How long a player must wait between making two characters; deleting one does not shorten it. 0s turns it off.',
  ),
  NORN_NAME_HOLD: option(
    duration('0s', '30d'),
    '30d',
    'How long a username that was given up, by a rename or a deletion, is reserved for its former owner; 0s frees it at once.',
  ),
  NORN_DELETION_GRACE: option(
    duration('0s', '7d'),
    '7d',
    'How long players who asked for the deletion of their account can change their mind.',
  ),
  NORN_UUIDS: option(
    choice('random', 'offline'),
    'random',
    'The UUIDs of new accounts: random, or derived from the username as game servers in offline mode do, to keep worlds that were played in that mode.',
  ),
  NORN_FRIENDS: option(
    choice('on', 'opt-in', 'off'),
    'on',
    "Whether players have the game's friends list. With opt-in, each player has to turn it on.",
  ),
  NORN_FRIENDS_LIMIT: option(
    integer(1, 1000, 200),
    '200',
    'How many friends a player may have, along with requests sent; and how many requests may wait for a player.',
  ),
  NORN_WIDGET: option(
    widgetParts,
    'off',
    'Whether other sites may show who plays, with /widget/players (a page for a frame) and /widget/players.json: the number of players, with servers also for each game server that everybody may join, with names also names and faces of players. It is what games report to friends, so it needs NORN_FRIENDS; a player who is not online for friends is not in it. docs/recipes/widget.md explains it.',
  ),
  NORN_WIDGET_SITES: option(origins, 'any', 'The sites that may show the widget: any, or their addresses.'),
  NORN_BEDROCK_LINKS: option(
    choice('on', 'off'),
    'off',
    'Whether players can be linked to players of the Bedrock Edition, whom game servers with Floodgate and launchers with Loki then look up here. With it, Loki asks for all that it wants to know of Bedrock players here.',
  ),
  NORN_SKIN_SYSTEM_URL: option(
    httpUrl,
    { unset: 'the built-in one' },
    'An external skin system to ask for textures.',
  ),
  NORN_SKIN_DOMAINS: option(
    domains,
    { unset: 'the hosts of the base URL and of the external skin system' },
    'Further texture hosts that games with authlib-injector trust.',
  ),
  NORN_SKINS: option(
    choice('on', 'off'),
    'on',
    'Whether players may change their skins. With off, what they wear stays; administrators, commands and the API can still change it.',
  ),
  NORN_CAPES: option(
    choice('on', 'off'),
    'on',
    'Whether players may change their capes. With off, what they wear stays; administrators, commands and the API can still change it.',
  ),
  NORN_OFFLINE_SKINS: option(
    choice('on', 'off'),
    'off',
    'Whether profiles are also found by the UUIDs that game servers in offline mode derive from usernames, so that their players have skins. Nobody proves a name on such a server.',
  ),
  NORN_TEXTURE_MAX_SCALE: option(
    integer(1, 16, 1),
    '1',
    'The largest multiple of the standard width and height (64x64 for a skin) that a skin or cape may have.',
  ),
  NORN_WARDROBE_SIZE: option(
    integer(0, 1000, 50),
    '50',
    'How many skins and capes an account may keep in its wardrobe. 0 turns the wardrobe off. Fewer than there are removes none.',
  ),
  NORN_LIBRARY: option(
    choice('off', 'members', 'public'),
    'off',
    'The library of skins and capes that players share: off, for signed-in players, or for everybody.',
  ),
  NORN_LIBRARY_REVIEW: option(
    choice('off', 'on'),
    'off',
    'Whether what players share waits until a moderator publishes it. Turning it off publishes nothing by itself.',
  ),
  NORN_SMTP_URL: secret(
    smtpUrl,
    { unset: 'each email is a file in the directory mail of the data directory' },
    'The mail server that sends email: smtps:// uses TLS from the start; smtp:// uses STARTTLS if it is offered, and requires it to send a password to another machine.',
  ),
  NORN_CONFIRM_EMAIL: option(
    choice('on', 'off'),
    'on',
    'Whether new players have to confirm their email address first. With off, the account is created at once, and the form reveals whether an email address is taken.',
  ),
  NORN_REGISTRATIONS_PER_ADDRESS: option(
    integer(1, 1_000_000, 10),
    '10',
    'The number of accounts that one address may register per hour; an IPv6 address counts with its /64.',
  ),
  NORN_CAPTCHA: option(
    choice('off', 'altcha'),
    'off',
    'Proof of work on the forms for registering and for resetting a password. With altcha, the browser computes for about a second, with scripts of our own; these forms then need JavaScript.',
  ),
  NORN_MAILS_PER_ADDRESS: option(
    integer(1, 1_000_000, 10),
    '10',
    'The number of emails that one address may cause per hour, by registering and by resetting passwords.',
  ),
  NORN_USERNAME_PATTERN: option(
    pattern,
    '[A-Za-z0-9_]{3,16}',
    'A regular expression for the usernames that players choose, on the pages or in a launcher; it has to match the whole name. Commands, the API and imports may use any name that can be stored.',
  ),
  NORN_RESERVED_NAMES: option(
    names,
    'admin,administrator,moderator,mod,operator,owner,staff,support,helper,system,server,console,root,official,security,account,accounts,norn',
    'Usernames that nobody may choose, including names that look like one of them; commands, imports and the API accept them with --reserved.',
  ),
  NORN_VENDOR_NAMES: option(
    choice('allow', 'reserve'),
    'allow',
    'Whether players may choose a username that somebody has at the vendor of the game. With reserve, each name is looked up at NORN_VENDOR_API; while that does not answer, nobody can choose a name.',
  ),
  NORN_VENDOR_API: option(
    httpUrl,
    { unset: 'no lookups' },
    "The vendor's lookup for NORN_VENDOR_NAMES=reserve: the address to which /users/profiles/, the word of NORN_GAME, a slash and the name are appended. http: is allowed only for a private address.",
  ),
  NORN_NEIGHBOURS: option(
    choice('off', 'watch', 'on'),
    'off',
    'Whether players of neighbours, other account services, may join the game servers that name them. With watch, they are asked after each refusal, and log and `norn why` say what the answer would have been.',
  ),
  NORN_NEIGHBOUR_TIME: option(
    seconds(0.5, 4, '3.5s', 'games wait for 5 s'),
    '3.5s',
    'How long all neighbours together have to answer about one join.',
  ),
  NORN_NEW_VISITORS: option(
    integer(1, 1_000_000, 500),
    '500',
    'The number of players who never joined before that one neighbour may bring per day. Visitors who have, and players whom you list or who are linked to an account, come in beyond it.',
  ),
  NORN_LINK_LISTEN: option(
    listenAddress,
    'off',
    'The listener that players of neighbours join in the game to get a code, which links them to an account; off disables it.',
  ),
  NORN_PASSWORD_MIN_LENGTH: option(
    integer(1, 64, 10),
    '8',
    'The minimum length of passwords chosen on the web, in characters.',
  ),
  NORN_MAIL_FROM: option(
    mailbox,
    { unset: 'norn@ and the host of the base URL, with the name of the service' },
    'The sender of emails.',
  ),
  NORN_TRUST_PROXY: option(networks, 'off', 'The proxies whose X-Forwarded-For header is trusted.'),
  NORN_WORKERS: option(
    integer(1, 256, 4),
    '1',
    'How many processes share the port; more than 1 needs PostgreSQL.',
  ),
  NORN_METRICS_LISTEN: option(
    listenAddress,
    '127.0.0.1:9464',
    "The operators' listener with /metrics, /healthz (alive) and /readyz (can serve); off disables it.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: option(
    httpUrl,
    { unset: 'no traces' },
    'The OpenTelemetry collector that is sent traces of requests, as OTLP over HTTP in JSON, at /v1/traces below this address; docs/tracing.md says what is in them.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(headers, { unset: 'none' }, 'Headers for the collector, such as a key.'),
  OTEL_TRACES_SAMPLER_ARG: option(share, '1', 'The share of requests that are traced.'),
  NORN_LOG_LEVEL: option(
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'The least severe messages to log. The line that Norn is listening is always logged, except with silent.',
  ),
  NORN_LOG_FORMAT: option(
    choice('auto', 'text', 'json'),
    'auto',
    'The format of the log: one JSON object per line, or text for people; auto is text on a terminal and JSON otherwise.',
  ),
  NORN_PASSWORD_MEMORY: option(
    integer(1024, 4_194_304, 19_456, ' KiB'),
    '19456',
    'The memory for hashing one password (argon2id), in KiB.',
  ),
  NORN_PASSWORD_ITERATIONS: option(integer(1, 1000, 2), '2', 'The number of passes over that memory.'),
  NORN_PASSWORD_PARALLELISM: option(
    integer(1, 64, 1),
    '1',
    'The number of lanes that the memory is divided into.',
  ),
  NORN_GUESS_ADDRESS_ACCOUNT: option(
    integer(1, 1_000_000, 30),
    '30',
    'The number of wrong passwords that one address may try on one name or email address before it must wait.',
  ),
  NORN_GUESS_ADDRESS: option(
    integer(1, 1_000_000, 100),
    '100',
    'The number of wrong passwords that one address may try on all names and email addresses together before it must wait.',
  ),
  NORN_GUESS_ACCOUNT: option(
    integer(1, 1_000_000, 300),
    '300',
    'The number of wrong passwords that all addresses together may try on one name or email address before they must wait.',
  ),
  NORN_GUESS_REFILL: option(
    duration('1s', '10s'),
    '10s',
    'The time after which one more wrong password is allowed.',
  ),
  NORN_LOOKUP_BANS: option(
    choice('on', 'off'),
    'on',
    'Whether clients that look up far too many profiles are temporarily banned from lookups; with off, only manual bans apply.',
  ),
  NORN_LOOKUP_BAN_RATE: option(
    integer(1, 1_000_000, 200),
    '200',
    'The number of lookups per second that one client may sustain without a ban.',
  ),
  NORN_LOOKUP_BAN_BURST: option(
    integer(1, 100_000_000, 25_000),
    '25000',
    'The number of lookups above that rate after which a client is banned.',
  ),
  NORN_LOOKUP_BAN_DURATION: option(
    duration('1s', '10m'),
    '10m',
    'How long the first ban lasts; each further ban within 7 days lasts twice as long, up to a day.',
  ),
  NORN_WEBHOOK_PRIVATE: option(
    choice('on', 'off'),
    'off',
    'Whether webhooks may be sent to this machine and its network, and over http.',
  ),
  NORN_ATTEMPTS_KEPT: option(
    duration('1h', '7d'),
    '7d',
    'How long sign-ins, joins and other attempts are kept for `norn why`.',
  ),
  NORN_AUDIT_KEPT: option(duration('1d', '365d'), '365d', 'How long entries of the audit log are kept.'),
  NORN_UPDATE_CHECK: option(
    fileUrl,
    'off',
    'The address of the signed file that names the newest version (docs/releases.md). It is fetched once a day, without sending any data; administrators and `norn doctor` see the result.',
  ),
  NORN_UPDATE_KEY: option(
    sshPublicKey,
    { unset: 'the keys in deploy/release-keys.pub' },
    'The SSH public key that signs that file.',
  ),
  NORN_TEXTURES_URL: option(
    objectStore,
    { unset: 'the database' },
    'The object store (S3) for the files of new skins and capes: s3://BUCKET[/PREFIX]?endpoint=URL[&region=R][&style=path or host]; the region is us-east-1 and the style path unless given. docs/object-store.md explains it.',
  ),
  NORN_S3_KEY_ID: option(
    givenKey,
    { unset: 'no object store' },
    'The id of the key for that store, which may read, write and delete its objects.',
  ),
  NORN_S3_SECRET: secret(givenKey, { unset: 'no object store' }, 'The secret of that key.'),
  NORN_TEXTURES_PUBLIC_URL: option(
    httpUrl,
    { unset: '{base_url}/textures' },
    'The address from which games fetch the files that are in the store, followed by a slash and the hash: a bucket that everybody may read, or a CDN in front of it.',
  ),
  NORN_TEXTURES_KEY_BITS: option(
    choice(2048, 3072, 4096),
    '4096',
    'The size of a new RSA key for signing textures, in bits.',
  ),
  NORN_TEXTURES_KEY_LEAD: option(
    duration('0s', '2d'),
    '2d',
    'How long a new textures key is published before it signs, so that clients have time to fetch it.',
  ),
  NORN_TEXTURES_KEY_RETENTION: option(
    duration('0s', '7d'),
    '7d',
    'How long a replaced textures key stays published after the new one starts to sign.',
  ),
}

export type OptionName = keyof typeof options

export const optionNames = Object.keys(options) as OptionName[]

/** `NORN_ACCESS_TOKEN_LIFETIME` is `accessTokenLifetime` in the code, `OTEL_TRACES_SAMPLER_ARG` is `otelTracesSamplerArg`. */
type Key<Name extends string> = CamelCase<Name extends `NORN_${infer Rest}` ? Rest : Name>
type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Text>

type Settings = {
  readonly [Name in OptionName as Key<Name>]: (typeof options)[Name] extends Option<infer Value>
    ? Value
    : never
}

/**
 * The configuration in force. Durations are milliseconds, and paths are absolute. `databaseUrl` is `sqlite:` with
 * an absolute path, or a PostgreSQL URL. `baseUrl` is undefined only if it is unset and NORN_PORT is 0: it is known
 * once the service listens.
 */
export interface Config extends Settings {
  readonly databaseUrl: string
}

/** The values that are valid so far. */
export type ConfigSoFar = { -readonly [Key in keyof Config]?: Config[Key] | undefined }

export function configKey(name: OptionName): keyof Config {
  const words = name.replace(/^NORN_/, '').toLowerCase()
  return words.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Config
}
