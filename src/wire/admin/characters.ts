// /accounts/{id}/characters: the players of an account, as "norn character" does.
import { Type } from 'typebox'
import { createCharacter } from '../../domain/characters/create.ts'
import { playersOf } from '../../domain/characters/players.ts'
import { shownNewAccount } from '../../present/account.ts'
import { shownPlayer } from '../../present/character.ts'
import { AccountDetails, AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, Closed, created, Id, Instant, Nullable } from './api.ts'
import { ListOf } from './lists.ts'

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

export function characterRoutes({ app, context, reads, creates }: AdminApi): void {
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
