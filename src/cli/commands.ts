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

const one = { account: { meaning: 'a username, an e-mail address or a UUID, in any letter case' } } as const

const banned = { ip: { meaning: 'an IP address; an IPv6 one stands for its /64' } } as const

const until = {
  value: 'TIME',
  meaning: 'when it ends, in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z); never unless given',
} as const

const password = {
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
    summary: 'runs the service; what npm start does',
    help: 'Brings the database up to date, listens, and logs one line with "listening" and the base URL when\nit is ready. SIGTERM and SIGINT finish the requests in flight and end it within 10 seconds; a\nsecond signal ends it at once. The log goes to standard output, with --json to standard error.',
    readOnly: false,
    // Loaded when it is wanted: without what serves, every other command starts in half the time.
    run: async (given, output) => (await import('./serve.ts')).serve(given, output),
  }),
  command({
    name: 'account create',
    arguments: {},
    options: {
      username: { value: 'NAME', required: true, meaning: 'the name that players see' },
      email: { value: 'EMAIL', required: true, meaning: 'the e-mail address' },
      ...password,
      language: { value: 'CODE', meaning: 'the preferred language, en unless given' },
      id: { value: 'UUID', meaning: 'the UUID, with or without hyphens; made up unless given' },
    },
    summary: 'makes an account',
    help: 'Makes an account and prints its id, username, email and language.',
    readOnly: false,
    run: account.create,
  }),
  command({
    name: 'account show',
    arguments: one,
    options: {},
    summary: 'shows an account',
    help: 'Shows an account: id, username, email, language, createdAt, suspended, suspendedUntil,\nsuspensionReason, totp (two-factor protection is on) and usernameHistory, the oldest name first.',
    readOnly: true,
    run: account.show,
  }),
  command({
    name: 'account list',
    arguments: {},
    options: {},
    summary: 'lists all accounts',
    help: 'Lists all accounts in the order of their UUIDs: id, username, email, language, createdAt, suspended.',
    readOnly: true,
    run: account.list,
  }),
  command({
    name: 'account rename',
    arguments: { ...one, name: { meaning: 'the new username' } },
    options: {},
    summary: 'changes the username',
    help: 'Changes the username. Tokens stay valid; the next answer bears the new name.',
    readOnly: false,
    run: account.rename,
  }),
  command({
    name: 'account password',
    arguments: one,
    options: password,
    summary: 'changes the password',
    help: 'Changes the password and ends every token of the account.',
    readOnly: false,
    run: account.password,
  }),
  command({
    name: 'account delete',
    arguments: one,
    options: {},
    summary: 'deletes an account',
    help: 'Deletes an account, with all that belongs to it, and prints what it was. Its name is free again.\nThere is no way back; "norn account suspend" has one.',
    readOnly: false,
    run: account.remove,
  }),
  command({
    name: 'account suspend',
    arguments: one,
    options: {
      reason: { value: 'TEXT', meaning: 'why; the game shows it to the player' },
      until,
    },
    summary: 'suspends an account',
    help: 'Suspends an account: its tokens stop working at once, stay ended afterwards, and it can not sign in.',
    readOnly: false,
    run: account.suspend,
  }),
  command({
    name: 'account restore',
    arguments: one,
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
    summary: 'takes accounts over from a file',
    help: 'Takes accounts over from newline-delimited JSON, one object a line: username, email, and passwordHash\n(argon2, bcrypt, scrypt, PBKDF2, AuthMe or LDAP) or password; where known also id (UUID), language,\ntotpSecret (Base32), createdAt, and usernameHistory, [{name, changedToAt}], the oldest first. Times are\nISO 8601 or epoch milliseconds. Ready hashes are taken as they are; passwords are hashed, which takes\nsome 20 ms each.\n\nA line whose account is there already, with the same username, e-mail and id, is unchanged, and so is\nthat account: an import that was cut off, however that came about, is simply run again. A line that\nis wrong, or whose username, e-mail or id another account has, is refused; the others are imported all\nthe same. Each refused line is told with its number, and the exit status is then 1. With --json prints\n{added, unchanged, refused: [{line, reason}]}. Progress goes to standard error.',
    readOnly: false,
    run: importFile,
  }),
  command({
    name: 'totp enable',
    arguments: one,
    options: {},
    summary: 'switches two-factor protection on',
    help: 'Switches two-factor protection on with a new secret, ends every token of the account, and prints\nthe secret (Base32) and the otpauth URI for an authenticator app. Both are shown this once.',
    readOnly: false,
    run: totp.enable,
  }),
  command({
    name: 'totp disable',
    arguments: one,
    options: {},
    summary: 'switches two-factor protection off',
    help: 'Switches two-factor protection off: the password alone is enough.',
    readOnly: false,
    run: totp.disable,
  }),
  command({
    name: 'texture set',
    arguments: one,
    options: {
      skin: { value: 'FILE', meaning: 'a PNG of 64x64 or 64x32 pixels' },
      model: { value: 'MODEL', meaning: 'default or slim (thin arms); guessed from the skin unless given' },
      cape: { value: 'FILE', meaning: 'a PNG of 64x32 or 22x17 pixels' },
    },
    summary: 'has an account wear a skin or a cape',
    help: 'Has an account wear a skin, a cape, or both; everybody sees it at once. Only the pixels of the files\nare kept. NORN_TEXTURE_MAX_SCALE allows multiples of the sizes.',
    readOnly: false,
    run: texture.set,
  }),
  command({
    name: 'texture remove',
    arguments: one,
    options: {
      skin: { meaning: 'the skin' },
      cape: { meaning: 'the cape' },
    },
    summary: 'takes the skin or the cape off an account',
    help: 'Takes the skin, the cape, or both off an account; everybody sees it at once.',
    readOnly: false,
    run: texture.remove,
  }),
  command({
    name: 'token list',
    arguments: one,
    options: {},
    summary: 'lists the tokens of an account',
    help: 'Lists the launcher tokens of an account: jti, issuedAt, expiresAt. The tokens themselves are not stored.',
    readOnly: true,
    run: token.list,
  }),
  command({
    name: 'token revoke',
    arguments: one,
    options: {},
    summary: 'ends every token of an account',
    help: 'Ends every token of an account and prints how many there were.',
    readOnly: false,
    run: token.revoke,
  }),
  command({
    name: 'key list',
    arguments: {},
    options: {},
    summary: 'lists the signing keys',
    help: 'Lists the signing keys: kid, use, createdAt, signsFrom, publishedUntil and state, which is pending\n(published, signs from signsFrom on), signing, published (replaced, still needed to check what it\nsigned) or retired.',
    readOnly: true,
    run: key.list,
  }),
  command({
    name: 'key rotate',
    arguments: {
      use: { choices: ['tokens', 'textures'], meaning: 'what the key signs: tokens or textures' },
    },
    options: {},
    summary: 'makes a new signing key',
    help: 'Makes a new signing key and prints it; a running service sees it at once. A textures key is published\nfor NORN_TEXTURES_KEY_LEAD before it signs, and the one before it for NORN_TEXTURES_KEY_RETENTION\nafter that. Token keys are published until the last token under them has expired.',
    readOnly: false,
    run: key.rotate,
  }),
  command({
    name: 'ban list',
    arguments: {},
    options: {},
    summary: 'lists the clients that may not look up profiles',
    help: 'Lists the bans in force, the newest first: ip (an IPv6 client is its /64), since, until (null where\nit has no end) and automatic. Bans hold for the lookup API only: sign-in and joins go on.',
    readOnly: true,
    run: ban.list,
  }),
  command({
    name: 'ban add',
    arguments: banned,
    options: { until },
    summary: 'bans a client from looking up profiles',
    help: 'Bans a client from the lookup API, in place of any ban it has. A running service knows it within two\nseconds.',
    readOnly: false,
    run: ban.add,
  }),
  command({
    name: 'ban remove',
    arguments: banned,
    options: {},
    summary: 'lifts a ban',
    help: 'Lifts a ban, automatic or not, and forgets those before it. A running service knows it within two\nseconds.',
    readOnly: false,
    run: ban.remove,
  }),
  command({
    name: 'client-setup',
    arguments: {},
    options: {},
    summary: 'prints the lines that point launchers, games and servers here',
    help: 'Prints, ready to copy, the address for launchers, the Java options for authlib-injector, the metadata\nfor starting while this service is away, and the options of unmodified games and servers.\ndocs/clients.md says which launcher and which version takes what.',
    readOnly: true,
    run: clientSetup,
  }),
  command({
    name: 'migrate',
    arguments: {},
    options: {},
    summary: 'brings the database schema up to date',
    help: 'Brings the database schema up to date and prints the names of the changes it made; serve does so too.',
    readOnly: false,
    run: migrate,
  }),
  command({
    name: 'backup',
    arguments: { file: { meaning: 'the file to write, which must not exist' } },
    options: {},
    summary: 'copies the embedded database while it is in use',
    help: 'Writes a consistent copy of the embedded database (accounts, keys, textures) into one file, while the\nservice runs. The file is an SQLite database, gzipped, and has its name once it is complete. It holds\nkeys and password hashes: keep it as you keep the database. For PostgreSQL use pg_dump, or copy.',
    readOnly: true,
    run: backup,
  }),
  command({
    name: 'restore',
    arguments: { file: { meaning: 'a file that backup has written' } },
    options: {
      verify: { meaning: 'check every page and every reference, and restore nothing where one is wrong' },
    },
    summary: 'brings a backup back into an empty data directory',
    help: 'Puts a backup where the configured embedded database is to be: NORN_DATA_DIR must not hold one yet. A\nbackup that is damaged is refused, and nothing is there then. One of an earlier version of Norn is brought up to date when it is first used.',
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
    summary: 'carries everything to another database',
    help: 'Copies every row of the configured database to another one, of either kind, and compares both\nafterwards: the number of rows of each table and a digest of what is in them. Stop the service first:\nwhat changes meanwhile is refused in the end. When it is interrupted, the same command goes on where it\nwas. A database that is not empty is refused.',
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
