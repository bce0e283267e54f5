// Below /accounts/{id}: what is done to one account that is no field of it.
import { Type } from 'typebox'
import { maxReasonLength, restoreAccount, suspendAccount } from '../../domain/accounts/suspend.ts'
import { disableSecondFactor } from '../../domain/sign-in/second-factor.ts'
import { revokeTokens } from '../../domain/tokens/held-tokens.ts'
import { shownAccountDetails } from '../../present/account.ts'
import { EmptyBody } from '../yggdrasil/responses.ts'
import { AccountDetails, AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, actorOf } from './api.ts'
import { End, readEnd } from './instant.ts'
import { linePattern } from './lists.ts'

const Suspension = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: maxReasonLength,
        pattern: linePattern,
        description: 'The game shows it to the player.',
      }),
    ),
    until: Type.Optional(End),
  },
  { additionalProperties: false },
)

export function accountActionRoutes({ app, context, changes }: AdminApi): void {
  app.post(
    '/accounts/:id/suspend',
    {
      schema: {
        summary: 'Suspends an account and ends its tokens',
        params: AccountParams,
        body: Suspension,
        response: { 200: AccountDetails },
      },
      config: changes(
        'account_unknown',
        'fields_malformed',
        'instant_malformed',
        'last_administrator',
        'suspension_reason_malformed',
      ),
    },
    async (request) => {
      const { reason, until } = request.body
      const end = readEnd(until, context.clock(), 'until')
      const account = await accountOf(context, request.params)
      const suspended = await suspendAccount(context, actorOf(request), account, { reason, until: end })
      return shownAccountDetails(context, suspended)
    },
  )

  app.post(
    '/accounts/:id/restore',
    {
      schema: { summary: 'Ends a suspension', params: AccountParams, response: { 200: AccountDetails } },
      config: changes('account_unknown'),
    },
    async (request) => {
      const account = await accountOf(context, request.params)
      return shownAccountDetails(context, await restoreAccount(context, actorOf(request), account))
    },
  )

  app.delete(
    '/accounts/:id/tokens',
    {
      schema: {
        summary: 'Ends every token, session and pending join of an account',
        params: AccountParams,
        response: { 204: EmptyBody('They have ended.') },
      },
      config: changes('account_unknown'),
    },
    async (request, reply) => {
      await revokeTokens(context, actorOf(request), await accountOf(context, request.params))
      return reply.code(204).send()
    },
  )

  app.delete(
    '/accounts/:id/second-factor',
    {
      schema: {
        summary: 'Turns two-factor authentication off',
        params: AccountParams,
        response: { 204: EmptyBody('The password alone is enough now.') },
      },
      config: changes('account_unknown'),
    },
    async (request, reply) => {
      await disableSecondFactor(context, actorOf(request), await accountOf(context, request.params))
      return reply.code(204).send()
    },
  )
}
