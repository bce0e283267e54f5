// /accounts/{id}/characters: the players of an account, as "norn character" does.
import { Type } from 'typebox'
import { createCharacter } from '../../domain/characters/create.ts'
import { findOwner, joinAccount } from '../../domain/characters/join.ts'
import { partCharacter } from '../../domain/characters/part.ts'
import { playersOf } from '../../domain/characters/players.ts'
import { shownAccountDetails, shownNewAccount } from '../../present/account.ts'
import { shownPlayer } from '../../present/character.ts'
import { shownOneTimeLink } from '../../present/one-time-link.ts'
import { AccountDetails, AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, actorOf, Closed, created, Id, Instant, Nullable } from './api.ts'
import { ListOf } from './lists.ts'

const ofOwners = ['owner_unknown', 'owner_is_character', 'character_limit'] as const

const PlayerAnswer = Type.Object({
  id: Id,
  username: Type.String(),
  primary: Type.Boolean({ description: 'True for the player that the email address signs in.' }),
  createdAt: Instant,
  suspended: Type.Boolean({ description: 'Also true where the account is.' }),
  deletesAt: Nullable(Instant),
})

const NewCharacter = Closed({
  username: Type.String({ minLength: 1 }),
  reserved: Type.Optional(Type.Boolean({ description: 'If true, the username may be a reserved one.' })),
  id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'A UUID, with or without hyphens; by default, generated as NORN_UUIDS says.',
    }),
  ),
})

const Joining = Closed({
  owner: Type.String({
    minLength: 1,
    description: 'The account that is to own it: a UUID, a username or an email address.',
  }),
  dropEmail: Type.Optional(
    Type.Boolean({ description: 'True gives up the email address of the account, which no character has.' }),
  ),
})

const Parting = Closed({
  email: Type.Optional(
    Type.String({ format: 'email', description: 'The email address of the new account.' }),
  ),
})

const PartedAnswer = Type.Object({
  ...AccountDetails.properties,
  link: Nullable(
    Type.Object({
      url: Type.String({ description: 'The page to send to the player, this once, to choose a password.' }),
      expiresAt: Instant,
    }),
  ),
})

export function characterRoutes({ app, context, reads, changes, creates }: AdminApi): void {
  app.post(
    '/accounts/:id/join',
    changes(
      'Makes an account a character of another one',
      AccountDetails,
      ['account_unknown', 'has_characters', 'malformed', ...ofOwners],
      { params: AccountParams, body: Joining },
    ),
    async (request) => {
      const { owner, dropEmail } = request.body
      const account = await accountOf(context, request.params)
      const joining = { owner: await findOwner(context, owner), dropEmail }
      return shownAccountDetails(context, await joinAccount(context, actorOf(request), account, joining))
    },
  )

  app.post(
    '/accounts/:id/part',
    changes(
      'Makes a character an account of its own, without a password or groups',
      PartedAnswer,
      ['account_unknown', 'email_malformed', 'email_taken', 'malformed'],
      { params: AccountParams, body: Parting },
    ),
    async (request) => {
      const character = await accountOf(context, request.params)
      const { account, link } = await partCharacter(context, actorOf(request), character, request.body)
      const shown = await shownAccountDetails(context, account)
      return { ...shown, link: link ? shownOneTimeLink(link, context.baseUrl()) : null }
    },
  )

  app.get(
    '/accounts/:id/characters',
    reads(
      'The players of an account: its own one, then its characters',
      ListOf(PlayerAnswer),
      ['account_unknown'],
      { params: AccountParams },
    ),
    async ({ params }) => {
      const players = await playersOf(context, await accountOf(context, params))
      return { items: players.map(shownPlayer), next: null }
    },
  )

  app.post(
    '/accounts/:id/characters',
    creates('Adds a character to an account', AccountDetails, ['account_unknown'], {
      params: AccountParams,
      body: NewCharacter,
    }),
    async (request, reply) => {
      const owner = await accountOf(context, request.params)
      return created(context, request, reply, shownNewAccount(context), (by, keep) =>
        createCharacter(context, by, owner, request.body, keep),
      )
    },
  )
}
