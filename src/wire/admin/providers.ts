// /providers: services through which people sign in here, as "norn provider" has them.
import { Type } from 'typebox'
import { examineProvider } from '../../domain/providers/examine.ts'
import { type KeptProvider, keptProvider, listProviders } from '../../domain/providers/kept.ts'
import { addProvider, removeProvider, setProvider } from '../../domain/providers/providers.ts'
import { forAMoment, syncProvider } from '../../domain/providers/sync.ts'
import { providerPresets } from '../../model/community/provider.ts'
import { providerFields } from '../../model/fields/provider.ts'
import { shownExamination, shownProvider, shownSync } from '../../present/provider.ts'
import { providerFaults } from '../../state/providers/examine.ts'
import { type AdminApi, actorOf, Closed, created, Instant, Nullable, word } from './api.ts'
import { answeredFields, givenFields, newFields } from './fields.ts'
import { pageOfAll } from './lists.ts'

const Url = Type.String({ minLength: 1 })
const Text = Type.String({ minLength: 1 })
const Secret = Type.String({ minLength: 1, description: 'It is never shown.' })

const Claims = Type.Object({
  subject: Type.String(),
  username: Type.String(),
  email: Nullable(Type.String()),
  groups: Nullable(Type.String({ description: 'Null if no groups are read.' })),
})

const { scope: _, ...settings } = answeredFields(providerFields)

const ProviderAnswer = Type.Object({
  name: Type.String(),
  preset: Nullable(Type.Enum(providerPresets)),
  kind: Type.Enum(['openid', 'oauth2'] as const),
  issuer: Nullable(Url),
  clientId: Type.String(),
  ...settings,
  scope: Type.String({ description: 'Empty if nothing is asked for.' }),
  claims: Claims,
  groupMap: Type.Record(Type.String(), Type.String(), { description: 'Groups by values.' }),
  authorizeUrl: Url,
  tokenUrl: Url,
  userinfoUrl: Nullable(Url),
  private: Type.Boolean(),
  hasBotToken: Type.Boolean(),
  redirectUri: Type.String({ description: 'To be registered there.' }),
  accounts: Type.Integer({ description: 'The accounts that are linked to it, up to 1000.' }),
  createdAt: Instant,
  lastSignInAt: Nullable(Instant),
  lastProblem: Nullable(
    Type.Object(
      { at: Instant, problem: Type.String() },
      {
        description:
          'Why the last sign-in failed or, if it did not, why nothing was heard of members for a day.',
      },
    ),
  ),
})

const given = {
  claims: Type.Optional(
    Closed({
      subject: Type.Optional(Text),
      username: Type.Optional(Text),
      email: Type.Optional(Nullable(Text)),
      groups: Type.Optional(Nullable(Text)),
    }),
  ),
  groupMap: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Groups by values.' })),
  authorizeUrl: Type.Optional(Url),
  tokenUrl: Type.Optional(Url),
  userinfoUrl: Type.Optional(Url),
}

const NewProvider = Closed({
  name: Text,
  preset: Type.Optional(Type.Enum(providerPresets)),
  kind: Type.Optional(Type.Enum(['oauth2'] as const)),
  issuer: Type.Optional(Url),
  private: Type.Optional(Type.Boolean()),
  clientId: Text,
  clientSecret: Secret,
  ...newFields(providerFields),
  ...given,
})

const Changes = Closed({
  clientId: Type.Optional(Text),
  clientSecret: Type.Optional(Secret),
  botToken: Type.Optional(Nullable(Secret)),
  refresh: Type.Optional(Type.Boolean({ description: 'True to read its discovery document again.' })),
  ...givenFields(providerFields),
  ...given,
})

const Examined = Type.Object({
  name: Type.String(),
  problems: Type.Array(
    Type.Object({
      problem: Type.Enum(providerFaults),
      said: Type.String(),
    }),
  ),
  secondsAhead: Nullable(Type.Integer({ description: 'Null if it does not tell the time.' })),
})

const Synced = Type.Object({
  name: Type.String(),
  asked: Type.Integer({ description: 'The accounts that were asked about.' }),
  made: Type.Integer({ description: 'Memberships that began.' }),
  ended: Type.Integer({ description: 'Memberships that ended.' }),
  failed: Type.Integer({ description: 'The accounts of which nothing was heard.' }),
  waiting: Type.Integer({ description: 'The accounts that are left, up to 1000.' }),
})

const Params = Type.Object({ name: Type.String({ description: 'The name of the provider.' }) })

export function providerRoutes({ app, context, reads, lists, changes, creates, ends }: AdminApi): void {
  app.get('/providers', lists('The providers, by name', ProviderAnswer), async ({ query }) =>
    pageOfAll(query, 'name', await listProviders(context), (one) => shownProvider(context, one)),
  )

  app.get(
    '/providers/:name',
    reads('A provider', ProviderAnswer, ['unknown'], { params: Params }),
    async ({ params }) => shownProvider(context, await keptProvider(context.db, word(params.name))),
  )

  app.post(
    '/providers',
    creates('Adds a provider of sign-ins', ProviderAnswer, ['unknown', 'taken', 'too_many'], {
      description: 'The discovery document of an issuer is read first.',
      body: NewProvider,
    }),
    (request, reply) =>
      created(
        context,
        request,
        reply,
        (made: KeptProvider) => shownProvider(context, made),
        (by, keep) => {
          const { private: isPrivate, ...rest } = request.body
          return addProvider(context, by, { ...rest, isPrivate }, keep)
        },
      ),
  )

  app.patch(
    '/providers/:name',
    changes('Changes a provider', ProviderAnswer, ['unknown', 'malformed'], {
      description: '`claims` changes those that it names, `groupMap` replaces the map.',
      params: Params,
      body: Changes,
    }),
    async (request) =>
      shownProvider(
        context,
        await setProvider(context, actorOf(request), word(request.params.name), request.body),
      ),
  )

  app.post(
    '/providers/:name/test',
    changes('Finds out what would keep people from signing in', Examined, ['unknown'], {
      description: 'Changes nothing.',
      params: Params,
    }),
    async ({ params }) => {
      const name = word(params.name)
      return shownExamination(name, await examineProvider(context, name))
    },
  )

  app.post(
    '/providers/:name/sync',
    changes('Asks Discord about the members of its guild', Synced, ['unknown'], {
      description: 'Asks for 5 seconds. The service continues with those who are left.',
      params: Params,
    }),
    async (request) => {
      const name = word(request.params.name)
      return shownSync(name, await syncProvider(context, name, { by: actorOf(request), ...forAMoment() }))
    },
  )

  app.delete(
    '/providers/:name',
    ends(
      'Removes a provider, with what is linked to it. It can be undone for an hour',
      'It is gone.',
      ['unknown'],
      {
        params: Params,
        querystring: Type.Object({
          force: Type.Optional(
            Type.Boolean({ description: 'True to remove it even if it is the only way in of somebody.' }),
          ),
        }),
      },
    ),
    async (request) => {
      const { params, query } = request
      await removeProvider(context, actorOf(request), word(params.name), query)
    },
  )
}
