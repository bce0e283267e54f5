// What `npm run test:quick` runs, for the minute between two edits: of each protocol, page and part of the domain the
// file that says what it does, on SQLite. Left out is what starts programs, wants the machine or PostgreSQL for itself
// (`isSlow`), and what is named here: several services, many requests, every rare case. `npm test` runs all.

export const isAlone = (file: string): boolean => file.endsWith('.alone.test.ts')

/** Those of test/attacks/ start the program, too. */
export const isSlow = (file: string): boolean =>
  file.endsWith('.slow.test.ts') || file.startsWith('test/attacks/') || isAlone(file)

/** How their paths begin. */
const leftOut = [
  // Other programs, whole databases, several services at once.
  'test/cli/launcher.',
  'test/clients/',
  'test/conformance/',
  'test/deploy/',
  'test/domain/encryption.',
  'test/domain/import.',
  'test/http/proxied-base-url.',
  'test/http/without-database.',
  'test/instances/',
  'test/moving/',
  'test/storage/',
  // A service for each test, with settings of its own.
  'test/domain/audit',
  'test/domain/stored.',
  'test/http/logs.',
  'test/wire/lookup/bans.',
  'test/wire/oauth2/keys.',
  // Every route, every word, every way to be wrong: beside a file that says how it works.
  'test/parts/player-certificates.',
  'test/web/same-work.',
  'test/wire/oauth2/abuse.',
  'test/wire/reference/',
  'test/wire/vendor-hosts/any-word.',
  'test/wire/yggdrasil/credential',
  'test/wire/yggdrasil/forged-tokens.',
  'test/wire/yggdrasil/sign-in.',
]

export const isQuick = (file: string): boolean =>
  !isSlow(file) && !leftOut.some((start) => file.startsWith(start))
