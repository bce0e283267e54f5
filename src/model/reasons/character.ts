import type { Reasons } from './reason.ts'

const joining = ['POST /accounts/:id/join']
const parting = ['POST /accounts/:id/part']

/** Why an account does not become a character of another one, or a character an account. */
export const characterReasons = {
  joiner_has_role: {
    at: joining,
    sentence: 'The account has a role, which no character can have. Take its roles away first.',
    command: 'the account has a role, which no character can have; take it away first: norn account ungrant',
    when: 'an account with a role is to become a character',
    remedy: 'take the role away first: `norn account ungrant`',
  },
  joiner_leaving: {
    at: joining,
    sentence: 'The account is to be deleted. POST /accounts/{id}/keep takes that back.',
    command: 'the account is to be deleted; take that back first: norn account keep',
    when: 'an account that waits for its deletion is to become a character',
    remedy: '`norn account keep` takes the deletion back',
  },
  joiner_has_email: {
    at: joining,
    sentence:
      'The account has an email address, which no character has. Send "dropEmail": true to give it up.',
    command: 'the account has an email address, which no character has; give --drop-email to give it up',
    when: 'an account with an email address is to become a character, which has none',
    remedy: '`--drop-email` (`"dropEmail": true`) gives it up',
  },
  owner_suspended: {
    at: [...joining, ...parting],
    sentence: 'The account that owns the character is suspended. POST /accounts/{id}/restore ends that.',
    command: 'the account that owns the character is suspended; end that first: norn account restore OWNER',
    when: 'a character is to join or part while its account is suspended',
    remedy: 'end the suspension of the account first',
  },
  owner_leaving: {
    at: joining,
    sentence: 'The account that is to own it is to be deleted. POST /accounts/{id}/keep takes that back.',
    command: 'the account that is to own it is to be deleted; take that back first: norn account keep OWNER',
    when: 'an account is to become a character of one that waits for its deletion, with which it would go',
    remedy: '`norn account keep` takes the deletion back',
  },
  not_a_character: {
    at: parting,
    sentence: 'This is an account of its own already.',
    command: 'this is an account of its own already; "norn character list" shows its characters',
    when: 'what is to part from its account is not a character',
    remedy: 'name a character',
  },
} as const satisfies Reasons
