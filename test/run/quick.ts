// The tests of `npm run test:quick`, for the minute between two edits: on SQLite, every file that starts no
// service, and of the others those that cover a player's path through it. Files that start programs or need the
// machine for themselves (`isSlow`), and those named here, are left out. `npm test` runs all.

/**
 * Returns true for the files of `npm run test:measure`, which run one after another: they measure times or memory,
 * which says little while others run, or take minutes.
 */
export const isMeasuring = (file: string): boolean =>
  file.endsWith('.alone.test.ts') || isLong(file) || measuring.includes(file)

/** Returns true for files that take minutes and measure nothing: a failure counts, however busy the machine is. */
export const isLong = (file: string): boolean => file.endsWith('.long.test.ts')

const measuring = ['test/evening/evening.slow.test.ts', 'test/wire/lookup/memory.slow.test.ts']

/** Returns true for slow files. Those of test/attacks/ also start the program. */
export const isSlow = (file: string): boolean =>
  file.endsWith('.slow.test.ts') || file.startsWith('test/attacks/') || isMeasuring(file)

/** The beginnings of their paths. */
const leftOut = [
  // Other programs, whole databases, several services at once.
  'test/cli/launcher.',
  'test/clients/',
  'test/conformance/',
  'test/deploy/',
  'test/domain/encryption.',
  'test/moving/import.',
  'test/domain/overview.',
  'test/http/proxied-base-url.',
  'test/http/without-database.',
  'test/instances/',
  'test/kit/',
  'test/moving/',
  'test/storage/',
  // Players of other account services.
  'test/cli/neighbours.',
  'test/cli/visitors.',
  'test/domain/lookups/',
  'test/domain/neighbours/',
  'test/state/neighbours/',
  'test/web/neighbours.',
  'test/web/visitors.',
  // The work of administrators and operators.
  'test/domain/audit',
  'test/domain/unlock.',
  'test/domain/updates.',
  'test/domain/why.',
  'test/http/logs.',
  'test/jobs/sweep.',
  'test/mail/',
  'test/pages/',
  'test/releases/',
  'test/web/admin',
  'test/webhooks/',
  'test/wire/admin/',
  // Limits, races and rare cases of features that another file covers.
  'test/domain/new-devices.',
  'test/domain/stored.',
  'test/http/http.',
  'test/state/keys/player-certificates.',
  'test/web/confirmed-email.',
  'test/web/device.',
  'test/web/same-work.',
  'test/web/vendor-names.',
  'test/web/work.',
  'test/wire/lookup/bans.',
  'test/wire/oauth2/abuse.',
  'test/wire/oauth2/device.',
  'test/wire/oauth2/keys.',
  'test/wire/reference/',
  'test/wire/vendor-',
  'test/wire/yggdrasil/credential',
  'test/wire/yggdrasil/forged-tokens.',
  'test/wire/yggdrasil/sign-in.',
  'test/wire/yggdrasil/tokens.',
]

export const isQuick = (file: string): boolean =>
  !isSlow(file) && !leftOut.some((start) => file.startsWith(start))
