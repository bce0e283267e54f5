// Actions on one account, below /accounts/{id}.
import { Type } from 'typebox'
import { accountById } from '../../domain/accounts/find.ts'
import { cancelDeletion, requestDeletion } from '../../domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../domain/accounts/suspend.ts'
import { linkSubject, unlinkProvider } from '../../domain/identities/operator.ts'
import { findLinkedPlayer } from '../../domain/linking/players.ts'
import { unlinkPlayer } from '../../domain/linking/unlink.ts'
import { disableSecondFactor } from '../../domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../domain/sign-in/unlock.ts'
import { revokeTokens } from '../../domain/tokens/held-tokens.ts'
import { canonicalAddress } from '../../lib/net/address.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { suspensionFields } from '../../model/fields/suspension.ts'
import { shownAccountDetails } from '../../present/account.ts'
import { shownGuesses } from '../../present/guesses.ts'
import { AccountDetails, AccountParams, accountOf, CharactersToo } from './account-answers.ts'
import { type AdminApi, actorOf, Closed, Instant, Nullable, word } from './api.ts'
import { givenFields, readFields } from './fields.ts'

const LinkedParams = Type.Object({
  ...AccountParams.properties,
  player: Type.String({ description: 'The name or the UUID of the player, and the neighbour: NAME@ID.' }),
})

const ProviderParams = Type.Object({
  ...AccountParams.properties,
  provider: Type.String({ description: 'The name of the provider.' }),
})

const Only = Type.Optional(
  Type.Boolean({ description: 'If true, the character alone, not its account with all players.' }),
)

const Unlocking = Closed({
  address: Type.Optional(
    Type.String({ description: 'Also forgets the wrong passwords from this IP address at all accounts.' }),
  ),
})

const Guesses = Type.Object({
  guesses: Type.String({ description: 'What was guessed.' }),
  network: Nullable(Type.String({ description: 'Null where all networks share the count.' })),
  blockedUntil: Nullable(Instant),
})

export function accountActionRoutes({ app, context, changes, ends }: AdminApi): void {
  app.post(
    '/accounts/:id/suspend',
    changes(
      'Suspends the account of a player with all its players, or a character, ends their tokens and answers what is suspended',
      AccountDetails,
      ['account_unknown', 'malformed', 'instant_malformed'],
      { params: AccountParams, body: Closed({ ...givenFields(suspensionFields), only: Only }) },
    ),
    async (request) => {
      const { only } = request.body
      const given = readFields(suspensionFields, request.body, context.clock())
      const account = await accountOf(context, request.params)
      const suspended = await suspendAccount(context, actorOf(request), account, given, { only })
      return shownAccountDetails(context, suspended)
    },
  )

  app.delete(
    '/accounts/:id/linked-players/:player',
    ends(
      'Unlinks a player of another service from an account',
      'It does not belong to the account.',
      ['account_unknown'],
      { params: LinkedParams },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      const player = await findLinkedPlayer(context, account, request.params.player)
      await unlinkPlayer(context, actorOf(request), account, player)
    },
  )

  app.put(
    '/accounts/:id/linked/:provider',
    ends(
      'Links an account to somebody at a provider',
      'They sign in as the account.',
      ['account_unknown', 'unknown', 'malformed'],
      { params: ProviderParams, body: Closed({ subject: Type.String({ minLength: 1 }) }) },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      const { subject } = request.body
      const provider = word(request.params.provider)
      await linkSubject(context, actorOf(request), account, { provider, subject })
    },
  )

  app.delete(
    '/accounts/:id/linked/:provider',
    ends('Unlinks an account from a provider', 'It is not linked to it.', ['account_unknown', 'unknown'], {
      params: ProviderParams,
    }),
    async (request) => {
      const account = await accountOf(context, request.params)
      await unlinkProvider(context, actorOf(request), account, word(request.params.provider))
    },
  )

  app.post(
    '/accounts/:id/restore',
    changes(
      'Ends the suspension of a player and of its account, or of a character alone',
      AccountDetails,
      ['account_unknown', 'malformed'],
      { params: AccountParams, querystring: Type.Object({ only: Only }) },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      const { only } = request.query
      const restored = await restoreAccount(context, actorOf(request), account, { only })
      return shownAccountDetails(context, restored)
    },
  )

  app.post(
    '/accounts/:id/delete-later',
    changes(
      'Ends everything that is signed in, and deletes the account after NORN_DELETION_GRACE',
      AccountDetails,
      ['account_unknown', 'malformed'],
      { params: AccountParams, querystring: CharactersToo },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      const withCharacters = request.query.characters ?? false
      await requestDeletion(context, actorOf(request), account, { withCharacters })
      return shownAccountDetails(context, await accountById(context, account.id))
    },
  )

  app.post(
    '/accounts/:id/keep',
    changes('Takes back a deletion whose grace is not over', AccountDetails, ['account_unknown'], {
      params: AccountParams,
    }),
    async (request) => {
      const account = await accountOf(context, request.params)
      await cancelDeletion(context, actorOf(request), account)
      return shownAccountDetails(context, await accountById(context, account.id))
    },
  )

  app.post(
    '/accounts/:id/unlock',
    changes(
      'Forgets wrong passwords and codes',
      Type.Object({ items: Type.Array(Guesses) }),
      ['account_unknown', 'malformed'],
      { params: AccountParams, body: Unlocking },
    ),
    async (request) => {
      const { address } = request.body
      if (address !== undefined && canonicalAddress(address) === undefined)
        throw new Refused('malformed', { field: 'address' })
      const account = await accountOf(context, request.params)
      const cleared = await unlockAccount(context, actorOf(request), account, address)
      return { items: cleared.map(shownGuesses) }
    },
  )

  app.delete(
    '/accounts/:id/tokens',
    ends(
      'Ends every token, session, pending join and app password of an account',
      'They have ended.',
      ['account_unknown'],
      { params: AccountParams },
    ),
    async (request) => {
      await revokeTokens(context, actorOf(request), await accountOf(context, request.params))
    },
  )

  app.delete(
    '/accounts/:id/second-factor',
    ends('Turns two-factor authentication off', 'The password alone is enough now.', ['account_unknown'], {
      params: AccountParams,
    }),
    async (request) => {
      await disableSecondFactor(context, actorOf(request), await accountOf(context, request.params))
    },
  )
}
