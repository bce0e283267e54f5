// Every command, once. The help texts and docs/commands.md are made from this table.
import * as account from './account.ts'
import { backup, restore } from './backup.ts'
import * as ban from './ban.ts'
import { clientSetup } from './client-setup.ts'
import { type Command, command } from './command.ts'
import { config } from './config.ts'
import { copy } from './copy.ts'
import { importFile } from './import.ts'
import * as key from './key.ts'
import { migrate } from './migrate.ts'
import * as texture from './texture.ts'
import * as token from './token.ts'
import * as totp from './totp.ts'

const accountArgument = {
  account: { meaning: 'a username, an e-mail address or a UUID, in any case' },
} as const

const ipArgument = { ip: { meaning: 'an IP address; an IPv6 address stands for its /64' } } as const

const untilOption = {
  value: 'TIME',
  meaning: 'the end, in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z); no end unless given',
} as const

const passwordOptions = {
  password: {
    value: 'PASSWORD',
    meaning: 'the password; other users of this machine can see it while the command runs',
  },
  'password-stdin': { meaning: 'read the password from standard input: one line' },
} as const

export const commands: readonly Command[] = [
  command({
    name: 'serve',
    arguments: {},
    options: {},
    summary: 'runs the service; npm start does the same',
    help: 'Brings the database schema up to date, listens, and logs one line with "listening" and the base URL\nwhen it is ready. On SIGTERM or SIGINT it finishes the requests in flight and exits within 10 seconds;\na second signal ends it at once. The log goes to standard output, with --json to standard error.',
    readOnly: false,
    // Loaded when it is wanted: without the server, every other command starts in half the time.
    run: async (given, output) => (await import('./serve.ts')).serve(given, output),
  }),
  command({
    name: 'account create',
    arguments: {},
    options: {
      username: { value: 'NAME', required: true, meaning: 'the name that players see' },
      email: { value: 'EMAIL', required: true, meaning: 'the e-mail address' },
      ...passwordOptions,
      language: { value: 'CODE', meaning: 'the preferred language; en unless given' },
      id: { value: 'UUID', meaning: 'the UUID, with or without hyphens; random unless given' },
    },
    summary: 'creates an account',
    help: 'Creates an account and prints its id, username, email and language.',
    readOnly: false,
    run: account.create,
  }),
  command({
    name: 'account show',
    arguments: accountArgument,
    options: {},
    summary: 'shows an account',
    help: 'Shows an account: id, username, email, language, createdAt, suspended, suspendedUntil,\nsuspensionReason, totp (whether two-factor authentication is on) and usernameHistory, oldest name first.',
    readOnly: true,
    run: account.show,
  }),
  command({
    name: 'account list',
    arguments: {},
    options: {},
    summary: 'lists all accounts',
    help: 'Lists all accounts, ordered by UUID: id, username, email, language, createdAt, suspended.',
    readOnly: true,
    run: account.list,
  }),
  command({
    name: 'account rename',
    arguments: { ...accountArgument, name: { meaning: 'the new username' } },
    options: {},
    summary: 'changes the username',
    help: 'Changes the username. Tokens stay valid; the next response has the new name.',
    readOnly: false,
    run: account.rename,
  }),
  command({
    name: 'account password',
    arguments: accountArgument,
    options: passwordOptions,
    summary: 'changes the password',
    help: 'Changes the password and revokes all tokens of the account.',
    readOnly: false,
    run: account.password,
  }),
  command({
    name: 'account delete',
    arguments: accountArgument,
    options: {},
    summary: 'deletes an account',
    help: 'Deletes an account and everything that belongs to it, and prints what it was. The username is\navailable again. A deletion cannot be undone; "norn account suspend" can.',
    readOnly: false,
    run: account.remove,
  }),
  command({
    name: 'account suspend',
    arguments: accountArgument,
    options: {
      reason: { value: 'TEXT', meaning: 'the reason; the game shows it to the player' },
      until: untilOption,
    },
    summary: 'suspends an account',
    help: 'Suspends an account: it cannot sign in. Its tokens are revoked at once and stay revoked afterwards.',
    readOnly: false,
    run: account.suspend,
  }),
  command({
    name: 'account restore',
    arguments: accountArgument,
    options: {},
    summary: 'ends a suspension',
    help: 'Ends a suspension: the account can sign in again.',
    readOnly: false,
    run: account.restore,
  }),
  command({
    name: 'account import',
    arguments: { file: { meaning: 'the file, or - for standard input' } },
    options: {},
    summary: 'imports accounts from a file',
    help: 'Imports accounts from newline-delimited JSON, one object per line. Required: username, email, and\neither passwordHash (argon2, bcrypt, scrypt, PBKDF2, AuthMe or LDAP) or password. Optional: id (UUID),\nlanguage, totpSecret (Base32), createdAt, and usernameHistory, [{name, changedToAt}], oldest first.\nTimes are ISO 8601 or epoch milliseconds. Hashes are stored as they are; a password is hashed, which\ntakes about 20 ms.\n\nWhen the account of a line exists already, with the same username, e-mail and id, the line counts as\nunchanged and the account is not modified. So an interrupted import can simply be run again. A line is\nrefused when it is invalid, or when another account has its username, e-mail or id; the other lines are\nimported. Each refused line is reported with its number, and the exit status is then 1. With --json the\ncommand prints {added, unchanged, refused: [{line, reason}]}. Progress goes to standard error.',
    readOnly: false,
    run: importFile,
  }),
  command({
    name: 'totp enable',
    arguments: accountArgument,
    options: {},
    summary: 'turns two-factor authentication on',
    help: 'Turns two-factor authentication on with a new secret, revokes all tokens of the account, and prints\nthe secret (Base32) and the otpauth URI for an authenticator app. Both are shown only once.',
    readOnly: false,
    run: totp.enable,
  }),
  command({
    name: 'totp disable',
    arguments: accountArgument,
    options: {},
    summary: 'turns two-factor authentication off',
    help: 'Turns two-factor authentication off: the password alone is enough to sign in.',
    readOnly: false,
    run: totp.disable,
  }),
  command({
    name: 'texture set',
    arguments: accountArgument,
    options: {
      skin: { value: 'FILE', meaning: 'a PNG of 64x64 or 64x32 pixels' },
      model: { value: 'MODEL', meaning: 'default or slim (thin arms); detected from the skin unless given' },
      cape: { value: 'FILE', meaning: 'a PNG of 64x32 or 22x17 pixels' },
    },
    summary: 'sets the skin or the cape of an account',
    help: 'Sets the skin, the cape, or both. The change is visible to everybody at once. Only the pixels of the\nfiles are kept. NORN_TEXTURE_MAX_SCALE allows multiples of the sizes.',
    readOnly: false,
    run: texture.set,
  }),
  command({
    name: 'texture remove',
    arguments: accountArgument,
    options: {
      skin: { meaning: 'the skin' },
      cape: { meaning: 'the cape' },
    },
    summary: 'removes the skin or the cape of an account',
    help: 'Removes the skin, the cape, or both. The change is visible to everybody at once.',
    readOnly: false,
    run: texture.remove,
  }),
  command({
    name: 'token list',
    arguments: accountArgument,
    options: {},
    summary: 'lists the tokens of an account',
    help: 'Lists the launcher tokens of an account: jti, issuedAt, expiresAt. The tokens themselves are not stored.',
    readOnly: true,
    run: token.list,
  }),
  command({
    name: 'token revoke',
    arguments: accountArgument,
    options: {},
    summary: 'revokes all tokens of an account',
    help: 'Revokes all tokens of an account and prints how many there were.',
    readOnly: false,
    run: token.revoke,
  }),
  command({
    name: 'key list',
    arguments: {},
    options: {},
    summary: 'lists the signing keys',
    help: 'Lists the signing keys: kid, use, createdAt, signsFrom, publishedUntil and state. The states are\npending (published, signs from signsFrom on), signing, published (replaced, but still needed to verify\nwhat it signed) and retired.',
    readOnly: true,
    run: key.list,
  }),
  command({
    name: 'key rotate',
    arguments: {
      use: { choices: ['tokens', 'textures'], meaning: 'what the key signs: tokens or textures' },
    },
    options: {},
    summary: 'creates a new signing key',
    help: 'Creates a new signing key and prints it; a running service sees it at once. A textures key is published\nfor NORN_TEXTURES_KEY_LEAD before it signs, and the key before it for NORN_TEXTURES_KEY_RETENTION after\nthat. A tokens key stays published until the last token it signed has expired.',
    readOnly: false,
    run: key.rotate,
  }),
  command({
    name: 'ban list',
    arguments: {},
    options: {},
    summary: 'lists the clients that are banned from profile lookups',
    help: 'Lists the bans in force, newest first: ip (for IPv6 the /64), since, until (null when there is no end)\nand automatic. A ban applies to the lookup API only: sign-in and joins still work.',
    readOnly: true,
    run: ban.list,
  }),
  command({
    name: 'ban add',
    arguments: ipArgument,
    options: { until: untilOption },
    summary: 'bans a client from profile lookups',
    help: 'Bans a client from the lookup API and replaces any ban it has. A running service applies the ban within\ntwo seconds.',
    readOnly: false,
    run: ban.add,
  }),
  command({
    name: 'ban remove',
    arguments: ipArgument,
    options: {},
    summary: 'removes a ban',
    help: 'Removes a ban, automatic or not, and the record of earlier ones. A running service applies it within two\nseconds.',
    readOnly: false,
    run: ban.remove,
  }),
  command({
    name: 'client-setup',
    arguments: {},
    options: {},
    summary: 'prints how to point launchers, games and servers to this service',
    help: 'Prints, ready to copy, the address for launchers, the Java options for authlib-injector, the metadata\nthat lets a game start while this service is down, and the options for unmodified games and servers.\ndocs/clients.md says which launcher and which version needs what.',
    readOnly: true,
    run: clientSetup,
  }),
  command({
    name: 'migrate',
    arguments: {},
    options: {},
    summary: 'brings the database schema up to date',
    help: 'Brings the database schema up to date and prints the names of the migrations it applied. "norn serve"\ndoes the same when it starts. Other commands create the schema of an empty database, but refuse to\nwork on an older one.',
    readOnly: false,
    run: migrate,
  }),
  command({
    name: 'backup',
    arguments: { file: { meaning: 'the file to write, which must not exist' } },
    options: {},
    summary: 'backs up the embedded database while it is in use',
    help: 'Writes a consistent copy of the embedded database (accounts, keys, textures) to one file while the\nservice runs. A database of an older version can be backed up before it is migrated. The file is an\nSQLite database, gzipped; it gets its name when it is complete. It contains keys and password hashes:\nprotect it like the database. For PostgreSQL use pg_dump, or copy.',
    readOnly: true,
    run: backup,
  }),
  command({
    name: 'restore',
    arguments: { file: { meaning: 'a file that "norn backup" has written' } },
    options: {
      verify: { meaning: 'check every page and every reference, and restore nothing if one is wrong' },
    },
    summary: 'restores a backup into an empty data directory',
    help: 'Restores a backup as the configured embedded database; there must be none in NORN_DATA_DIR yet. If the\nbackup is damaged, nothing is restored. After restoring a backup of an earlier version, start the\nservice or run "norn migrate".',
    readOnly: false,
    run: restore,
  }),
  command({
    name: 'copy',
    arguments: {},
    options: {
      to: {
        value: 'URL',
        required: true,
        meaning: 'the database to fill, sqlite:PATH or postgres://…; it must be empty',
      },
    },
    summary: 'copies everything to another database',
    help: 'Copies every row of the configured database to another one, SQLite or PostgreSQL, and then compares\nboth: the number of rows of each table and a digest of their content. Stop the service first: a change\nduring the copy makes the comparison fail. An interrupted copy continues when the same command is run\nagain. A database that is not empty is refused.',
    readOnly: false,
    run: copy,
  }),
  command({
    name: 'config',
    arguments: {},
    options: {},
    summary: 'shows the settings in force',
    help: 'Shows each setting, its value (secrets hidden) and its source: default, environment or .env.',
    readOnly: true,
    run: config,
  }),
]
