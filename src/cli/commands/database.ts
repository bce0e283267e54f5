// The database as a whole.
import { type Command, command } from '../line/command.ts'

export const databaseCommands: readonly Command[] = [
  command({
    name: 'migrate',
    options: { 'dry-run': { meaning: 'change nothing; show what would be applied, and how long it takes' } },
    summary: 'brings the database schema up to date',
    help: 'Brings the database schema up to date and prints the names of the migrations it applied. "norn serve" does\nthe same when it starts. Other commands create the schema of an empty database, but refuse to work on an\nolder one.\n\nWith --dry-run it tries the migrations and rolls them back. For that, it copies an embedded database to a\nfile in the same directory, while the service keeps running; on PostgreSQL it uses the database itself, and\nwrites have to wait. --json adds seconds.',
    run: async (given, output) => (await import('../database/migrate.ts')).migrate(given, output),
  }),
  command({
    name: 'backup',
    arguments: { file: { meaning: 'the file to write, which must not exist; with --keep a directory' } },
    options: {
      keep: { value: 'N', meaning: 'write a new file into the directory FILE and keep the newest N there' },
    },
    summary: 'backs up the embedded database while it is in use',
    help: 'Writes a consistent copy of the embedded database (accounts, keys, textures) to one file while the service\nruns. A database of an older version can be backed up before it is migrated. The file is a gzipped SQLite\ndatabase; it gets its name when it is complete. It contains keys and password hashes: protect it like the\ndatabase. For PostgreSQL use pg_dump, or copy.\n\nWith --keep the file is FILE/norn-20270131T031500Z.sqlite.gz, named after the time in UTC. Older files with\nsuch a name are removed once the new one is complete; other files never are.',
    readOnly: true,
    run: async (given, output) => (await import('../database/backup.ts')).backup(given, output),
  }),
  command({
    name: 'restore',
    arguments: { file: { meaning: 'a file that "norn backup" wrote' } },
    options: {
      verify: { meaning: 'check every page and every reference, and restore nothing if one is wrong' },
      'keep-tokens': {
        meaning:
          'for moving to another machine: leave players signed in and send what was waiting; tokens revoked since the backup are valid again',
      },
    },
    summary: 'restores a backup into an empty data directory',
    help: 'Restores a backup as the configured embedded database; none of its files may be in NORN_DATA_DIR yet, not\neven the -wal of an earlier one. If the backup is damaged, nothing is restored. Every token and link ends,\nsince some may have been revoked or used after the backup was made: players sign in again, and API tokens have\nto be created again. Emails and deliveries of webhooks that were waiting are not sent again, and no account is\ndeleted sooner than its owner can cancel that again. After restoring a backup of an earlier version, start the service or run "norn migrate".',
    run: async (given, output) => (await import('../database/backup.ts')).restore(given, output),
  }),
  command({
    name: 'copy',
    options: {
      to: {
        value: 'URL',
        required: true,
        meaning: 'the database to fill, sqlite:PATH or postgres://…; it must be empty',
      },
    },
    summary: 'copies everything to another database',
    help: 'Copies every row of the configured database to another one, SQLite or PostgreSQL, and then compares both:\nthe number of rows of each table and a digest of their content. Stop the service first: a change during the\ncopy makes the comparison fail. An interrupted copy continues when you run the same command again. A target\nthat is not empty is refused.',
    run: async (given, output) => (await import('../database/copy.ts')).copy(given, output),
  }),
]
