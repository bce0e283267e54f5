// Access that outlives a new password: the owner of the account is told, and may end it along with the rest.
import type { Account } from '../../model/accounts/account.ts'
import type { LinkedPlayer } from '../../model/community/linked-player.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import { unlinkIdentitiesIn } from '../identities/unlink.ts'
import { linkedPlayers } from '../linking/players.ts'
import { type PlayerKey, unlinkPlayersIn } from '../linking/unlink.ts'
import { removePasskeysIn } from '../passkeys/passkeys.ts'

export interface Outliving {
  passkeys: readonly { id: string; name: string }[]
  players: readonly LinkedPlayer[]
  identities: readonly { provider: string; name: string }[]
}

/** A choice of it that ends. */
export interface EndedAccess {
  /** By their ids. */
  passkeys: readonly string[]
  players: readonly PlayerKey[]
  /** By the names of their providers. */
  identities: readonly string[]
}

export const nothingEnded: EndedAccess = { passkeys: [], players: [], identities: [] }

export async function outliving(context: { db: Queries }, account: Pick<Account, 'id'>): Promise<Outliving> {
  const [passkeys, players, identities] = await Promise.all([
    passkeysOf(context.db, account.id),
    linkedPlayers(context, account),
    identitiesOfAccount(context.db, account.id),
  ])
  return {
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
    players,
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
  ...(await unlinkPlayersIn(tx, account, players)),
  ...(await unlinkIdentitiesIn(tx, account, identities)),
]
