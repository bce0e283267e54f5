// What `npm run test:quick` runs, for the minute between two edits: on SQLite, everything that starts no service, and
// of what starts one the files that say what a player's way through it is. Left out is what starts programs or wants the
// machine for itself (`isSlow`), and what is named here. `npm test` runs all.

/**
 * What `npm run test:measure` runs, one file after another: what measures times or memory, which says little beside
 * others, and what takes minutes.
 */
export const isMeasuring = (file: string): boolean =>
  file.endsWith('.alone.test.ts') || measuring.includes(file)

const measuring = ['test/evening/evening.slow.test.ts', 'test/wire/lookup/memory.slow.test.ts']

/** Those of test/attacks/ start the program, too. */
export const isSlow = (file: string): boolean =>
  file.endsWith('.slow.test.ts') || file.startsWith('test/attacks/') || isMeasuring(file)

/** How their paths begin. */
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
  // What administrators and operators do.
  'test/domain/audit',
  'test/domain/unlock.',
  'test/domain/why.',
  'test/http/logs.',
  'test/mail/',
  'test/web/admin',
  'test/webhooks/',
  'test/wire/admin/',
  // Limits, races and rare cases, beside a file that says how it works.
  'test/domain/new-devices.',
  'test/domain/stored.',
  'test/http/http.',
  'test/state/keys/player-certificates.',
  'test/web/confirmed-email.',
  'test/web/device.',
  'test/web/same-work.',
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
