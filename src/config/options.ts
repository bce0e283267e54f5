// Every setting, once. docs/configuration.md is generated from this table.
import {
  choice,
  colour,
  databaseUrl,
  directoryPath,
  displayName,
  domains,
  duration,
  filePath,
  fileUrl,
  gameWord,
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

export interface Option<Value> {
  readonly kind: Kind<Exclude<Value, undefined>>
  /** The text that holds when the setting is not set; undefined when `unset` says what happens then. */
  readonly defaultText: string | undefined
  readonly unset: string | undefined
  /** Never shown; may also be in a file, whose path is in the variable with `_FILE` appended. */
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

function secret<Value>(open: Option<Value>): Option<Value> {
  return { ...open, secret: true }
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
    option(
      databaseUrl,
      { unset: 'an SQLite file in the data directory' },
      'The database. Several processes or machines need PostgreSQL.',
    ),
  ),
  NORN_SECRET: secret(
    option(
      randomText,
      { unset: 'keys and TOTP secrets are in clear in the database' },
      'What the private keys and TOTP secrets in the database are encrypted with; docs/operations.md tells how to set and change it. Keep it apart from backups: without it they cannot be read.',
    ),
  ),
  NORN_NEW_SECRET: secret(
    option(
      randomText,
      { unset: 'nothing' },
      'The secret that "norn secret rotate" puts in the place of NORN_SECRET.',
    ),
  ),
  NORN_GAME: option(
    gameWord,
    'game',
    'The word in the scope name {word}_server_session and in the paths that are advertised. In the paths of requests any word is accepted, so clients work with the default.',
  ),
  NORN_SERVER_NAME: option(displayName, 'Norn', 'The name of this service in launchers and the game.'),
  NORN_LANGUAGE: option(
    choice('en', 'ru', 'zh-CN'),
    'en',
    'The language of pages and mail where neither the account nor the browser says which.',
  ),
  NORN_ACCENT_COLOR: option(
    colour,
    '#1f7a5c',
    'The colour of links and buttons on the pages; made lighter or darker where text would be hard to read.',
  ),
  NORN_LOGO: option(
    filePath,
    { unset: 'the name alone' },
    'A picture that stands before the name on every page.',
  ),
  NORN_SESSION_LIFETIME: option(
    duration('1s', '30d'),
    '30d',
    'How long a browser stays signed in after its last page view.',
  ),
  NORN_REGISTRATION: option(choice('open', 'invite', 'closed'), 'open', 'Who may create an account.'),
  NORN_ACCESS_TOKEN_LIFETIME: option(
    duration('1s', '30d'),
    '30d',
    "How long a launcher's access token is valid.",
  ),
  NORN_OAUTH_ACCESS_TOKEN_LIFETIME: option(
    duration('1s', '1d'),
    '1d',
    'How long an access token of OAuth 2.0 is valid. A game started with it plays no longer.',
  ),
  NORN_OAUTH_REFRESH_TOKEN_LIFETIME: option(
    duration('1s', '90d'),
    '90d',
    'How long a refresh token of OAuth 2.0 is valid; each use makes a new one.',
  ),
  NORN_DEVICE_CODE_LIFETIME: option(
    duration('10s', '15m'),
    '15m',
    'How long a device waits for a person to type its code.',
  ),
  NORN_JOIN_LIFETIME: option(duration('1s', '120s'), '120s', 'How long a join waits for its hasJoined.'),
  NORN_USERNAME_COOLDOWN: option(
    duration('0s', '30d'),
    '30d',
    'How long a player must wait between two changes of their username.',
  ),
  NORN_NAME_HOLD: option(
    duration('0s', '30d'),
    '30d',
    'How long a username that was given up, by a rename or a deletion, is kept from everybody but its former owner; 0s frees it at once.',
  ),
  NORN_DELETION_GRACE: option(
    duration('0s', '7d'),
    '7d',
    'How long a player who has asked for the deletion of their account may change their mind.',
  ),
  NORN_UUIDS: option(
    choice('random', 'offline'),
    'random',
    'The UUIDs of new accounts: random, or made of the username as game servers in offline mode do, for worlds that were played in it.',
  ),
  NORN_SKIN_SYSTEM_URL: option(
    httpUrl,
    { unset: 'the built-in one' },
    'An external skin system to ask for textures.',
  ),
  NORN_SKIN_DOMAINS: option(
    domains,
    { unset: 'the hosts of the base URL and of the external skin system' },
    'Further hosts of textures that games under authlib-injector trust.',
  ),
  NORN_TEXTURE_MAX_SCALE: option(
    integer(1, 16, 1),
    '1',
    'The largest multiple of the standard width and height (64x64 for a skin) that a skin or cape may have.',
  ),
  NORN_SMTP_URL: secret(
    option(
      smtpUrl,
      { unset: 'each mail is a file in the directory mail of the data directory' },
      'The mail server that sends mail: smtps:// is TLS from the start, smtp:// uses STARTTLS where it is offered, and requires it where a password is sent to another machine.',
    ),
  ),
  NORN_CONFIRM_EMAIL: option(
    choice('on', 'off'),
    'on',
    'Whether a new player confirms the e-mail address first. With off the account is made at once, and the form says where an e-mail address is taken.',
  ),
  NORN_REGISTRATIONS_PER_ADDRESS: option(
    integer(1, 1_000_000, 10),
    '10',
    'Accounts that one address may register an hour; an IPv6 address counts with its /64.',
  ),
  NORN_CAPTCHA: option(
    choice('off', 'altcha'),
    'off',
    'Proof of work on the forms that register and that ask for a new password: altcha has the browser compute for a second, by scripts of our own; such a form needs JavaScript.',
  ),
  NORN_MAILS_PER_ADDRESS: option(
    integer(1, 1_000_000, 10),
    '10',
    'Mails that one address may have sent an hour, by registering and by asking for a new password.',
  ),
  NORN_USERNAME_PATTERN: option(
    pattern,
    '[A-Za-z0-9_]{3,16}',
    'What a username that a player chooses, on the pages or in a launcher, has to match as a whole. Commands, the API and imports may choose any that can be stored.',
  ),
  NORN_RESERVED_NAMES: option(
    names,
    'admin,administrator,moderator,mod,operator,owner,staff,support,helper,system,server,console,root,official,security,account,accounts,norn',
    'Usernames that nobody may choose, nor any that looks like one of them; commands, imports and the API take them with --reserved.',
  ),
  NORN_VENDOR_NAMES: option(
    choice('allow', 'reserve'),
    'allow',
    'Whether players may choose a username that the vendor of the game has given to somebody: with reserve the lookup at NORN_VENDOR_API is asked, and while it does not answer nobody chooses a name.',
  ),
  NORN_VENDOR_API: option(
    httpUrl,
    { unset: 'nobody is asked' },
    "The vendor's lookup for NORN_VENDOR_NAMES=reserve: an address that is followed by /users/profiles/, the word of NORN_GAME, a slash and the name. http: only at a private address.",
  ),
  NORN_PASSWORD_MIN_LENGTH: option(
    integer(1, 64, 10),
    '8',
    'Characters that a password that is chosen on the web has at least.',
  ),
  NORN_MAIL_FROM: option(
    mailbox,
    { unset: 'norn@ and the host of the base URL, with the name of the service' },
    'The sender of mail.',
  ),
  NORN_TRUST_PROXY: option(networks, 'off', 'The proxies whose forwarded client addresses are trusted.'),
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
  NORN_LOG_LEVEL: option(
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'How much is logged. That Norn is listening always is, except with silent.',
  ),
  NORN_LOG_FORMAT: option(
    choice('auto', 'text', 'json'),
    'auto',
    'How the log is written: one JSON object a line, or text for people; auto is text on a terminal and else JSON.',
  ),
  NORN_PASSWORD_MEMORY: option(
    integer(1024, 4_194_304, 19_456, ' KiB'),
    '19456',
    'Memory for hashing one password (argon2id), in KiB.',
  ),
  NORN_PASSWORD_ITERATIONS: option(integer(1, 1000, 2), '2', 'Passes over that memory.'),
  NORN_PASSWORD_PARALLELISM: option(integer(1, 64, 1), '1', 'Lanes that the memory is divided into.'),
  NORN_GUESS_ADDRESS_ACCOUNT: option(
    integer(1, 1_000_000, 30),
    '30',
    'Wrong passwords that one address may try on one name or e-mail before it must wait.',
  ),
  NORN_GUESS_ADDRESS: option(
    integer(1, 1_000_000, 100),
    '100',
    'Wrong passwords that one address may try on all names and e-mails together before it must wait.',
  ),
  NORN_GUESS_ACCOUNT: option(
    integer(1, 1_000_000, 300),
    '300',
    'Wrong passwords that all addresses together may try on one name or e-mail before they must wait.',
  ),
  NORN_GUESS_REFILL: option(
    duration('1s', '10s'),
    '10s',
    'How long until one more wrong password is allowed again.',
  ),
  NORN_LOOKUP_BANS: option(
    choice('on', 'off'),
    'on',
    'Whether clients that look up far too many profiles are banned from lookups for a while; off keeps manual bans only.',
  ),
  NORN_LOOKUP_BAN_RATE: option(
    integer(1, 1_000_000, 200),
    '200',
    'Lookups per second that one client may keep up without a ban.',
  ),
  NORN_LOOKUP_BAN_BURST: option(
    integer(1, 100_000_000, 25_000),
    '25000',
    'Lookups above that rate that one client may make before it is banned.',
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
    'How long `norn why` remembers sign-ins, joins and what else was tried on the way into the game.',
  ),
  NORN_AUDIT_KEPT: option(
    duration('1d', '365d'),
    '365d',
    'How long the audit log remembers what was done, and by whom.',
  ),
  NORN_UPDATE_CHECK: option(
    fileUrl,
    'off',
    'The address of the signed file that names the newest version (docs/releases.md). It is asked for once a day, and nothing is sent along; administrators and `norn doctor` see the answer.',
  ),
  NORN_UPDATE_KEY: option(
    sshPublicKey,
    { unset: 'the keys in deploy/release-keys.pub' },
    'The SSH public key that signs that file.',
  ),
  NORN_TEXTURES_KEY_BITS: option(
    choice(2048, 3072, 4096),
    '4096',
    'The size of a new RSA key for signing textures, in bits.',
  ),
  NORN_TEXTURES_KEY_LEAD: option(
    duration('0s', '2d'),
    '2d',
    'How long a new textures key is published before it signs, so that clients have fetched it by then.',
  ),
  NORN_TEXTURES_KEY_RETENTION: option(
    duration('0s', '7d'),
    '7d',
    'How long a replaced textures key stays published after the new one starts to sign.',
  ),
}

export type OptionName = keyof typeof options

export const optionNames = Object.keys(options) as OptionName[]

/** `NORN_ACCESS_TOKEN_LIFETIME` is `accessTokenLifetime` in the code. */
type Key<Name extends string> = Name extends `NORN_${infer Rest}` ? CamelCase<Rest> : never
type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Text>

type Settings = {
  readonly [Name in OptionName as Key<Name>]: (typeof options)[Name] extends Option<infer Value>
    ? Value
    : never
}

/**
 * The configuration in force. Durations are milliseconds, paths are absolute.
 * `databaseUrl` is `sqlite:` and an absolute path, or a PostgreSQL URL. `baseUrl` is undefined only
 * while it is unset and NORN_PORT is 0: it is known once the service listens.
 */
export interface Config extends Settings {
  readonly databaseUrl: string
}

/** The values that are valid so far. */
export type ConfigSoFar = { -readonly [Key in keyof Config]?: Config[Key] | undefined }

export function configKey(name: OptionName): keyof Config {
  const words = name.slice('NORN_'.length).toLowerCase()
  return words.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Config
}
