import { parseUuid } from '../../lib/crypto/uuid.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { type LinkedPlayer, type LinkProof, readLinkCode } from '../../model/community/linked-player.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { askAboutLinkCode, takeLinkQuestion } from '../../storage/community/link-codes.ts'
import {
  insertLinkedPlayer,
  linkedPlayerOf,
  linkedPlayersOfAccount,
  renameLinkedPlayer,
} from '../../storage/community/linked-players.ts'
import { isUuidOfAccount, visitorByUuid } from '../../storage/community/visitors.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { askAboutBedrockCode, takeBedrockQuestion } from '../../storage/game/bedrock-codes.ts'
import { giveBack, takeAll } from '../../storage/limits/budgets.ts'
import type { NeighbourLinkRow } from '../../storage/schema/rows/neighbours.ts'
import type { UndoDeps } from '../access/undo-links.ts'
import { offerPlayerUndo } from '../access/undo-player.ts'
import { lockedAccount } from '../accounts/find.ts'
import { currentBedrock, linkBedrockIn } from '../bedrock/link.ts'
import { asLinkedPlayer } from '../bedrock/links.ts'
import { type ChangeResult, change, ifTaken } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { takingsOfNetwork } from '../registration/network-budget.ts'
import {
  digestOfLinkCode,
  digestOfLinkQuestion,
  linkCodeLifetimeMs,
  newLinkQuestion,
  type ProvedPlayer,
} from './codes.ts'
import { linkedPlayerEvent, type PlayerKey } from './unlink.ts'

/** The most players that one account can have. */
export const maxLinked = 20

/** Wrong codes of one account. */
export const wrongCodes = { size: 10, refillMs: hourMs / 10 }

/** Wrong codes of one network, whose people may have any number of accounts. */
export const wrongCodesOfNetwork = { size: 30, refillMs: hourMs / 30 }

/** Returns the players that are linked to an account, in the order in which they were linked. */
export async function linkedPlayers(
  { db }: { db: Queries },
  { id }: Pick<Account, 'id'>,
): Promise<LinkedPlayer[]> {
  return (await linkedPlayersOfAccount(db, id)).map(toLinkedPlayer)
}

export const toLinkedPlayer = (row: NeighbourLinkRow): LinkedPlayer => ({
  neighbour: row.neighbour_id,
  id: row.uuid,
  name: row.name,
  linkedAt: row.at,
})

/**
 * Finds a player of an account as `NAME@ID` or `UUID@ID`, where ID is the neighbour. A name that several of them had is
 * not enough. Throws Refused `link_unknown`.
 */
export async function findLinkedPlayer(
  context: { db: Queries },
  account: Pick<Account, 'id'>,
  text: string,
): Promise<LinkedPlayer> {
  const [, player = '', neighbour = ''] = /^([^@]*)@([^@]*)$/.exec(text) ?? []
  const theirs = (await linkedPlayers(context, account)).filter((each) => each.neighbour === neighbour)
  const uuid = parseUuid(player)
  const byUuid = theirs.filter(({ id }) => id === uuid)
  const byName = theirs.filter(({ name }) => fold(name) === fold(player))
  const [found, another] = byUuid.length > 0 ? byUuid : byName
  if (!found || another) throw new Refused('link_unknown', { about: account })
  return found
}

/** The question whether a player is to be linked. */
export interface LinkQuestion {
  /** The page sends it back with the answer. */
  token: string
  player: PlayerKey & { name: string }
}

/**
 * Finds the player who was shown a code, so that the page can ask the account's owner about that player: somebody else
 * may have sent the code. The code is used up, and only this session can answer. It is charged before it is checked,
 * and refunded unless it is wrong. Throws Refused `link_code_wrong`, `too_many_link_codes`, `player_taken`,
 * `players_too_many`, `bedrock_taken`.
 */
export async function askAboutPlayer(
  context: ChangeContext & SecretContext,
  account: Pick<Account, 'id'>,
  session: string,
  { code, address }: { code: string; address: string },
): Promise<LinkQuestion> {
  const { clock, db } = context
  const takings = [
    { key: `link-code:${account.id}`, budget: wrongCodes },
    ...takingsOfNetwork('link-codes', address, wrongCodesOfNetwork),
  ]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs > 0) {
    throw new Refused('too_many_link_codes', { retryAfter: Math.ceil(waitMs / 1000), about: account })
  }
  try {
    const question = await useCode(context, account, session, code)
    await giveBack(db, clock(), takings)
    return question
  } catch (error) {
    const isWrong = error instanceof Refused && error.reason === 'link_code_wrong'
    if (!isWrong) await giveBack(db, clock(), takings).catch(() => undefined)
    throw error
  }
}

async function useCode(
  context: ChangeContext & SecretContext,
  { id }: Pick<Account, 'id'>,
  session: string,
  typed: string,
): Promise<LinkQuestion> {
  const { clock, db } = context
  const code = readLinkCode(typed)
  const now = clock()
  const token = newLinkQuestion(context)
  const question = digestOfLinkQuestion(context, token)
  const until = now + linkCodeLifetimeMs
  if (code === undefined) throw new Refused('link_code_wrong', { about: { id } })
  const digest = digestOfLinkCode(context, code)
  const proved = await askAboutLinkCode(db, digest, now, question, session, until)
  if (proved) {
    await currentLinkedPlayer(db, id, proved)
    return { token, player: { neighbour: proved.neighbour_id, id: proved.uuid, name: proved.name } }
  }
  const ofBedrock =
    context.config.bedrockLinks === 'on'
      ? await askAboutBedrockCode(db, digest, now, question, session, until)
      : undefined
  if (!ofBedrock) throw new Refused('link_code_wrong', { about: { id } })
  await currentBedrock(db, id, ofBedrock)
  return { token, player: asLinkedPlayer({ ...ofBedrock, linkedAt: now }) }
}

/**
 * Links the player of a question, or forgets the question if the answer is no. Returns undefined if it is no. Throws
 * Refused `link_code_wrong`, `player_taken`, `players_too_many`, `bedrock_taken`.
 */
export function answerAboutPlayer(
  context: ChangeContext & SecretContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  session: string,
  { token, isYes }: { token: string; isYes: boolean },
): Promise<LinkedPlayer | undefined> {
  return change(context, by, async (tx) => {
    await lockedAccount(tx, id)
    const now = context.clock()
    const question = digestOfLinkQuestion(context, token)
    const proved = await takeLinkQuestion(tx, question, session, now)
    const ofBedrock = proved ? undefined : await takeBedrockQuestion(tx, question, session, now)
    if (!isYes) return { events: [], result: undefined }
    if (ofBedrock && context.config.bedrockLinks === 'on') {
      const { events, result } = await linkBedrockIn(context, tx, id, ofBedrock).catch(
        ifTaken('bedrock_taken'),
      )
      return { events, result: asLinkedPlayer(result) }
    }
    if (!proved) throw new Refused('link_code_wrong', { about: { id } })
    const player = { neighbour: proved.neighbour_id, id: proved.uuid, name: proved.name }
    return linkPlayerIn(context, tx, id, player, 'code')
  }).catch(ifTaken('player_taken'))
}

/**
 * Links a player to an account, in the change of a use case that has proved it. If the account has the link, only the
 * name is stored. Throws Refused `player_taken`, `players_too_many`, and UniqueViolation.
 */
export async function linkPlayerIn(
  context: UndoDeps,
  tx: Transaction,
  account: string,
  { neighbour, id, name }: ProvedPlayer,
  proof: LinkProof,
): Promise<ChangeResult & { result: LinkedPlayer }> {
  const at = context.clock()
  const player = { neighbour_id: neighbour, uuid: id, name, name_key: fold(name) }
  const row: NeighbourLinkRow = { account_id: account, ...player, proof, at }
  const result = { neighbour, id, name, linkedAt: at }
  if (await currentLinkedPlayer(tx, account, row)) {
    await renameLinkedPlayer(tx, row.neighbour_id, row.uuid, row.name, row.name_key)
    return { events: [], result }
  }
  await insertLinkedPlayer(tx, row)
  const sealToken = await offerPlayerUndo(context, tx, { account, neighbour, id, linkedAt: at })
  return { events: [{ ...linkedPlayerEvent('account.linked', row), sealToken }], result }
}

/** Returns the link of the player if the account has it. Throws Refused `player_taken`, `players_too_many`. */
async function currentLinkedPlayer(
  db: Queries,
  account: string,
  { neighbour_id: neighbour, uuid }: Pick<NeighbourLinkRow, 'neighbour_id' | 'uuid'>,
): Promise<NeighbourLinkRow | undefined> {
  const current = await linkedPlayerOf(db, neighbour, uuid)
  if (current && current.account_id !== account) throw new Refused('player_taken', { about: { id: account } })
  if (current) return current
  // A neighbour may say any UUID.
  const isOfAccount = uuid !== account && (await isUuidOfAccount(db, uuid))
  const visitor = await visitorByUuid(db, uuid)
  if (isOfAccount || (visitor && visitor.neighbour_id !== neighbour)) {
    throw new Refused('player_taken', { about: { id: account } })
  }
  if ((await linkedPlayersOfAccount(db, account)).length >= maxLinked) {
    throw new Refused('players_too_many', { about: { id: account } })
  }
  return undefined
}
