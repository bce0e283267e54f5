import type { Reasons } from './reason.ts'

const settingIt = ['POST /providers', 'PATCH /providers/:name']

const linking = ['PUT /accounts/:id/linked/:provider']

/** Reasons to decline what concerns providers of sign-ins. */
export const providerReasons = {
  provider_in_use: {
    at: ['DELETE /providers/:name'],
    status: 409,
    sentence: 'The provider is the only way in of somebody. "force" in the query removes it anyway.',
    command:
      'the provider is the only way in of somebody; let them set a password first, or remove it anyway: --force',
    when: 'somebody without a password and a passkey signs in through this provider alone',
    remedy: 'they set a password (`norn link create`), or `--force`, which says how many lose their way in',
  },
  provider_discovery_failed: {
    at: settingIt,
    sentence:
      'The discovery document of the issuer could not be read, is of another issuer, or names no usable addresses.',
    when: 'the discovery document of a provider could not be read, is of another issuer, or names addresses that are not allowed',
    remedy: 'the log says what is wrong; check the issuer to the letter, `--private` for one in your network',
  },
  provider_option_invalid: {
    at: settingIt,
    sentence: 'An option of the provider does not fit: "field" names it.',
    when: 'an option of a provider is malformed, missing, or belongs to another preset or kind',
    remedy: 'the sentence names the option and what it takes',
  },
  provider_without_bot: {
    at: ['POST /providers/:name/sync'],
    sentence: 'Asking about members needs Discord, a guild and the token of a bot in it.',
    command:
      'asking about members needs Discord, a guild and the token of a bot in it: norn provider set NAME --guild ID, then --bot-token-stdin',
    when: 'the provider is not Discord, or has no guild or no token of a bot',
    remedy: '`norn provider set NAME --guild ID`, then `--bot-token-stdin`',
  },
  subject_linked: {
    at: linking,
    status: 409,
    sentence: 'Another account is linked to this person at the provider. Unlink it there first.',
    when: 'the person at the provider is linked to another account',
    remedy: 'sign in with it, or unlink it there',
  },
  identity_another: {
    at: linking,
    status: 409,
    sentence: 'The account is linked to another person at this provider. Unlink that one first.',
    when: 'the account is linked to another person at this provider',
    remedy: 'unlink that one',
  },
  identities_too_many: {
    at: linking,
    sentence: 'The account is linked to 10 providers. Unlink one first.',
    when: 'the account is linked to 10 providers',
    remedy: 'unlink one',
  },
  last_way_in: {
    at: ['DELETE /accounts/:id/linked/:provider'],
    sentence: 'The account has no password, no passkey and no other provider. Set a password first.',
    command:
      'the account has no password, no passkey and no other provider; let its owner set a password first: norn link create ACCOUNT --for password',
    when: 'the account has no password, no passkey and no other provider',
    remedy: 'set a password or add a passkey first',
  },
} as const satisfies Reasons
