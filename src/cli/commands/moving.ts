// Moving in, and out.
import { type Command, command } from '../line/command.ts'
import { programNames } from '../moving/import-programs.ts'

export const movingCommands: readonly Command[] = [
  command({
    name: 'account import',
    arguments: { file: { meaning: 'the file, or - for standard input' } },
    options: {
      'dry-run': { meaning: 'change nothing, and tell what would be added, unchanged and refused' },
      reserved: { meaning: 'import usernames that NORN_RESERVED_NAMES reserves, too' },
    },
    summary: 'imports accounts from a file',
    help: 'Imports accounts from newline-delimited JSON, one object per line:\n  username (required)\n  passwordHash or password (one is required; passwordHash "!": no password yet)\n  passwordSalt (of a hash that does not hold its salt itself)\n  id (UUID; random unless given), email, language (en unless given), totpSecret (Base32), createdAt\n  usernameHistory: [{name, changedToAt}], oldest first\n  heldNames: [{name, until}], former names that nobody else can take\n  suspended (true), suspendedUntil, suspensionReason\n  roles (a list of admin and moderator), groups (a list of their names)\n  skin, skinModel (default or slim), cape: PNG files below the folder of FILE (or the current folder)\nOther fields are refused. Times are ISO 8601 or epoch milliseconds. docs/moving.md lists the kinds of hashes.\nThey are stored as they are, and replaced when the player signs in, unless checking one would take more than\nseconds or 256 MiB; a password is hashed, which takes about 20 ms. Pictures are checked like uploads.\n\nWhen the account of a line exists already, with the same username, e-mail and id, the line counts as\nunchanged and the account is not modified. So an interrupted import can simply be run again. A line is\nrefused when it is invalid, or when another account has its username, e-mail or id; the other lines are\nimported. Each refused line is reported with its number, and the exit status is then 1. With --json the\ncommand prints {added, unchanged, refused: [{line, reason}]}. Progress goes to standard error.',
    run: async (given, output) => (await import('../moving/import.ts')).importFile(given, output),
  }),
  command({
    name: 'import',
    arguments: {
      source: {
        meaning: 'its database (a SQLite file, mysql://… or postgres://…), or usercache.json',
      },
    },
    options: {
      from: { value: 'PROGRAM', required: true, meaning: `whose accounts: ${programNames.join(', ')}` },
      textures: {
        value: 'FOLDER',
        meaning: 'where its skins and capes are; the folder of SOURCE unless given',
      },
      salt: {
        value: 'SALT',
        meaning: 'what the .env of Blessing Skin has as SALT, where PWD_METHOD begins with SALTED',
      },
      prefix: { value: 'PREFIX', meaning: 'what the .env of Blessing Skin has as DB_PREFIX' },
      table: { value: 'NAME', meaning: 'the table of AuthMe; authme unless given' },
      column: {
        value: 'NAME=THEIRS',
        multiple: true,
        meaning: 'a column of AuthMe that its config.yml calls otherwise, such as password=hash',
      },
      rename: {
        value: 'OLD=NEW',
        multiple: true,
        meaning: 'let the player OLD arrive as NEW, for example because OLD is not allowed here',
      },
      'no-mail': { meaning: 'do not tell users by mail whose players become accounts of their own' },
      'dry-run': { meaning: 'change nothing, and tell what would be done' },
      reserved: { meaning: 'import usernames that NORN_RESERVED_NAMES reserves, too' },
    },
    summary: 'imports the accounts of another program',
    help: 'Reads the database and the pictures of another program and adds its players with their UUIDs, names, e-mail\naddresses, password hashes, languages, second factors, bans, skins and capes, as far as the program has them.\nIt writes nothing there and changes no account that already exists here, so a second run adds nothing twice.\nTry it with --dry-run. Before the import that counts, stop the other program so that nobody changes anything\nin the meantime. Several players of one user become separate accounts with the same password. The first one\nkeeps the e-mail address, and an email tells the user about the others; it is sent while the service runs,\nunless you give --no-mail. Administrators get the role admin. A player whom you rename keeps their UUID.\n\nThe command reports each account that it refuses because its name is not allowed or already taken here (the\nexit status is then 1), each account that arrives without something and why, and what it leaves behind. With\n--json it prints {added, unchanged, mails, refused: [{player, name, reason}], remarks: [{name, remark}], left:\n[{what, count}]}. docs/moving.md has a recipe for each program.',
    run: async (given, output) => (await import('../moving/import-source.ts')).importSource(given, output),
  }),
  command({
    name: 'export',
    arguments: { file: { meaning: 'the file to write, which must not exist' } },
    summary: 'exports all accounts to a file',
    help: 'Writes every account to FILE, one JSON object per line as "norn account import" reads them, and the skins\nand capes to the folder textures beside it. Importing them into another installation gives the same accounts:\nUUIDs, names, e-mail, passwords (as hashes), languages, second factors, suspensions, skins, capes. Signing\nkeys, tokens and bans are not in it; "norn backup" and "norn copy" take those along. The file gets its name\nwhen it is complete. It contains password hashes and TOTP secrets: protect it like the database.',
    readOnly: true,
    run: async (given, output) => (await import('../moving/export.ts')).exportFile(given, output),
  }),
]
