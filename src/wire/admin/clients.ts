// /clients: OAuth 2.0 clients, as "norn client" has them.
import { type Static, Type } from 'typebox'
import { changeClient } from '../../domain/oauth/change-client.ts'
import {
  createClient,
  deleteClient,
  listClients,
  type MadeClient,
  renewSecret,
  showClient,
} from '../../domain/oauth/clients.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { shownClient } from '../../present/client.ts'
import { type AdminApi, actorOf, Closed, created, Instant, word } from './api.ts'
import { pageOfAll } from './lists.ts'

const client = {
  client_id: Type.String(),
  client_name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  public: Type.Boolean(),
  groups: Type.Optional(
    Type.Array(Type.String(), { description: 'Only members of these groups may sign in to it.' }),
  ),
  post_logout_redirect_uris: Type.Optional(
    Type.Array(Type.String(), { description: 'Where people may be returned after signing out.' }),
  ),
}
const Alg = Type.Union([Type.Literal('RS256'), Type.Literal('ES256')])
const Pkce = Type.Union([Type.Literal('required'), Type.Literal('optional')], {
  description:
    '`optional` is for confidential applications that cannot use PKCE; they have to send state or nonce.',
})
const ClientAnswer = Type.Object(client)
const ClientDetails = Type.Object({
  ...client,
  id_token_alg: Alg,
  pkce: Pkce,
  createdAt: Instant,
  grants: Type.Integer({ description: 'The number of people’s consents in force.' }),
})
const ClientParams = Type.Object({ id: Type.String({ description: 'The client_id.' }) })
const Uris = Type.Array(Type.String({ format: 'uri', maxLength: 2048 }))

/** The fields that can be changed, as they are given for a new application. Lists replace those before. */
const changeable = {
  client_name: Type.String({ minLength: 1 }),
  redirect_uris: Uris,
  pkce: Type.Optional(Pkce),
  groups: Type.Optional(Type.Array(Type.String(), { description: 'Empty: everybody may sign in to it.' })),
  post_logout_redirect_uris: Type.Optional(Uris),
}
const ofFields = [
  'malformed',
  'redirect_uri_missing',
  'pkce_optional_public',
  'redirect_uri_malformed',
  'redirect_uri_rewritten',
  'redirect_uri_fragment',
  'redirect_uri_insecure',
  'redirect_uri_scheme',
  'unknown',
  'too_many',
] as const
const onlyOnce = 'Of a confidential one, this once.'

const NewClient = Closed({
  ...changeable,
  public: Type.Optional(
    Type.Boolean({ description: 'True for an application that runs where users could read a secret.' }),
  ),
  id_token_alg: Type.Optional(Alg),
})
const Changes = Type.Partial(Closed(changeable), { additionalProperties: false })

interface Given {
  client_name?: string
  redirect_uris?: string[]
  pkce?: Static<typeof Pkce>
  groups?: string[]
  post_logout_redirect_uris?: string[]
}
const read = ({ client_name, redirect_uris, post_logout_redirect_uris, pkce, groups }: Given) => ({
  name: client_name,
  redirectUris: redirect_uris,
  pkce,
  groups,
  logoutUris: post_logout_redirect_uris,
})

export function clientRoutes({ app, context, reads, lists, changes, ends, creates }: AdminApi): void {
  app.get('/clients', lists('The applications, by client_id', ClientAnswer), async ({ query }) =>
    pageOfAll(query, 'clientId', await listClients(context), shownClient),
  )

  app.get(
    '/clients/:id',
    reads('An application', ClientDetails, ['unknown'], { params: ClientParams }),
    async ({ params }) => {
      const found = await showClient(context, word(params.id))
      const { idTokenAlg, pkce, createdAt } = found.client
      const more = { id_token_alg: idTokenAlg, pkce, createdAt: isoTime(createdAt), grants: found.grants }
      return { ...shownClient(found.client), ...more }
    },
  )

  app.post(
    '/clients',
    creates(
      'Registers an application',
      Type.Object({
        ...client,
        client_secret: Type.Optional(Type.String({ description: onlyOnce })),
      }),
      ofFields,
      { body: NewClient },
    ),
    (request, reply) =>
      created(
        context,
        request,
        reply,
        ({ client, secret }: MadeClient) => ({
          ...shownClient(client),
          ...(secret !== undefined && { client_secret: secret }),
        }),
        (by, keep) => {
          const { client_name: name, redirect_uris: redirectUris, ...rest } = request.body
          const { public: isPublic = false, id_token_alg: idTokenAlg = 'RS256' } = rest
          const given = { ...read(request.body), name, redirectUris, isPublic, idTokenAlg }
          return createClient(context, by, given, keep)
        },
      ),
  )

  app.patch(
    '/clients/:id',
    changes('Changes an application', ClientAnswer, ['unknown', 'client_shared', ...ofFields], {
      description: 'Its id, secret and consents stay. Lists replace those before.',
      params: ClientParams,
      body: Changes,
    }),
    async (request) => {
      const { params, body } = request
      return shownClient(await changeClient(context, actorOf(request), word(params.id), read(body)))
    },
  )

  app.post(
    '/clients/:id/secret',
    changes(
      'Makes a new secret for an application',
      Type.Object({ client_id: Type.String(), client_secret: Type.String() }),
      ['unknown', 'client_without_secret'],
      { params: ClientParams },
    ),
    async (request) => {
      const { id } = request.params
      const client_secret = await renewSecret(context, actorOf(request), word(id))
      return { client_id: id, client_secret }
    },
  )

  app.delete(
    '/clients/:id',
    ends('Deletes an application and ends all its tokens', 'It is gone.', ['unknown', 'client_shared'], {
      params: ClientParams,
    }),
    (request) => deleteClient(context, actorOf(request), word(request.params.id)),
  )
}
