import { bedrockOf } from '../domain/bedrock/links.ts'
import { type Relations, relationsOf } from '../domain/characters/relations.ts'
import { groupsOf } from '../domain/community/members.ts'
import type { ReadContext } from '../domain/context.ts'
import { friendsCount } from '../domain/friends/list.ts'
import { linkedPlayers } from '../domain/linking/players.ts'
import { usernameHistory } from '../domain/names/rename.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'
import type { Account } from '../model/accounts/account.ts'
import type { LinkedPlayer } from '../model/community/linked-player.ts'
import type { Queries } from '../storage/engine/database.ts'
import type { LinkedIdentityRow } from '../storage/schema/rows/providers.ts'
import { identitiesOfAccount } from '../storage/sign-in/linked-identities.ts'
import { shownBedrock } from './bedrock.ts'

/** Returns an account as commands and the API list it. */
export const shownAccount = ({ id, username, email, language, createdAt, suspension }: Account) => ({
  id,
  username,
  email: email ?? null,
  language,
  createdAt: isoTime(createdAt),
  suspended: suspension !== undefined,
})

/** Returns the textures that an account wears, as names of files below /textures. */
const shownTextures = ({ skin, cape }: Account['textures']) => ({
  skin: skin?.hash ?? null,
  model: skin?.model ?? null,
  cape: cape?.hash ?? null,
})

/** Returns whom an account is and what it wears, as the command and the request that change it answer. */
export const shownWearer = ({ id, username, textures }: Account) => ({
  id,
  username,
  ...shownTextures(textures),
})

/** Returns whether the players of an account may upload. */
export const shownUploads = ({ uploadsSuspension }: Account) => ({
  allowed: uploadsSuspension === undefined,
  reason: uploadsSuspension?.reason ?? null,
})

/** Returns a player of another service that belongs to an account. */
export const shownLinkedPlayer = ({ neighbour, id, name, linkedAt }: LinkedPlayer) => ({
  neighbour,
  id,
  name,
  linkedAt: isoTime(linkedAt),
})

/** Returns the person at a provider who owns an account. */
export const shownIdentity = ({ provider, subject, name, linked_at }: LinkedIdentityRow) => ({
  provider,
  subject,
  name,
  at: isoTime(linked_at),
})

type ShownContext = Pick<ReadContext, 'clock'> & { db: Queries }

/** Returns accounts with those who belong to them, as lists of commands and the API have them. */
export async function shownAccounts(context: ShownContext, accounts: readonly Account[]) {
  const relations = await relationsOf(context, accounts)
  return accounts.map((account, place) => withRelations(account, relations[place]))
}

const withRelations = (account: Account, relations: Relations | undefined) => ({
  ...shownAccount(account),
  suspended: relations?.isSuspended ?? account.suspension !== undefined,
  owner: relations?.owner ?? null,
  characters: relations?.characters ?? [],
  primary: relations?.isPrimary ?? true,
})

/** Returns an account with its details, as commands and the API show it. */
export async function shownAccountDetails(context: ShownContext, account: Account) {
  const { deletesAt, hasSecondFactor, roles, suspension, textures } = account
  const names = await usernameHistory(context, account)
  const [relations] = await relationsOf(context, [account])
  const bedrock = await bedrockOf(context, account)
  return {
    ...withRelations(account, relations),
    suspendedUntil: isoTimeOrNull(suspension?.until),
    suspensionReason: suspension?.reason ?? null,
    deletesAt: isoTimeOrNull(deletesAt),
    totp: hasSecondFactor,
    roles: [...roles],
    groups: await groupsOf(context, account),
    linkedPlayers: (await linkedPlayers(context, account)).map(shownLinkedPlayer),
    ...(bedrock && { bedrock: shownBedrock(bedrock) }),
    linked: (await identitiesOfAccount(context.db, account.id)).map(shownIdentity),
    friends: await friendsCount(context, account.id),
    ...shownTextures(textures),
    usernameHistory: names.map((name) => ({ name: name.username, changedToAt: isoTime(name.changedAt) })),
  }
}

/** Returns an account that is just being created, with its details. */
export const shownNewAccount =
  ({ clock }: Pick<ReadContext, 'clock'>) =>
  (account: Account, db: Queries) =>
    shownAccountDetails({ clock, db }, account)
