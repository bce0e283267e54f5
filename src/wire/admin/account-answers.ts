import { Type } from 'typebox'
import { findAccount } from '../../domain/accounts/find.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { Account } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { Id, Instant, Nullable } from './api.ts'

const player = { id: Id, username: Type.String() }

const account = {
  id: Id,
  username: Type.String(),
  email: Nullable(Type.String()),
  language: Type.String(),
  createdAt: Instant,
  suspended: Type.Boolean({ description: 'Also true for a character of a suspended account.' }),
  owner: Nullable(Type.Object(player, { description: 'The account of a character; null for an account.' })),
  characters: Type.Array(Type.Object(player)),
  primary: Type.Boolean({ description: 'True for the player that the email address signs in.' }),
}

/** A player of Bedrock who is linked. */
export const bedrock = {
  xuid: Type.String({ description: 'A decimal number from 1 to 2^63 - 1, as text.' }),
  gamertag: Nullable(Type.String({ description: 'The name at Xbox, as it was last said.' })),
  linkedAt: Instant,
}

export const AccountAnswer = Type.Object(account)

export const RoleName = Type.Union([Type.Literal('admin'), Type.Literal('moderator')])

export const SkinModelName = Type.Enum(['default', 'slim'])

export const AccountDetails = Type.Object({
  ...account,
  suspendedUntil: Nullable(Instant),
  suspensionReason: Nullable(Type.String()),
  deletesAt: Nullable(Instant),
  totp: Type.Boolean({ description: 'True if two-factor authentication is on.' }),
  roles: Type.Array(RoleName),
  groups: Type.Array(Type.String()),
  linkedPlayers: Type.Array(
    Type.Object({
      neighbour: Type.String({ description: 'The id of the neighbour.' }),
      id: Type.String({ description: 'The UUID there.' }),
      name: Type.String({ description: 'As it was last proved.' }),
      linkedAt: Instant,
    }),
  ),
  bedrock: Type.Optional(
    Type.Object(bedrock, { description: 'The player of Bedrock who is linked. Missing if nobody is.' }),
  ),
  linked: Type.Array(
    Type.Object({
      provider: Type.String({ description: 'The name of the provider.' }),
      subject: Type.String({ description: 'The id there, which is never given to another.' }),
      name: Nullable(Type.String({ description: 'The name there at the last sign-in.' })),
      at: Instant,
    }),
    { description: 'Those who sign in as the account through a provider.' },
  ),
  friends: Type.Integer({ description: 'How many friends the player has.' }),
  skin: Nullable(Type.String({ description: 'The name of its file below /textures.' })),
  model: Nullable(SkinModelName),
  cape: Nullable(Type.String({ description: 'As skin.' })),
  usernameHistory: Type.Array(Type.Object({ name: Type.String(), changedToAt: Instant })),
})

export const AccountParams = Type.Object({
  id: Type.String({
    minLength: 1,
    description: 'The UUID, with or without hyphens, the username or the email address.',
  }),
})

/** The query of what deletes an account. */
export const CharactersToo = Type.Object({
  characters: Type.Optional(
    Type.Boolean({ description: 'If true, an account that has characters is deleted with them all.' }),
  ),
})

/** Returns the account that a path names. Throws Refused `account_unknown`. */
export async function accountOf(context: ReadContext, { id: text }: { id: string }): Promise<Account> {
  const found = await findAccount(context, text)
  if (!found) throw new Refused('account_unknown')
  return found
}
