import type { Reasons } from './reason.ts'

const adding = 'POST /neighbours'
const changing = 'PATCH /neighbours/:id'

export const neighbourReasons = {
  neighbour_addresses_wrong: {
    at: [adding],
    sentence:
      'The addresses do not fit the kind. authlib-injector needs root; vendor may have root; urls needs hasJoined, profile and namesUrl.',
    command:
      'the addresses do not fit the kind: authlib-injector needs --root, vendor may have --root, and urls needs --has-joined, --profile and --names-url',
    when: 'the addresses do not fit the kind of the neighbour',
    remedy: '`authlib-injector` needs a root, `urls` three addresses',
  },
  neighbour_url_malformed: {
    at: [adding, changing],
    sentence: 'An address is not allowed. Use https://…, without user name, password, # or spaces.',
    command: 'an address is not allowed; write https://…, without user name, password, # or spaces',
    when: 'an address of a neighbour is not `https:`, or has a user name, password, `#` or spaces',
    remedy: 'correct it',
  },
  neighbour_url_private: {
    at: [adding],
    sentence: 'An address belongs to this machine or its network. "private": true allows that.',
    command: 'an address belongs to this machine or its network; --private allows that',
    when: 'an address of a neighbour belongs to this machine or its network',
    remedy: 'allow it with `--private`',
  },
  neighbour_itself: {
    at: [adding],
    sentence: 'The address leads back to this service, which cannot be its own neighbour.',
    command: 'this address leads back to this service, which cannot be its own neighbour',
    when: 'the address leads back to this service',
    remedy: 'add another one',
  },
  neighbour_pattern_slow: {
    at: [adding, changing],
    sentence:
      'With some names, the pattern takes so long that strangers could stop the service. Leave out repetitions of repetitions, such as (a+)+.',
    command:
      'with some names, this pattern takes so long that strangers could stop the service; leave out repetitions of repetitions, such as (a+)+',
    when: 'with some names, the pattern takes so long that strangers could stop the service',
    remedy: 'leave out repetitions of repetitions, such as `(a+)+`',
  },
  neighbour_silent: {
    at: [adding],
    sentence:
      'The address did not answer with the metadata of an authlib-injector root. "offline": true adds the neighbour without it.',
    command:
      'the address did not answer with the metadata of an authlib-injector root; check it, or add the neighbour without metadata: --offline',
    when: 'the address did not answer with the metadata of an authlib-injector root',
    remedy: 'check it, or add the neighbour with `--offline`',
  },
  neighbour_client_malformed: {
    at: [changing],
    sentence:
      'The client is not allowed. Use a client id and a secret of 1 to 500 characters on one line, and give the secret again with another client id.',
    command:
      'the client is not allowed; give a client id and a secret of 1 to 500 characters on one line, and the secret again with another client id',
    when: 'the client at a neighbour has no id or no secret, or one that is longer than 500 characters or more than one line',
    remedy: 'give both; another id needs its secret',
  },
  neighbour_without_sign_in: {
    at: [changing],
    sentence:
      'The neighbour offers no sign-in that can be used. Its kind has to be authlib-injector, and its metadata has to name an OpenID discovery document that can be read.',
    command:
      'the neighbour offers no sign-in that Norn can use: its kind has to be authlib-injector, and its metadata has to name an OpenID discovery document that can be read',
    when: "the neighbour's kind is not `authlib-injector`, or its metadata names no OpenID discovery document that can be read and used",
    remedy: 'the log says what is wrong with it; [neighbours](neighbours.md#by-signing-in-there)',
  },
  name_not_listed: {
    at: ['DELETE /neighbours/:id/names/:name'],
    status: 404,
    argument: ['name'],
    sentence: 'The name is not listed there.',
    command: 'the name is not listed there; "norn neighbour show ID" shows what is',
    when: 'the name is not listed for that neighbour and game server',
    remedy: '`norn neighbour show` has the names that are',
  },
  name_not_of_visitor: {
    at: ['DELETE /visitor-names/:name'],
    status: 404,
    argument: ['name'],
    sentence: 'No visitor has the name, and it is not held for one.',
    when: 'no visitor has the name, and it is not held for one',
    remedy: 'nothing: an account has it, or nobody',
  },
} as const satisfies Reasons
