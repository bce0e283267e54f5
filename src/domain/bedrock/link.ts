// A player and a XUID belong to each other alone (docs/decisions/0141-bedrock-links.md).
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import {
  bedrockLinkByXuid,
  bedrockLinkOf,
  insertBedrockLink,
  updateGamertag,
} from '../../storage/game/bedrock-links.ts'
import type { UndoDeps } from '../access/undo-links.ts'
import { offerPlayerUndo } from '../access/undo-player.ts'
import { lockedAccount } from '../accounts/find.ts'
import { type ChangeResult, change, ifTaken } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { type GivenBedrock, readBedrock } from './given.ts'
import { type BedrockLink, type BedrockPlayer, toBedrockLink } from './links.ts'
import { bedrockEvent } from './unlink.ts'

/**
 * Links a Bedrock player, whom an operator knows, to a player. Where they are linked already, a gamertag is stored that
 * differs. Throws Refused `malformed`, `bedrock_taken`, `account_unknown`.
 */
export async function linkBedrock(
  context: ChangeContext & SecretContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  given: GivenBedrock,
): Promise<BedrockLink> {
  const player = readBedrock(given)
  return change(context, by, async (tx) => {
    await lockedAccount(tx, id)
    return linkBedrockIn(context, tx, id, player)
  }).catch(ifTaken('bedrock_taken'))
}

/**
 * Links a Bedrock player in the change of a use case that has locked the player here. Throws Refused `bedrock_taken`, and
 * UniqueViolation if another change links the Bedrock player at this moment.
 */
export async function linkBedrockIn(
  context: UndoDeps,
  tx: Transaction,
  account: string,
  { xuid, gamertag: said }: BedrockPlayer,
): Promise<ChangeResult & { result: BedrockLink }> {
  const current = await currentBedrock(tx, account, { xuid })
  if (current) {
    const gamertag = said ?? current.gamertag
    if (gamertag !== null && gamertag !== current.gamertag) await updateGamertag(tx, account, gamertag)
    return { events: [], result: { ...current, gamertag } }
  }
  const row = { account_id: account, xuid, gamertag: said, at: context.clock() }
  await insertBedrockLink(tx, row)
  const sealToken = await offerPlayerUndo(context, tx, {
    account,
    neighbour: null,
    id: xuid,
    linkedAt: row.at,
  })
  const result = toBedrockLink(row)
  return { events: [{ ...bedrockEvent('account.linked', result), sealToken }], result }
}

/** Returns the link of both if there is one. Throws Refused `bedrock_taken` if either has another. */
export async function currentBedrock(
  db: Queries,
  account: string,
  { xuid }: Pick<BedrockPlayer, 'xuid'>,
): Promise<BedrockLink | undefined> {
  const [own, its] = [await bedrockLinkOf(db, account), await bedrockLinkByXuid(db, xuid)]
  if (!own && !its) return undefined
  if (own?.xuid !== xuid) throw new Refused('bedrock_taken', { about: { id: account } })
  return toBedrockLink(own)
}
