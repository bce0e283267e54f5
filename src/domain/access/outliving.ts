// Access that outlives a new password: the owner of the account is told, and may end it along with the rest.
import type { Account } from '../../model/accounts/account.ts'
import type { LinkedPlayer } from '../../model/community/linked-player.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { linkedPlayersOfPlayers } from '../../storage/community/linked-players.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { bedrockLinksOfPlayers } from '../../storage/game/bedrock-links.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import { asLinkedPlayer, toBedrockLink } from '../bedrock/links.ts'
import { unlinkIdentitiesIn } from '../identities/unlink.ts'
import { toLinkedPlayer } from '../linking/players.ts'
import { type PlayerOf, unlinkFromAnyIn } from '../linking/unlink.ts'
import { removePasskeysIn } from '../passkeys/passkeys.ts'

export interface Outliving {
  passkeys: readonly { id: string; name: string }[]
  /** The linked ones of any player of the account, those of Bedrock last. */
  players: readonly (LinkedPlayer & PlayerOf)[]
  identities: readonly { provider: string; name: string }[]
}

/** A choice of it that ends. */
export interface EndedAccess {
  /** By their ids. */
  passkeys: readonly string[]
  players: readonly PlayerOf[]
  /** By the names of their providers. */
  identities: readonly string[]
}

export const nothingEnded: EndedAccess = { passkeys: [], players: [], identities: [] }

export async function outliving(context: { db: Queries }, account: Pick<Account, 'id'>): Promise<Outliving> {
  const [passkeys, players, bedrock, identities] = await Promise.all([
    passkeysOf(context.db, account.id),
    linkedPlayersOfPlayers(context.db, account.id),
    bedrockLinksOfPlayers(context.db, account.id),
    identitiesOfAccount(context.db, account.id),
  ])
  return {
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
    players: [
      ...players.map((row) => Object.assign(toLinkedPlayer(row), { of: row.account_id })),
      ...bedrock.map((row) => Object.assign(asLinkedPlayer(toBedrockLink(row)), { of: row.account_id })),
    ],
    identities: identities.map(({ provider, name, subject }) => ({ provider, name: name ?? subject })),
  }
}

/** Ends what the account has of it, as a part of a larger change, and answers the events of it. */
export const endAccessIn = async (
  tx: Transaction,
  account: Pick<Account, 'id'>,
  { passkeys, players, identities }: EndedAccess,
): Promise<AuditEvent[]> => [
  ...(await removePasskeysIn(tx, account, passkeys)),
  ...(await unlinkFromAnyIn(tx, players)),
  ...(await unlinkIdentitiesIn(tx, account, identities)),
]
