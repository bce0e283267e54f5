// The databases on which `npm test` runs a file for every database (`onEveryDatabase`, `kinds`). Statements are
// written once for both, so a route answers the same on either. PostgreSQL is for files where a race, a
// transaction, an order, a letter case or a fault may turn out differently, and for one path of a player. `npm test
// -- --matrix`, or NORN_TEST_MATRIX=all as in .ci/run, runs every file on both, and so does naming a file: `npm
// test -- NAME`.

/** The beginnings of the paths that run on both. */
const onBoth = [
  'test/attacks/guessed-codes.',
  'test/attacks/uploads-on-disk.',
  'test/attacks/groups.',
  'test/attacks/hostile-neighbour.',
  'test/cli/',
  'test/clients/launchers.',
  'test/domain/',
  'test/instances/',
  'test/jobs/',
  'test/mail/',
  'test/moving/',
  'test/releases/',
  'test/state/',
  'test/storage/',
  'test/webhooks/',
  'test/faults/visits.',
  'test/http/without-database.',
  'test/wire/admin/admin.',
  'test/wire/lookup/',
  'test/wire/oauth2/device.',
  'test/wire/oauth2/keys.',
  'test/wire/skin-system/skin-system.',
  'test/wire/vendor-services/vendor-services.',
  'test/wire/yggdrasil/credential-use.',
  'test/wire/yggdrasil/session.',
  'test/wire/yggdrasil/sign-in.',
  'test/wire/yggdrasil/tokens.',
]

export const differsByDatabase = (file: string): boolean => onBoth.some((start) => file.startsWith(start))

/** The last line of a run that was not the whole matrix. */
export const leftToMatrix =
  'on SQLite alone: what PostgreSQL cannot change (test/run/matrix.ts; all: npm test -- --matrix)'
