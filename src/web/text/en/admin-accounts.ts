import { shortInstantIn } from '../../../lib/text/intl.ts'

const instant = shortInstantIn('en')

/** The list of accounts, and the form for a new one. */
export const accounts = {
  search: 'Search',
  searchHint: 'Part of a name or email address, or a UUID.',
  byBeginning:
    'These are the accounts whose name or email address starts with this. Enter three or more characters to search inside names, too.',
  onlyBeginnings:
    'These are the accounts whose name or email address starts with this. This database has no index for searching inside them.',
  nothing: 'No accounts found. Try a shorter part of the name or email address.',
  next: 'Next',
  previous: 'Previous',
  username: 'Username',
  email: 'E-mail',
  created: 'Created',
  state: 'State',
  states: { good: 'active', suspended: 'suspended', leaving: 'to be deleted' },
  roles: { admin: 'administrator', moderator: 'moderator' },
  newOne: 'New account',
  create: 'Create account',
  emailHint: 'Optional. Without one, the player signs in by name.',
  password: 'Password',
  passwordHint: 'Optional. Without one, the player needs a link to choose one.',
  emailTaken: 'Nothing was changed: another account has this email address.',
  passwordWrong: 'Nothing was created: this password is too long.',
}

/** The page of one account. */
export const account = {
  why: (name: string) => `Why can’t ${name} join?`,
  notSignedIn: 'not signed in anywhere',
  suspendOtherwise: 'Change the reason or the end date',
  howLong: 'How long',
  durations: { '': 'Forever', '1d': '1 day', '7d': '1 week', '30d': '30 days' },
  id: 'UUID',
  email: 'E-mail',
  language: 'Language',
  created: 'Created',
  secondFactor: 'Second factor',
  on: 'on',
  off: 'off',
  usernames: 'Usernames',
  lastUse: 'Last use',
  suspension: 'Suspension',
  suspendedSince: (at: number, until: number | undefined) =>
    `Suspended since ${instant(at)} UTC, ${until === undefined ? 'without an end date' : `until ${instant(until)} UTC`}.`,
  deletesAt: (at: number) =>
    `This account will be deleted after ${instant(at)} UTC. Until then the player can sign in and keep it.`,
  about: 'A suspended player is signed out everywhere and can’t join. The game shows the reason.',
  reason: 'Reason',
  reasonWrong:
    'Nothing was changed: a reason is one line of at most 1,000 characters, without control or bidirectional characters.',
  suspend: 'Suspend',
  restore: 'Restore',
  mayNot: 'Only administrators can change an account that has a role.',
  change: 'Name, protection and roles',
  newUsername: 'New username',
  rename: 'Rename',
  newEmail: 'New email address',
  setEmail: 'Set email address',
  emailMalformed: 'Nothing was changed: enter an email address, such as name@example.org.',
  unlock: 'Forget wrong passwords',
  delete: 'Delete account',
  keep: 'Keep this account',
  textures: {
    heading: 'Skin and cape',
    file: { skin: 'Skin file', cape: 'Cape file' },
    remove: { skin: 'Remove skin', cape: 'Remove cape' },
  },
  resetSecondFactor: 'Reset second factor',
  grant: { admin: 'Make administrator', moderator: 'Make moderator' },
  ungrant: { admin: 'Remove administrator role', moderator: 'Remove moderator role' },
  sessions: 'Sessions',
  sessionsAbout: 'Launchers, browsers and applications are signed out; pending joins are cancelled.',
  endSessions: 'End all sessions',
  trail: 'Audit trail',
  all: 'Show all entries',
  usernameMalformed: 'Nothing was changed: use at most 21 letters, digits, underscores, hyphens and dots.',
  usernameTaken: 'Nothing was changed: another account has this name.',
  usernameHeld: 'Nothing was changed: this name is held for the player who had it before.',
  usernameReserved:
    'Nothing was changed: this name is reserved, or looks like one that is. Choose another one.',
  heldUntil: (name: string, at: number) =>
    `${name} (in any letter case) is held for this player until ${instant(at)} UTC.`,
  releaseName: (name: string) => `Release ${name}`,
  nameNotHeld: 'Nothing was changed: that name is no longer held.',
  usernameSame: 'Nothing was changed: that is already the username.',
}
