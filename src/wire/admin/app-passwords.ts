// /accounts/{id}/app-passwords: passwords for launchers alone, which their owners create.
import { Type } from 'typebox'
import { listAppPasswords, removeAppPassword } from '../../domain/tokens/app-passwords.ts'
import { shownAppPassword } from '../../present/app-password.ts'
import { AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, actorOf, Id, Instant, Nullable, word } from './api.ts'
import { ListOf, ListQuery, pageOfAll } from './lists.ts'

const AppPasswordAnswer = Type.Object({
  id: Id,
  name: Type.String({ description: 'As its owner called it.' }),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  launcher: Nullable(Type.String({ description: 'The User-Agent of the last use.' })),
  address: Nullable(Type.String({ description: 'The address of the last use.' })),
})

const AppPasswordParams = Type.Object({
  ...AccountParams.properties,
  appPassword: Type.String({ description: 'The id of the app password.' }),
})

export function appPasswordRoutes({ app, context, reads, ends }: AdminApi): void {
  app.get(
    '/accounts/:id/app-passwords',
    reads(
      'The app passwords of an account, by id',
      ListOf(AppPasswordAnswer),
      ['account_unknown', 'malformed'],
      {
        params: AccountParams,
        querystring: Type.Object(ListQuery),
      },
    ),
    async ({ params, query }) => {
      const account = await accountOf(context, params)
      return pageOfAll(query, 'id', await listAppPasswords(context, account), shownAppPassword)
    },
  )

  app.delete(
    '/accounts/:id/app-passwords/:appPassword',
    ends(
      'Ends an app password, and the tokens that were issued with it',
      'It has ended.',
      ['account_unknown', 'unknown'],
      { params: AppPasswordParams },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      await removeAppPassword(context, actorOf(request), account, word(request.params.appPassword))
    },
  )
}
