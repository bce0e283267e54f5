// Accounts.
import { type Command, command } from '../command.ts'
import { accountArgument, passwordOptions, roleArguments, untilOption } from '../common-arguments.ts'

export const accountCommands: readonly Command[] = [
  command({
    name: 'account create',
    options: {
      username: { value: 'NAME', required: true, meaning: 'the name that players see' },
      email: { value: 'EMAIL', meaning: 'the e-mail address; without one the player signs in by name' },
      ...passwordOptions,
      language: { value: 'CODE', meaning: 'the preferred language; en unless given' },
      id: { value: 'UUID', meaning: 'the UUID, with or without hyphens; random unless given' },
    },
    summary: 'creates an account',
    help: 'Creates an account and prints its id, username, email and language. Without --password and\n--password-stdin a terminal is asked for the password, twice; it is not shown.',
    run: async (given, output) => (await import('../account.ts')).create(given, output),
  }),
  command({
    name: 'account show',
    arguments: accountArgument,
    summary: 'shows an account',
    help: 'Shows an account: id, username, email, language, createdAt, suspended, suspendedUntil,\nsuspensionReason, totp (whether two-factor authentication is on), roles and usernameHistory, oldest name\nfirst.',
    readOnly: true,
    run: async (given, output) => (await import('../account.ts')).show(given, output),
  }),
  command({
    name: 'account list',
    options: {
      search: {
        value: 'TEXT',
        meaning: 'a part of the username or the e-mail address, in any case; or a UUID',
      },
      suspended: { meaning: 'only accounts that are suspended' },
      limit: { value: 'N', meaning: 'at most so many; all unless given' },
      after: { value: 'ID', meaning: 'only those after this UUID, the last one of the page before' },
    },
    summary: 'lists or searches accounts',
    help: 'Lists accounts, ordered by UUID: id, username, email, language, createdAt, suspended. Where --limit\nleaves some out, a line on standard error says how to get the next ones.',
    readOnly: true,
    run: async (given, output) => (await import('../account-list.ts')).list(given, output),
  }),
  command({
    name: 'account rename',
    arguments: { ...accountArgument, name: { meaning: 'the new username' } },
    summary: 'changes the username',
    help: 'Changes the username. Tokens stay valid; the next response has the new name.',
    run: async (given, output) => (await import('../account.ts')).rename(given, output),
  }),
  command({
    name: 'account email',
    arguments: { ...accountArgument, email: { meaning: 'the new e-mail address' } },
    summary: 'changes the e-mail address',
    help: 'Changes the e-mail address. Tokens stay valid.',
    run: async (given, output) => (await import('../account.ts')).email(given, output),
  }),
  command({
    name: 'account language',
    arguments: { ...accountArgument, language: { meaning: 'the code of a language, such as en or pt-BR' } },
    summary: 'changes the preferred language',
    help: 'Changes the preferred language. Tokens stay valid.',
    run: async (given, output) => (await import('../account.ts')).language(given, output),
  }),
  command({
    name: 'account password',
    arguments: accountArgument,
    options: passwordOptions,
    summary: 'changes the password',
    help: 'Changes the password and revokes all tokens of the account. Without --password and --password-stdin\na terminal is asked for it, twice; it is not shown.',
    run: async (given, output) => (await import('../account.ts')).password(given, output),
  }),
  command({
    name: 'account delete',
    arguments: accountArgument,
    summary: 'deletes an account',
    help: 'Deletes an account and everything that belongs to it, and prints what it was. The username is\navailable again. A deletion cannot be undone; "norn account suspend" can.',
    run: async (given, output) => (await import('../account.ts')).remove(given, output),
  }),
  command({
    name: 'account suspend',
    arguments: accountArgument,
    options: {
      reason: { value: 'TEXT', meaning: 'the reason; the game shows it to the player' },
      until: untilOption,
    },
    summary: 'suspends an account',
    help: 'Suspends an account: it cannot sign in. Its tokens are revoked at once and stay revoked afterwards.\nOf an account that is suspended already, the reason and the end stay what they are unless given.',
    run: async (given, output) => (await import('../account.ts')).suspend(given, output),
  }),
  command({
    name: 'account restore',
    arguments: accountArgument,
    summary: 'ends a suspension',
    help: 'Ends a suspension: the account can sign in again.',
    run: async (given, output) => (await import('../account.ts')).restore(given, output),
  }),
  command({
    name: 'account grant',
    arguments: roleArguments,
    summary: 'makes an account an administrator or a moderator',
    help: 'Gives an account a role, which it has on the pages below /admin: an administrator may do everything\nthere; a moderator sees accounts and the audit log, and suspends and restores players.',
    run: async (given, output) => (await import('../role.ts')).grant(given, output),
  }),
  command({
    name: 'account ungrant',
    arguments: roleArguments,
    summary: 'takes a role away from an account',
    help: 'Takes a role away. A warning tells when nobody is an administrator any more.',
    run: async (given, output) => (await import('../role.ts')).ungrant(given, output),
  }),
  command({
    name: 'account unlock',
    arguments: accountArgument,
    options: {
      address: { value: 'IP', meaning: 'also forget the wrong passwords from this address at all accounts' },
    },
    summary: 'forgets wrong passwords and codes',
    help: 'Forgets the wrong passwords and codes that were tried on an account, so that "too many attempts" ends\nfor it, and prints what there was: guesses, network (none where all networks share the count), and\nblockedUntil, if no further guess was allowed until then. The name and the e-mail address are counted\napart; both are forgotten. A suspension is ended by "norn account restore".',
    run: async (given, output) => (await import('../unlock.ts')).unlock(given, output),
  }),
]
