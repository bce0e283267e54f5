import { shortInstantIn } from '../../../lib/text/intl.ts'

const instant = shortInstantIn('en')

/** Of the list of accounts. */
export const accounts = {
  search: 'Search',
  searchHint: 'A part of a name or an e-mail address, or a UUID.',
  byBeginning:
    'These are the accounts whose name or e-mail starts with this. Three or more characters are found anywhere in them.',
  onlyBeginnings:
    'These are the accounts whose name or e-mail starts with this: this database has no index of their parts.',
  nothing: 'No account is found. Try a shorter part of the name or the e-mail address.',
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
  emailHint: 'May stay empty: the player then signs in by name.',
  password: 'Password',
  passwordHint: 'May stay empty: the player then needs a link to choose one.',
  emailTaken: 'Nothing was changed: another account has this e-mail address.',
  passwordWrong: 'Nothing was created: this password is too long.',
}

/** Of the page of one account. */
export const account = {
  why: (name: string) => `Why can’t ${name} join?`,
  notSignedIn: 'not signed in anywhere',
  suspendOtherwise: 'Suspend with another reason or end',
  howLong: 'How long',
  durations: { '': 'For ever', '1d': '1 day', '7d': '1 week', '30d': '30 days' },
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
    `Suspended since ${instant(at)} UTC, ${until === undefined ? 'without an end' : `until ${instant(until)} UTC`}.`,
  deletesAt: (at: number) =>
    `This account will be deleted after ${instant(at)} UTC. Until then the player can sign in and keep it.`,
  about: 'A suspended player is signed out everywhere and can’t join. The game shows the reason.',
  reason: 'Reason',
  reasonWrong:
    'Nothing was changed: write one line of at most 1,000 characters, without control or bidirectional characters.',
  suspend: 'Suspend',
  restore: 'Restore',
  mayNot: 'Only administrators may change somebody who has a role.',
  change: 'Name, protection and roles',
  newUsername: 'New username',
  rename: 'Rename',
  newEmail: 'New e-mail',
  setEmail: 'Set e-mail',
  emailMalformed: 'Nothing was changed: write an e-mail address, such as name@example.org.',
  unlock: 'Forget wrong passwords',
  delete: 'Delete account',
  keep: 'Keep this account',
  textures: {
    heading: 'Skin and cape',
    none: 'The player wears none of their own.',
    file: { skin: 'The file of the skin', cape: 'The file of the cape' },
    remove: { skin: 'Remove skin', cape: 'Remove cape' },
  },
  resetSecondFactor: 'Reset second factor',
  grant: { admin: 'Make administrator', moderator: 'Make moderator' },
  ungrant: { admin: 'Remove administrator role', moderator: 'Remove moderator role' },
  sessions: 'Sessions',
  sessionsAbout: 'Launchers, browsers and applications are signed out; pending joins end.',
  endSessions: 'End all sessions',
  trail: 'Audit trail',
  all: 'All of it',
  usernameMalformed: 'Nothing was changed: use letters, digits, underscores, hyphens and dots, 21 at most.',
  usernameTaken: 'Nothing was changed: another account has this name.',
  usernameHeld: 'Nothing was changed: this name is held for the player who had it before.',
  usernameReserved:
    'Nothing was changed: this name is reserved, or looks like one that is. Choose another one.',
  heldUntil: (name: string, at: number) =>
    `${name} (in any letter case) is held for this player until ${instant(at)} UTC.`,
  releaseName: (name: string) => `Release ${name}`,
  nameNotHeld: 'Nothing was changed: that name is not held any more.',
  usernameSame: 'Nothing was changed: that is the name already.',
}
