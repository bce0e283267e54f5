// Arguments and options that several commands share.
import { roles } from '../../model/accounts/role.ts'
import { rowsAtOnce } from '../../model/records/lists.ts'

export const accountArgument = {
  account: { meaning: 'a username, an email address or a UUID, in any case' },
} as const

export const roleArguments = {
  ...accountArgument,
  role: { choices: roles, meaning: 'admin or moderator' },
} as const

export const clientArgument = { id: { meaning: 'the client_id, as "norn client list" shows it' } } as const

export const webhookArgument = { id: { meaning: 'the id, as "norn webhook list" shows it' } } as const

export const ipArgument = {
  ip: { meaning: 'an IP address or a network such as 192.0.2.0/24; an IPv6 address means its /64' },
} as const

/** The options of a long list. `readListOptions` reads them. */
export const listOptions = {
  limit: { value: 'NUMBER', meaning: `the most entries to list; ${rowsAtOnce.command} by default` },
  after: { value: 'ID', meaning: 'continue after the entry with this id, the last one listed before' },
} as const

export const reservedOption = {
  meaning: 'take the username even if NORN_RESERVED_NAMES reserves it',
} as const

export const noPasswordOption = {
  meaning: 'no password: the player cannot sign in before choosing one with a link',
} as const

export const passwordOptions = {
  password: {
    value: 'PASSWORD',
    meaning:
      'the password; other users of this machine can see it while the command runs. Without it, the command asks',
  },
  'password-stdin': { meaning: 'read the password from standard input: one line' },
} as const
