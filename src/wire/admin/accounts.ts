// /accounts: finding, creating, changing and deleting accounts, as "norn account" does.
import { Type } from 'typebox'
import { changeAccount } from '../../domain/accounts/change.ts'
import { createAccount } from '../../domain/accounts/create.ts'
import { deleteAccount } from '../../domain/accounts/delete.ts'
import { findAccount } from '../../domain/accounts/find.ts'
import { searchAccounts } from '../../domain/accounts/search.ts'
import type { ReadContext } from '../../domain/context.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { rowsAtOnce } from '../../model/records/lists.ts'
import { shownAccountDetails, shownAccounts, shownNewAccount } from '../../present/account.ts'
import {
  AccountAnswer,
  AccountDetails,
  AccountParams,
  accountOf,
  CharactersToo,
  RoleName,
} from './account-answers.ts'
import { type AdminApi, actorOf, Closed, created, Nullable } from './api.ts'
import { ListOf, ListQuery, linePattern } from './lists.ts'

const Search = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: linePattern,
      description:
        'Part of the username or email address, in any letter case (with fewer than three characters, their beginning); or a UUID.',
    }),
  ),
  suspended: Type.Optional(Type.Boolean({ description: 'If true, only suspended accounts.' })),
  owner: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      pattern: linePattern,
      description: 'Only the characters of this account: its UUID.',
    }),
  ),
  ...ListQuery,
})

const Reserved = Type.Boolean({ description: 'If true, the username may be a reserved one.' })

const unused =
  'With NORN_PASSWORD_SIGN_IN=off passwords count nowhere, but for those of administrators at /sign-in?local.'

const NewAccount = Closed({
  username: Type.String({ minLength: 1 }),
  reserved: Type.Optional(Reserved),
  password: Nullable(
    Type.String({
      minLength: 1,
      description: `Null for none: nobody can sign in with one until it is chosen. ${unused}`,
    }),
  ),
  email: Type.Optional(
    Type.String({ format: 'email', description: 'Without one, the player signs in by name.' }),
  ),
  language: Type.Optional(Type.String({ minLength: 2, description: 'en by default.' })),
  id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'A UUID, with or without hyphens; by default, generated as NORN_UUIDS says.',
    }),
  ),
})

const Changes = Closed({
  username: Type.Optional(Type.String({ minLength: 1 })),
  reserved: Type.Optional(Reserved),
  email: Type.Optional(Type.String({ format: 'email' })),
  language: Type.Optional(Type.String({ minLength: 2 })),
  password: Type.Optional(
    Type.String({ minLength: 1, description: `Changing it ends all tokens of the account. ${unused}` }),
  ),
  primary: Type.Optional(
    Type.Literal(true, { description: 'The email address of the account signs in this player from now on.' }),
  ),
  roles: Type.Optional(Type.Array(RoleName, { maxItems: 2, description: 'The complete new list.' })),
})

/** Returns the id of the account whose characters are wanted. Throws Refused `owner_unknown`. */
async function ownerOf(context: ReadContext, text: string): Promise<string> {
  const found = await findAccount(context, text)
  if (!found) throw new Refused('owner_unknown')
  return found.id
}

export function accountRoutes({ app, context, reads, changes, ends, creates }: AdminApi): void {
  app.get(
    '/accounts',
    reads('Lists or searches accounts', ListOf(AccountAnswer), ['malformed'], { querystring: Search }),
    async ({ query: { q: text, suspended, owner: named, limit = rowsAtOnce.answer, after } }) => {
      const owner = named === undefined ? undefined : await ownerOf(context, named)
      const state = suspended ? 'suspended' : undefined
      const found = await searchAccounts(context, { text, state, owner, limit, after })
      return { items: await shownAccounts(context, found.accounts), next: found.next ?? null }
    },
  )

  app.post(
    '/accounts',
    creates('Creates an account', AccountDetails, ['overloaded'], {
      body: NewAccount,
    }),
    (request, reply) =>
      created(context, request, reply, shownNewAccount(context), (by, keep) => {
        const { language = 'en', ...rest } = request.body
        return createAccount(context, by, { ...rest, language }, keep)
      }),
  )

  app.get(
    '/accounts/:id',
    reads('An account', AccountDetails, ['account_unknown'], { params: AccountParams }),
    async ({ params }) => shownAccountDetails(context, await accountOf(context, params)),
  )

  app.patch(
    '/accounts/:id',
    changes(
      'Changes an account: all that is given, or nothing',
      AccountDetails,
      ['account_unknown', 'malformed', 'overloaded'],
      { params: AccountParams, body: Changes },
    ),
    async (request) => {
      const account = await accountOf(context, request.params)
      const changed = await changeAccount(context, actorOf(request), account, request.body)
      return shownAccountDetails(context, changed)
    },
  )

  app.delete(
    '/accounts/:id',
    ends(
      'Deletes an account and everything that belongs to it',
      'It is gone.',
      ['account_unknown', 'malformed'],
      { params: AccountParams, querystring: CharactersToo },
    ),
    async (request) => {
      const { params, query } = request
      const account = await accountOf(context, params)
      await deleteAccount(context, actorOf(request), account, { withCharacters: query.characters ?? false })
    },
  )
}
