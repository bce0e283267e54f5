import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { ReadContext } from '../context.ts'
import { bedrockOf } from './links.ts'

/** Collects the Bedrock player who is linked to a player. Nothing where nobody is and no link can be made. */
export async function bedrockData(context: ReadContext, player: Pick<Account, 'id'>) {
  const link = await bedrockOf(context, player)
  if (link) {
    const { xuid, gamertag, linkedAt } = link
    return { bedrock: { xuid, gamertag, linkedAt: isoTime(linkedAt) } }
  }
  return context.config.bedrockLinks === 'on' ? { bedrock: null } : {}
}
