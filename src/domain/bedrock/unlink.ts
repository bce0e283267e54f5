import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { bedrock } from '../../model/community/bedrock.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { bedrockLinkOf, deleteBedrockLink } from '../../storage/game/bedrock-links.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { type BedrockLink, bedrockName, toBedrockLink } from './links.ts'

/** Ends the link of a player to a Bedrock player. Returns it, or undefined if there is none. Throws Refused `account_unknown`. */
export function unlinkBedrock(
  context: ChangeContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
): Promise<BedrockLink | undefined> {
  return change(context, by, async (tx) => {
    await lockedAccount(tx, id)
    const row = await bedrockLinkOf(tx, id)
    const gone = row && (await unlinkBedrockIn(tx, id, row.xuid))
    return { events: gone ? [bedrockEvent('account.unlinked', gone)] : [], result: gone }
  })
}

/** Ends the link of a player to this XUID, as a part of a larger change. Returns undefined if there is none. */
export async function unlinkBedrockIn(
  tx: Transaction,
  account: string,
  xuid: string,
): Promise<BedrockLink | undefined> {
  const gone = await deleteBedrockLink(tx, account, xuid)
  return gone && toBedrockLink(gone)
}

export const bedrockEvent = <Name extends 'account.linked' | 'account.unlinked'>(
  event: Name,
  link: BedrockLink,
) => ({
  event,
  account: link.account,
  details: { name: bedrockName(link), id: link.xuid, neighbour: bedrock },
})
