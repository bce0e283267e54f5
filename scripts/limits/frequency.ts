import { is, type LimitGroup, row } from './row.ts'
import { count, setting, time } from './values.ts'

export const frequencyLimits: LimitGroup = {
  heading: 'How often',
  introduction:
    'A budget refills steadily; the table gives its size and, where it is not a setting, the time for one more. Networks are IPv4 addresses and IPv6 /64s. Where somebody could own many of these, a /56 has four times and a /48 sixteen times the budget of a /64.',
  limits: [
    row(
      'wrong passwords: one address, one login',
      is`${setting('NORN_GUESS_ADDRESS_ACCOUNT')}, one more each ${setting('NORN_GUESS_REFILL')}`,
      'people mistype, launchers repeat',
    ),
    row(
      'wrong passwords: one address, all logins',
      is`${setting('NORN_GUESS_ADDRESS')}`,
      'families and schools share an address',
    ),
    row(
      'wrong passwords: all addresses, one login',
      is`${setting('NORN_GUESS_ACCOUNT')}; then ${await count('domain/sign-in/throttle.ts', 'reserveOfAddress')} for each network. Addresses from which the account signed in within ${await time('domain/sign-in/throttle.ts', 'knownAddressMs')} are not held back`,
      'many addresses must neither guess nor lock the owner out',
    ),
    row(
      'wrong codes after a right password',
      is`${await count('domain/sign-in/codes.ts', 'wrongCodes')} for all unknown addresses together, and as many for each known one; one more each ${await count('domain/sign-in/codes.ts', 'codeRefill')} refills of passwords`,
      'of a million codes three are right at a time',
    ),
    row(
      'uploads of one account',
      is`${await count('domain/game/set-textures.ts', 'uploadBudget', 'size')}, one more each ${await time('domain/game/set-textures.ts', 'uploadBudget', 'refillMs')}`,
      'each can add a file to the database',
    ),
    row(
      'reports of one account, and of one network',
      is`${await count('domain/moderation/report.ts', 'reportBudget', 'size')}, one more each ${await time('domain/moderation/report.ts', 'reportBudget', 'refillMs')}; ${await count('domain/moderation/report.ts', 'networkReportBudget', 'size')}, one more each ${await time('domain/moderation/report.ts', 'networkReportBudget', 'refillMs')}`,
      'each is read by a moderator',
    ),
    row(
      'shared textures of one account, and new names of them where a review is on',
      is`${await count('domain/library/review.ts', 'shareBudget', 'size')}, one more each ${await time('domain/library/review.ts', 'shareBudget', 'refillMs')}`,
      'each is seen by everybody, or by a moderator',
    ),
    row(
      'changes of the friends list: of one account, new requests of one account, new requests of one network, preferences',
      is`${await count('domain/friends/budgets.ts', 'changeBudget', 'size')}, one more each ${await time('domain/friends/budgets.ts', 'changeBudget', 'refillMs')}; ${await count('domain/friends/budgets.ts', 'requestBudget', 'size')}, one more each ${await time('domain/friends/budgets.ts', 'requestBudget', 'refillMs')}; ${await count('domain/friends/budgets.ts', 'networkRequestBudget', 'size')}, one more each ${await time('domain/friends/budgets.ts', 'networkRequestBudget', 'refillMs')}; ${await count('domain/friends/budgets.ts', 'preferencesBudget', 'size')}, one more each ${await time('domain/friends/budgets.ts', 'preferencesBudget', 'refillMs')}`,
      'a request shows a name to somebody who did not ask for it',
    ),
    row(
      'reports of one player to one process',
      is`${await count('domain/friends/budgets.ts', 'presenceRate', 'size')}, one more each ${await time('domain/friends/budgets.ts', 'presenceRate', 'refillMs')}`,
      'games report once a minute at most',
    ),
    row(
      'searches of the library by one account, or one network of strangers, in one process',
      is`${await count('domain/library/listing.ts', 'searchRate', 'size')}, one more each ${await time('domain/library/listing.ts', 'searchRate', 'refillMs')}`,
      'a search may look at 10,000 names',
    ),
    row(
      'test emails, and backups that administrators begin, of all of them',
      is`${await count('domain/checklist/test-mail.ts', 'mailTests', 'size')}, one more each ${await time('domain/checklist/test-mail.ts', 'mailTests', 'refillMs')}, and an answer within ${await time('domain/checklist/test-mail.ts', 'testMailMs')}; ${await count('domain/checklist/back-up.ts', 'backupStarts', 'size')}, one more each ${await time('domain/checklist/back-up.ts', 'backupStarts', 'refillMs')}, of which ${await count('state/limits/backup-runs.ts', 'keptRuns')} are kept`,
      'an email goes to another server, a backup reads and writes the whole database ([0170](decisions/0170-checklist-that-ends.md))',
    ),
    row(
      'exports of one account',
      is`${await count('domain/accounts/own-export.ts', 'exportBudget', 'size')}, one more each ${await time('domain/accounts/own-export.ts', 'exportBudget', 'refillMs')}; ${await count('state/limits/export-places.ts', 'maxAtOnce')} at once for all accounts, one for each; the newest ${await count('domain/accounts/own-export.ts', 'maxExportedEntries')} entries of the audit log`,
      'an export reads a year of history',
    ),
    row(
      'changes of a username',
      is`one each ${setting('NORN_USERNAME_COOLDOWN')}`,
      'players know each other by name',
    ),
    row(
      'changes of a username without a cooldown',
      is`${await count('domain/names/rename.ts', 'renameBudget', 'size')}, one more each ${await time('domain/names/rename.ts', 'renameBudget', 'refillMs')}; ${await count('domain/names/rename.ts', 'maxNamesHeld')} names held for one player`,
      'former names are kept',
    ),
    row(
      'characters that a player makes',
      is`one each ${setting('NORN_CHARACTER_COOLDOWN')}; without a cooldown ${await count('domain/characters/charge.ts', 'characterBudget', 'size')}, one more each ${await time('domain/characters/charge.ts', 'characterBudget', 'refillMs')}`,
      'each takes a name from everybody else',
    ),
    row(
      'choices of the primary player',
      is`one each ${await time('domain/characters/charge.ts', 'primaryBudget', 'refillMs')}`,
      'a game server may admit the primary player alone',
    ),
    row(
      'new players of one neighbour',
      is`${setting('NORN_NEW_VISITORS')} a day; then visitors, listed and linked players only, of whom ${await count('domain/neighbours/bounds.ts', 'maxAwaited')} new ones a day come in under one name`,
      'each takes a name from everybody else',
    ),
    row(
      'changes of the name of a visitor',
      is`${await count('domain/neighbours/bounds.ts', 'renames', 'size')}, one more each ${await time('domain/neighbours/bounds.ts', 'renames', 'refillMs')}; ${await count('domain/neighbours/bounds.ts', 'maxNamesHeld')} names held for one visitor, then the oldest hold ends; after the first of each, ${setting('NORN_NEW_VISITORS')} a day for all visitors of one neighbour`,
      'former names are kept',
    ),
    row(
      'questions to one neighbour',
      is`${await count('model/fields/neighbour.ts', 'usualLimit')} a minute unless set, of which one game server or one network has three quarters; not for ${await time('state/neighbours/neighbour-line.ts', 'breakerPauseMs')} after ${await count('state/neighbours/neighbour-line.ts', 'maxFailuresInARow')} failures in a row`,
      'a neighbour must not suffer from strangers here',
    ),
    row(
      'requests to the object store',
      is`not for ${await time('state/textures/object-store.ts', 'storePauseMs')} after ${await count('state/textures/object-store.ts', 'maxStoreFailures')} failures in a row`,
      'a store that is down holds no requests',
    ),
    row(
      'pictures read from one neighbour',
      is`${await count('state/neighbours/pictures.ts', 'budget', 'size')}, one more each ${await time('state/neighbours/pictures.ts', 'budget', 'refillMs')}; not for ${await time('state/neighbours/pictures.ts', 'breakerPauseMs')} after ${await count('state/neighbours/pictures.ts', 'maxFailuresInARow')} failures in a row`,
      'the same',
    ),
    row(
      'codes typed to link a player',
      is`${await count('domain/linking/players.ts', 'wrongCodes', 'size')} wrong ones by one account and ${await count('domain/linking/players.ts', 'wrongCodesOfNetwork', 'size')} from one network an hour`,
      'of a million codes up to a hundred are right',
    ),
    row(
      'names that the vendor is asked about',
      is`${await count('domain/names/vendor.ts', 'budget', 'size')} from one network, one more each ${await time('domain/names/vendor.ts', 'budget', 'refillMs')}`,
      'each is a question to somebody else',
    ),
    row(
      'registrations from one network',
      is`${setting('NORN_REGISTRATIONS_PER_ADDRESS')} an hour`,
      'families and schools share an address',
    ),
    row(
      'emails one network may cause',
      is`${setting('NORN_MAILS_PER_ADDRESS')} an hour`,
      "nobody's mailbox may be flooded",
    ),
    row(
      'links to one email address',
      is`${await count('domain/registration/limits.ts', 'linksPerEmail', 'size')} an hour to register and as many to recover, of which ${await count('domain/registration/limits.ts', 'linksForStrangers', 'size')} for networks that the account does not know`,
      'the same, and the owner can always ask',
    ),
    row(
      'links to confirm a new email address',
      is`${await count('domain/accounts/own-email.ts', 'linksPerAccount', 'size')} for one account, one more each ${await time('domain/accounts/own-email.ts', 'linksPerAccount', 'refillMs')}`,
      'the same',
    ),
    row(
      'codes by mail for forms that always ask',
      is`${await count('domain/step-up/mailed-code.ts', 'codesPerAccount', 'size')} for one account, one more each ${await time('domain/step-up/mailed-code.ts', 'codesPerAccount', 'refillMs')}; ${await count('domain/step-up/mailed-code.ts', 'codeTries', 'size')} wrong ones end a code, and are counted with wrong passwords`,
      'one of a million is right',
    ),
    row(
      'device codes of one network',
      is`${await count('domain/oauth/devices.ts', 'deviceBudget', 'size')}, one more each ${await time('domain/oauth/devices.ts', 'deviceBudget', 'refillMs')}`,
      'anybody can ask for one',
    ),
    row(
      'user codes typed',
      is`${await count('domain/oauth/devices.ts', 'userCodeBudgets', 'account', 'size')} by one account, one more each ${await time('domain/oauth/devices.ts', 'userCodeBudgets', 'account', 'refillMs')}; ${await count('domain/oauth/devices.ts', 'userCodeBudgets', 'network', 'size')} from one network, one more each ${await time('domain/oauth/devices.ts', 'userCodeBudgets', 'network', 'refillMs')}`,
      'typing one code after another is guessing',
    ),
    row(
      'keys of game servers that are unknown or ended, from one network',
      is`${await count('domain/community/root.ts', 'unknownKeys', 'size')}, one more each ${await time('domain/community/root.ts', 'unknownKeys', 'refillMs')}`,
      "keys can't be guessed; one that is good works all the same",
    ),
    row(
      'joins under a name that nobody has joined with',
      is`${await count('state/neighbours/refused-names.ts', 'perMinute')} a minute, of one network if it is known; ${await count('state/neighbours/refused-names.ts', 'maxNames')} names`,
      'each has a neighbour asked ([0103](decisions/0103-ones-fault-is-ones-own.md))',
    ),
    row(
      'sign-ins at neighbours, to link a player',
      is`${await count('domain/linking/sign-in.ts', 'signIns', 'size')} for one account and ${await count('domain/linking/sign-in.ts', 'signInsOfNetwork', 'size')} for one network, one more each ${await time('domain/linking/sign-in.ts', 'signIns', 'refillMs')} and ${await time('domain/linking/sign-in.ts', 'signInsOfNetwork', 'refillMs')}`,
      'each may have a neighbour asked',
    ),
    row(
      'one-time links that are not good, from one network',
      is`${await count('domain/sign-in/one-time-links.ts', 'deadLinks', 'size')}, one more each ${await time('domain/sign-in/one-time-links.ts', 'deadLinks', 'refillMs')}`,
      'a link that is good works all the same',
    ),
    row(
      'lookups of one client',
      is`${setting('NORN_LOOKUP_BAN_RATE')} a second, and ${setting('NORN_LOOKUP_BAN_BURST')} above that; then a ban of ${setting('NORN_LOOKUP_BAN_DURATION')}, doubled each time within a week, up to a day`,
      'game servers are busy, harvesters are busier',
    ),
  ],
}
