// Programs: applications of OAuth 2.0, tokens of the API, webhooks.
import { pkceModes } from '../../model/oauth.ts'
import { webhookFormats } from '../../model/webhook.ts'
import { type Command, command } from '../line/command.ts'
import { clientArgument, untilOption, webhookArgument } from '../line/common-arguments.ts'

export const applicationCommands: readonly Command[] = [
  command({
    name: 'client create',
    options: {
      name: {
        value: 'NAME',
        required: true,
        meaning: 'what people are asked to let in, up to 64 characters',
      },
      'redirect-uri': {
        value: 'URI',
        required: true,
        multiple: true,
        meaning: 'where answers are sent; several may be given',
      },
      public: { meaning: 'it runs where people could read a secret: on their machines, in their browsers' },
      'id-token-alg': {
        value: 'ALG',
        choices: ['RS256', 'ES256'],
        meaning: 'RS256 or ES256; RS256 unless given',
      },
      pkce: {
        value: 'MODE',
        choices: pkceModes,
        meaning: 'required or optional; required unless given, and always for a public client',
      },
      group: {
        value: 'NAME',
        multiple: true,
        meaning: 'only members of this group may sign in to it; several may be given',
      },
    },
    summary: 'registers an application that people sign in to by OAuth 2.0',
    help: 'Registers an application (an OAuth 2.0 client) and prints its client_id and, unless it is public, its\nclient_secret, which is shown only this once. A redirect URI is https:, or http: on 127.0.0.1, [::1] or\nlocalhost; of a public client it may also be a scheme of its own, and the port of a loopback address is\nfree. It is compared to the letter, and has no fragment. --pkce optional is for an application that cannot\nsend PKCE, as Forgejo: it must then send state or nonce. A launcher that signs in by device flow needs\nnone of this: it uses the client "launchers", which every installation has.',
    run: async (given, output) => (await import('../applications/client.ts')).create(given, output),
  }),
  command({
    name: 'client list',
    summary: 'lists the OAuth 2.0 clients',
    help: 'Lists the OAuth 2.0 clients, the oldest first: client_id, client_name, redirect_uris, public, groups.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/client.ts')).list(given, output),
  }),
  command({
    name: 'client show',
    arguments: clientArgument,
    summary: 'shows an OAuth 2.0 client',
    help: 'Shows an OAuth 2.0 client: client_id, client_name, redirect_uris, public, groups (whose members alone\nmay sign in to it), id_token_alg, pkce, createdAt and grants, how many agreements of people with it are in force.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/client.ts')).show(given, output),
  }),
  command({
    name: 'client delete',
    arguments: clientArgument,
    summary: 'deletes an OAuth 2.0 client and ends all its tokens',
    help: 'Deletes an OAuth 2.0 client. Everything that people have let it do ends at once.',
    run: async (given, output) => (await import('../applications/client.ts')).remove(given, output),
  }),
  command({
    name: 'client secret',
    arguments: clientArgument,
    summary: 'makes a new secret for an OAuth 2.0 client',
    help: 'Makes a new secret for a confidential client and prints it, only this once. The secret before it is\nworth nothing from now on; tokens stay good.',
    run: async (given, output) => (await import('../applications/client.ts')).secret(given, output),
  }),
  command({
    name: 'api-token create',
    options: {
      name: {
        value: 'NAME',
        required: true,
        meaning: 'what it is for, up to 64 characters; the audit log has it',
      },
      'read-only': { meaning: 'it may look at everything and change nothing' },
      expires: untilOption,
    },
    summary: 'creates a token for the API',
    help: 'Creates a token for the API for administration, {base_url}/api/v1, and prints it: id, name, token,\nreadOnly and expiresAt. The token is shown only this once. Whoever has it may do there what these commands\ndo; with --read-only it reads everything but passwords and secrets. docs/protocol/admin.md has the requests.',
    run: async (given, output) => (await import('../applications/api-token.ts')).create(given, output),
  }),
  command({
    name: 'api-token list',
    summary: 'lists the tokens for the API',
    help: 'Lists the tokens for the API, newest first: id, name, readOnly, createdAt, expiresAt, lastUsedAt (up to\nfive minutes late) and createdBy, who made it. The tokens themselves are not stored.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/api-token.ts')).list(given, output),
  }),
  command({
    name: 'api-token revoke',
    arguments: { id: { meaning: 'the id, as "norn api-token list" shows it' } },
    options: {
      cascade: { meaning: 'revokes every token that was made with it too, and so on' },
    },
    summary: 'revokes a token for the API',
    help: 'Revokes a token for the API: the next request with it is refused. Tokens that were made with it stay, unless\n--cascade is given; "norn api-token list --json" shows by createdBy who made each.',
    run: async (given, output) => (await import('../applications/api-token.ts')).revoke(given, output),
  }),
  command({
    name: 'webhook create',
    options: {
      url: { value: 'URL', required: true, meaning: 'where events are sent' },
      event: {
        value: 'EVENT',
        multiple: true,
        meaning: 'an event, a group such as account.*, or *; several may be given; every event unless given',
      },
      format: {
        value: 'FORMAT',
        choices: webhookFormats,
        meaning: 'standard or discord; discord for an address of Discord, else standard, unless given',
      },
    },
    summary: 'has events sent to a URL',
    help: 'Has events sent to a URL from now on, and prints its id, url, events, format and secret, which is shown\nonly this once: the receiver verifies signatures with it (Standard Webhooks 1.0). What cannot be\ndelivered is tried again for three days. docs/webhooks.md has the events and how to receive them.',
    run: async (given, output) => (await import('../applications/webhook.ts')).create(given, output),
  }),
  command({
    name: 'webhook list',
    summary: 'lists the webhooks',
    help: 'Lists the webhooks, the oldest first: id, url, events, format, on (false once the receiver has answered\n410: nothing is sent to it any more) and createdAt.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/webhook.ts')).list(given, output),
  }),
  command({
    name: 'webhook delete',
    arguments: webhookArgument,
    summary: 'deletes a webhook',
    help: 'Deletes a webhook. What waits for it is not sent any more.',
    run: async (given, output) => (await import('../applications/webhook.ts')).remove(given, output),
  }),
  command({
    name: 'webhook deliveries',
    arguments: webhookArgument,
    options: { limit: { value: 'NUMBER', meaning: 'how many; 100 unless given' } },
    summary: 'lists what was and is sent to a webhook',
    help: 'Lists the deliveries of a webhook, newest first: id, event, at (when it happened), attempts ({at, status};\nwhere no answer came status is null and problem says why) and state: delivered, waiting or failed.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/webhook.ts')).deliveries(given, output),
  }),
  command({
    name: 'webhook send',
    arguments: {
      ...webhookArgument,
      delivery: { meaning: 'the id of a delivery, as "norn webhook deliveries" shows it' },
    },
    summary: 'sends a delivery again',
    help: 'Has the running service send a delivery again, whatever became of it, and try at once what waits. The\nreceiver sees the same webhook-id as before.',
    run: async (given, output) => (await import('../applications/webhook.ts')).send(given, output),
  }),
]
