// Arguments and options that several commands have.

export const accountArgument = {
  account: { meaning: 'a username, an e-mail address or a UUID, in any case' },
} as const

export const clientArgument = {
  id: { meaning: 'the client_id, as "norn client list" shows it' },
} as const

export const ipArgument = { ip: { meaning: 'an IP address; an IPv6 address stands for its /64' } } as const

export const untilOption = {
  value: 'TIME',
  meaning: 'the end, in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z); no end unless given',
} as const

export const passwordOptions = {
  password: {
    value: 'PASSWORD',
    meaning: 'the password; other users of this machine can see it while the command runs',
  },
  'password-stdin': { meaning: 'read the password from standard input: one line' },
} as const
