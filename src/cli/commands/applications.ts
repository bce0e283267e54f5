// Programs: OAuth 2.0 applications, API tokens, webhooks.
import { listedWords } from '../../lib/text/listed-words.ts'
import { apiTokenFields } from '../../model/fields/api-token.ts'
import { clientFields, newClientFields } from '../../model/fields/client.ts'
import { newWebhookFields, webhookFields } from '../../model/fields/webhook.ts'
import { type Command, command } from '../line/command.ts'
import { clientArgument, listOptions, webhookArgument } from '../line/common-arguments.ts'
import { changeOptionsOf, optionsOf } from '../line/field-options.ts'

export const applicationCommands: readonly Command[] = [
  command({
    name: 'client create',
    options: optionsOf(newClientFields),
    summary: 'registers an application that people sign in to with OAuth 2.0',
    help: 'Registers an application (an OAuth 2.0 client) and prints its client_id and, unless it is public, its\nclient_secret, which is shown only once. A redirect URI is https:, or http: on 127.0.0.1, [::1] or\nlocalhost; a public client may also use a scheme of its own, and any port of a loopback address. Redirect\nURIs have to match exactly, and cannot have a fragment. --pkce optional is for applications that do not\nsupport PKCE, such as Forgejo; they have to send state or nonce. A launcher that signs in by device flow\nneeds none of this: it uses the client "launchers", which every installation has.',
    run: async (given, output) => (await import('../applications/client.ts')).create(given, output),
  }),
  command({
    name: 'client list',
    summary: 'lists the OAuth 2.0 clients',
    help: 'Lists the OAuth 2.0 clients, oldest first: client_id, client_name, redirect_uris, public, groups.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/client.ts')).list(given, output),
  }),
  command({
    name: 'client show',
    arguments: clientArgument,
    summary: 'shows an OAuth 2.0 client',
    help: 'Shows an OAuth 2.0 client: client_id, client_name, redirect_uris, public, groups (if any, only their members\nmay sign in to it), post_logout_redirect_uris (if any), id_token_alg, pkce, createdAt and grants, the number of people’s consents in force.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/client.ts')).show(given, output),
  }),
  command({
    name: 'client set',
    arguments: clientArgument,
    options: changeOptionsOf(clientFields),
    summary: 'changes an OAuth 2.0 client',
    help: 'Changes an OAuth 2.0 client: its client_id, secret, consents and tokens stay. Redirect URIs, groups and\npost-logout redirect URIs replace those before. Sign-ins that are under way end if the redirect URIs or --pkce\nchange. What each option takes is the same as for\n"norn client create".',
    run: async (given, output) => (await import('../applications/client.ts')).set(given, output),
  }),
  command({
    name: 'client delete',
    arguments: clientArgument,
    summary: 'deletes an OAuth 2.0 client and ends all its tokens',
    help: 'Deletes an OAuth 2.0 client. It loses access to every account at once. For an hour,\n"norn deletion undo" brings it back.',
    run: async (given, output) => (await import('../applications/client.ts')).remove(given, output),
  }),
  command({
    name: 'client secret',
    arguments: clientArgument,
    summary: 'creates a new secret for an OAuth 2.0 client',
    help: 'Creates a new secret for a confidential client and prints it; it is shown only once. The old secret stops\nworking at once; tokens stay valid.',
    run: async (given, output) => (await import('../applications/client.ts')).secret(given, output),
  }),
  command({
    name: 'api-token create',
    options: optionsOf(apiTokenFields),
    summary: 'creates a token for the API',
    help: `Creates a token for the API for administration, {base_url}/api/v1, and prints it: id, token,\n${listedWords(Object.keys(apiTokenFields))}. The token is shown only once. Anybody who has it can do there\nwhat these commands do; with --read-only it can read everything but passwords and secrets. docs/protocol/admin.md describes the requests.`,
    run: async (given, output) => (await import('../applications/api-token.ts')).create(given, output),
  }),
  command({
    name: 'api-token list',
    summary: 'lists the tokens for the API',
    help: `Lists the tokens for the API, newest first: id, ${Object.keys(apiTokenFields).join(', ')}, createdAt, lastUsedAt (up to five\nminutes late) and createdBy, the actor that created it. The tokens themselves are not stored.`,
    readOnly: true,
    run: async (given, output) => (await import('../applications/api-token.ts')).list(given, output),
  }),
  command({
    name: 'api-token revoke',
    arguments: { id: { meaning: 'the id, as "norn api-token list" shows it' } },
    options: { cascade: { meaning: 'also revokes every token created with it, and with those' } },
    summary: 'revokes a token for the API',
    help: 'Revokes a token for the API: the next request with it is refused. Tokens created with it stay valid unless\nyou give --cascade; createdBy in "norn api-token list --json" shows who created each.',
    run: async (given, output) => (await import('../applications/api-token.ts')).revoke(given, output),
  }),
  command({
    name: 'webhook create',
    options: optionsOf(newWebhookFields),
    summary: 'sends events to a URL',
    help: 'Sends events to a URL from now on, and prints its id, url, events, format and secret. The secret is shown\nonly once: the receiver verifies signatures with it (Standard Webhooks 1.0). Discord has none. Failed deliveries are retried\nfor three days. docs/webhooks.md lists the events and explains how to receive them.',
    run: async (given, output) => (await import('../applications/webhook.ts')).create(given, output),
  }),
  command({
    name: 'webhook list',
    summary: 'lists the webhooks',
    help: 'Lists the webhooks, oldest first: id, url, events, format, on (false once the receiver has answered that it\nis gone, after which nothing is sent to it) and createdAt.',
    readOnly: true,
    run: async (given, output) => (await import('../applications/webhook.ts')).list(given, output),
  }),
  command({
    name: 'webhook set',
    arguments: webhookArgument,
    options: changeOptionsOf(webhookFields),
    summary: 'changes a webhook',
    help: 'Changes a webhook: its id, secret and what waits for it stay. Events replace those before. A URL, even\nthe same one, turns a webhook that is off on again; it gets what happens from then on.',
    run: async (given, output) => (await import('../applications/webhook.ts')).set(given, output),
  }),
  command({
    name: 'webhook test',
    arguments: webhookArgument,
    summary: 'sends a test to a webhook',
    help: 'Makes the running service send the event webhook.tested to a webhook, whatever events it wants, and try\nwaiting ones at once. "norn webhook deliveries" shows what its receiver answered.',
    run: async (given, output) => (await import('../applications/webhook.ts')).test(given, output),
  }),
  command({
    name: 'webhook delete',
    arguments: webhookArgument,
    summary: 'deletes a webhook',
    help: 'Deletes a webhook. Events waiting for it will not be sent. For an hour, "norn deletion undo" brings it back.',
    run: async (given, output) => (await import('../applications/webhook.ts')).remove(given, output),
  }),
  command({
    name: 'webhook deliveries',
    arguments: webhookArgument,
    options: listOptions,
    summary: 'lists the deliveries to a webhook',
    help: 'Lists the deliveries of a webhook, newest first: id, event, at (when it happened), attempts ({at, status};\nif there was no answer, status is null and problem says why) and state: delivered, waiting or failed.',
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
    help: 'Makes the running service send a delivery again, whatever its state, and try waiting ones at once. The\nreceiver sees the same webhook-id as before.',
    run: async (given, output) => (await import('../applications/webhook.ts')).send(given, output),
  }),
]
