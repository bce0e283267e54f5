import type { Reasons } from './reason.ts'

/** Requests with the fields of an application. */
const changes = ['POST /clients', 'PATCH /clients/:id']

export const clientReasons = {
  client_shared: {
    at: ['PATCH /clients/:id', 'DELETE /clients/:id'],
    sentence: `The application "launchers" is part of every installation. It can't be changed or deleted.`,
    command:
      'the client "launchers" is part of every installation and cannot be deleted; end its grants with "norn token revoke"',
    when: `the client "launchers" can't be deleted`,
    remedy: '`norn token revoke` ends its grants',
  },
  client_without_secret: {
    at: ['POST /clients/:id/secret'],
    sentence: 'The application is public and has no secret.',
    when: 'public applications have no secret',
    remedy: 'register a confidential one',
  },
  redirect_uri_missing: {
    at: changes,
    sentence: 'A redirect URI is missing.',
    command: 'a redirect URI is missing; give --redirect-uri',
    when: 'the application has no redirect URI',
    remedy: 'give one',
  },
  pkce_optional_public: {
    at: changes,
    sentence: 'A public application must use PKCE.',
    command: 'a public client must use PKCE; leave out --pkce optional, or --public',
    when: 'only an application with a secret may leave out PKCE',
    remedy: 'leave `--pkce optional` out, or register a confidential application',
  },
  redirect_uri_malformed: {
    at: changes,
    sentence:
      'A redirect URI is malformed. Use an absolute URI with a host of DNS, without user name, password or *.',
    command:
      'a redirect URI is malformed; write an absolute URI with a host of DNS, without user name, password or *',
    when: 'a redirect URI is not an absolute URI, its host is not one of DNS, or it has a user name, a password or a `*`',
    remedy: 'correct it',
  },
  redirect_uri_fragment: {
    at: changes,
    sentence: 'A redirect URI has a fragment (#), which RFC 6749 forbids.',
    command: 'a redirect URI has a fragment (#), which RFC 6749 forbids; leave it out',
    when: 'a redirect URI has a `#`',
    remedy: 'leave it out',
  },
  redirect_uri_insecure: {
    at: changes,
    sentence: 'A redirect URI is not encrypted. Use https:, or http: on 127.0.0.1, [::1] or localhost.',
    when: 'a redirect URI is `http:` and not on this machine',
    remedy: 'use `https:`',
  },
  redirect_uri_rewritten: {
    at: changes,
    sentence:
      'Browsers rewrite this redirect URI, and it has to match to the letter. Use https://app.example.org/, here and in the application.',
    command: 'browsers rewrite this redirect URI; write it as they do',
    when: 'browsers would write a redirect URI differently (`http://127.1/`, `https://A.example/`), and it is compared to the letter',
    remedy: 'use the spelling that the answer names, in the application as well',
  },
  redirect_uri_scheme: {
    at: changes,
    sentence:
      'The scheme of a redirect URI is not allowed. Use https:, or for a public application a scheme of its own.',
    command:
      'the scheme of a redirect URI is not allowed; use https:, or, with --public, a scheme of the application’s own',
    when: 'the scheme of a redirect URI is not allowed',
    remedy: 'use `https:`, or for a public application a scheme of its own',
  },
} as const satisfies Reasons
