import { maxPasswordLength } from '../accounts/account.ts'
import type { Reasons } from './reason.ts'

/** Requests with the fields of an account. */
const changes = ['POST /accounts', 'PATCH /accounts/:id']

const creatingCharacter = 'POST /accounts/:id/characters'

/** Requests with a username. */
const naming = [...changes, creatingCharacter]

/** Requests with the name of a neighbour's player. */
const ofNames = [
  'PUT /neighbours/:id/names/:name',
  'DELETE /neighbours/:id/names/:name',
  'POST /neighbours/:id/test',
]

/** Requests about what no character has. */
const ofAccountsOnly = [
  'PATCH /accounts/:id',
  'DELETE /accounts/:id/app-passwords/:appPassword',
  'POST /accounts/:id/join',
  'POST /accounts/:id/keep',
  'PUT /accounts/:id/linked/:provider',
  'DELETE /accounts/:id/linked/:provider',
  'POST /accounts/:id/links',
  'POST /accounts/:id/restore',
  'DELETE /accounts/:id/second-factor',
  'POST /accounts/:id/suspend',
]

export const accountReasons = {
  account_unknown: {
    status: 404,
    sentence: 'The account does not exist.',
    command: 'the account does not exist; "norn account list" shows all accounts',
    when: 'no such account',
    remedy: 'check the name',
  },
  uuid_malformed: {
    at: ['POST /accounts', creatingCharacter],
    argument: ['id'],
    sentence: 'The UUID is malformed, or all zeros or all f. Use 32 hex digits, with or without hyphens.',
    command:
      'the UUID is malformed, or all zeros or all f; write 32 hexadecimal digits, with or without hyphens',
    when: 'not 32 hex digits, with or without hyphens',
    remedy: 'send the UUID',
  },
  id_taken: {
    at: ['POST /accounts', creatingCharacter],
    argument: ['id'],
    sentence: 'The UUID belongs to another account.',
    command: 'the UUID belongs to another account; leave --id out to generate one',
    when: 'another account has the UUID',
    remedy: 'leave it out to get a new one',
  },
  username_malformed: {
    at: [...naming, ...ofNames],
    argument: ['username', 'name'],
    sentence:
      'The username is not allowed. Use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots; not . or .., no hyphen first, no .png last.',
    command:
      'the username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
    when: 'not 1 to 21 characters of `A-Z a-z 0-9 _ . -`, or `.`, `..`, one that begins with `-` or ends in `.png`',
    remedy: 'choose another name',
  },
  username_taken: {
    at: naming,
    argument: ['username', 'name'],
    sentence: 'The username is taken, perhaps in another letter case.',
    command:
      'the username is taken, perhaps in another letter case; choose another or rename the account that has it',
    when: 'another account has the name, in some letter case',
    remedy: 'choose another name',
  },
  username_held: {
    at: naming,
    argument: ['username', 'name'],
    sentence: 'The username is held for the player who had it before. DELETE /held-names/{name} releases it.',
    command:
      'the username is held for the player who had it before; "norn account release-name NAME" releases it',
    when: 'a renamed or deleted account had the name, which is held for its owner for `NORN_NAME_HOLD`',
    remedy: 'choose another name; an operator can free it with `norn account release-name`',
  },
  username_reserved: {
    at: naming,
    argument: ['username', 'name'],
    sentence: 'The username is reserved, or looks like one that is. Send "reserved": true to use it anyway.',
    command:
      'the username is reserved, or looks like one that is (NORN_RESERVED_NAMES); give --reserved to use it anyway',
    when: '`NORN_RESERVED_NAMES` has the name, or one that looks like it',
    remedy: 'choose another name; operators add `--reserved` (`"reserved": true`)',
  },
  name_not_held: {
    at: ['DELETE /held-names/:name'],
    status: 404,
    argument: ['name'],
    sentence: 'The username is not held for anybody.',
    when: 'the name to be freed is not held for anybody',
    remedy: 'nothing: it is free, or an account has it',
  },
  email_malformed: {
    at: changes,
    argument: ['email'],
    sentence: 'The email address is malformed.',
    command: 'the email address is malformed; write it like name@example.org',
    when: 'not an email address',
    remedy: 'correct it',
  },
  email_taken: {
    at: changes,
    argument: ['email'],
    sentence: 'The email address belongs to another account.',
    command: 'the email address belongs to another account; use another or delete that account',
    when: 'another account has the email address',
    remedy: 'use another one',
  },
  password_malformed: {
    at: changes,
    sentence: `The password is not allowed. Use 1 to ${maxPasswordLength} characters.`,
    when: 'not 1 to 1,024 characters',
    remedy: 'choose another password',
  },
  account_only: {
    at: ofAccountsOnly,
    sentence: 'This belongs to the account, not to a character. Name the account instead.',
    when: 'what only an account has (password, email address, second factor, roles, language …) is to be set through a character',
    remedy: 'name the account, which the sentence does',
  },
  has_characters: {
    at: ['DELETE /accounts/:id', 'POST /accounts/:id/delete-later'],
    sentence:
      'The account has characters, which would be deleted with it. ?characters=true deletes them all.',
    command: 'the account has characters, which would be deleted with it; --characters deletes them all',
    when: 'the account that is to be deleted has characters',
    remedy: '`--characters` (`?characters=true`) deletes them with it; `norn character list` shows them',
  },
  owner_is_character: {
    at: [creatingCharacter],
    sentence: 'This is a character itself. Name its account instead.',
    when: 'a character is to have a character',
    remedy: 'name its account, which `norn account show` has as `owner`',
  },
  owner_unknown: {
    at: ['GET /accounts'],
    argument: ['owner'],
    sentence: 'The account that is given as owner does not exist.',
    command: 'the owner does not exist; "norn account list" shows all accounts',
    when: 'there is no account that `owner` names',
    remedy: 'check the name',
  },
  character_limit: {
    at: [creatingCharacter],
    sentence: 'The account has as many players as an account may have. Delete one first.',
    when: 'the account has as many players as it may have: `NORN_CHARACTERS`, and 100 for commands and the API. One that waits for its deletion counts',
    remedy: 'delete one, or raise `NORN_CHARACTERS`',
  },
  character_suspended: {
    at: ['PATCH /accounts/:id'],
    sentence:
      'The player is suspended or waits for its deletion, so it cannot be the primary one. End that first.',
    when: 'a player that is suspended or waits for its deletion is to be the primary one; or somebody with a suspended player creates a character, or changes that player',
    remedy: 'end the suspension or the deletion first',
  },
  last_administrator: {
    at: [
      'PATCH /accounts/:id',
      'DELETE /accounts/:id',
      'POST /accounts/:id/suspend',
      'POST /accounts/:id/delete-later',
    ],
    sentence: 'This is the last administrator who can sign in. Make somebody else an administrator first.',
    command:
      'this is the last administrator; make somebody else an administrator first: norn account grant ACCOUNT admin',
    when: 'nobody else could open the administration pages',
    remedy: 'grant somebody else the role first',
  },
  link_unknown: {
    at: ['DELETE /accounts/:id/linked-players/:player'],
    status: 404,
    sentence: 'The account has no such player.',
    command: 'the account has no such player; "norn account show" shows its linkedPlayers',
    when: 'the account has no such linked player, or several with that name',
    remedy: '`norn account show` has them; write UUID@ID',
  },
  link_of_suspended: {
    at: ['POST /accounts/:id/links'],
    sentence: 'The account is suspended. POST /accounts/{id}/restore ends the suspension.',
    command: 'the account is suspended; end the suspension first: norn account restore ACCOUNT',
    when: 'a suspended account gets no one-time link',
    remedy: 'end the suspension first',
  },
  link_password_off: {
    at: ['POST /accounts/:id/links'],
    sentence:
      'Nobody signs in with a password here (NORN_PASSWORD_SIGN_IN=off), so there is no link for one, but for an administrator, who may choose a password for /sign-in?local.',
    command:
      'nobody signs in with a password here (NORN_PASSWORD_SIGN_IN=off), so there is no link for one, but for an administrator, who may choose a password; "norn totp disable ACCOUNT" turns a second factor off',
    when: '`NORN_PASSWORD_SIGN_IN` is `off`, and the link is for the password of a player, or for a second factor, which asks for the password',
    remedy:
      'let the player sign in through a provider or with a passkey; `norn totp disable` turns a second factor off',
  },
  link_too_long: {
    at: ['POST /accounts/:id/links'],
    sentence: 'The link would be valid for more than 30 days. Send an earlier end.',
    command: 'the link would be valid for more than 30 days; give --expires an earlier end',
    when: 'a one-time link would be good for more than 30 days',
    remedy: 'give a nearer end',
  },
} as const satisfies Reasons
