import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isOfBedrock } from '../../model/community/bedrock.ts'
import type { LinkedPlayer } from '../../model/community/linked-player.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { deleteLinkedPlayer } from '../../storage/community/linked-players.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { NeighbourLinkRow } from '../../storage/schema/rows/neighbours.ts'
import { bedrockEvent, unlinkBedrockIn } from '../bedrock/unlink.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'

/** Identifies a player: each neighbour has its own UUIDs. A player of Bedrock has `bedrock` and a XUID. */
export type PlayerKey = Pick<LinkedPlayer, 'neighbour' | 'id'>

/** A linked player, and the UUID of the player of an account that it is linked to. */
export type PlayerOf = PlayerKey & { of: string }

/** Ends a link of an account. Returns false if it has no such link. */
export function unlinkPlayer(
  context: ChangeContext,
  by: Actor,
  account: Pick<Account, 'id'>,
  player: PlayerKey,
): Promise<boolean> {
  return change(context, by, async (tx) => {
    const events = await unlinkPlayersIn(tx, account, [player])
    return { events, result: events.length > 0 }
  })
}

/** Ends those links that the account has as a part of a larger change, and answers the events of it. */
export async function unlinkPlayersIn(
  tx: Transaction,
  { id: account }: Pick<Account, 'id'>,
  players: readonly PlayerKey[],
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const player of players) {
    if (isOfBedrock(player)) {
      const link = await unlinkBedrockIn(tx, account, player.id)
      if (link) events.push(bedrockEvent('account.unlinked', link))
      continue
    }
    const gone = await deleteLinkedPlayer(tx, account, player.neighbour, player.id)
    if (gone) events.push(linkedPlayerEvent('account.unlinked', gone))
  }
  return events
}

/** Ends links of different players of an account like `unlinkPlayersIn`. */
export async function unlinkFromAnyIn(tx: Transaction, players: readonly PlayerOf[]): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const { of, ...player } of players) events.push(...(await unlinkPlayersIn(tx, { id: of }, [player])))
  return events
}

export const linkedPlayerEvent = <Name extends 'account.linked' | 'account.unlinked'>(
  event: Name,
  { account_id: account, name, uuid: id, neighbour_id: neighbour }: Omit<NeighbourLinkRow, 'proof' | 'at'>,
) => ({ event, account, details: { name, id, neighbour } })
