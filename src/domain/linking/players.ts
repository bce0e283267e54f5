import { parseUuid } from '../../lib/crypto/uuid.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { type LinkedPlayer, type LinkProof, readLinkCode } from '../../model/community/linked-player.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { takeLinkCode } from '../../storage/community/link-codes.ts'
import {
  deleteLinkedPlayer,
  insertLinkedPlayer,
  linkOfPlayer,
  linksOfAccount,
  renameLinkedPlayer,
} from '../../storage/community/linked-players.ts'
import { isUuidOfAccount, visitorByUuid } from '../../storage/community/visitors.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { giveBack, takeAll } from '../../storage/limits/budgets.ts'
import type { NeighbourLinkRow } from '../../storage/schema/schema.ts'
import { lockedAccount } from '../accounts/find.ts'
import { type ChangeResult, change, ifTaken } from '../change.ts'
import type { ChangeContext, Context } from '../context.ts'
import { takingsOfNetwork } from '../registration/network-budget.ts'
import { digestOfLinkCode, type ProvedPlayer } from './codes.ts'

/** The most players that one account can have. */
const maxLinked = 20

/** Wrong codes of one account. */
const wrongCodes = { size: 10, refillMs: hourMs / 10 }

/** Wrong codes of one network, whose people may have any number of accounts. */
const wrongCodesOfNetwork = { size: 30, refillMs: hourMs / 30 }

/** Returns the players that are linked to an account, in the order in which they were linked. */
export async function linkedPlayers(
  { db }: { db: Queries },
  { id }: Pick<Account, 'id'>,
): Promise<LinkedPlayer[]> {
  return (await linksOfAccount(db, id)).map((row) => ({
    neighbour: row.neighbour_id,
    id: row.uuid,
    name: row.name,
    linkedAt: row.at,
  }))
}

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

/**
 * Links the player who was shown a code. The code is used up. It is charged before it is checked, and refunded unless it
 * is wrong. Throws Refused `link_code_wrong`, `too_many_link_codes`, `player_taken`, `players_too_many`.
 */
export async function linkPlayer(
  context: ChangeContext & Pick<Context, 'loginDigests'>,
  by: Actor,
  account: Pick<Account, 'id'>,
  { code, address }: { code: string; address: string },
): Promise<LinkedPlayer> {
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
    const linked = await useCode(context, by, account, code)
    await giveBack(db, clock(), takings)
    return linked
  } catch (error) {
    const isWrong = error instanceof Refused && error.reason === 'link_code_wrong'
    if (!isWrong) await giveBack(db, clock(), takings).catch(() => undefined)
    throw error
  }
}

function useCode(
  context: ChangeContext & Pick<Context, 'loginDigests'>,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  typed: string,
): Promise<LinkedPlayer> {
  const code = readLinkCode(typed)
  if (code === undefined) throw new Refused('link_code_wrong', { about: { id } })
  return change(context, by, async (tx) => {
    await lockedAccount(tx, id)
    const now = context.clock()
    const proved = await takeLinkCode(tx, digestOfLinkCode(context, code), now)
    if (!proved) throw new Refused('link_code_wrong', { about: { id } })
    const player = { neighbour: proved.neighbour_id, id: proved.uuid, name: proved.name }
    return linkIn(tx, id, player, 'code', now)
  }).catch(ifTaken('player_taken'))
}

/**
 * Links a player to an account, in the change of a use case that has proved it. If the account has the link, only the
 * name is stored. Throws Refused `player_taken`, `players_too_many`, and UniqueViolation.
 */
export async function linkIn(
  tx: Transaction,
  account: string,
  { neighbour, id, name }: ProvedPlayer,
  proof: LinkProof,
  now: number,
): Promise<ChangeResult & { result: LinkedPlayer }> {
  const player = { neighbour_id: neighbour, uuid: id, name, name_key: fold(name) }
  const row: NeighbourLinkRow = { account_id: account, ...player, proof, at: now }
  const isNew = await store(tx, row)
  return {
    events: isNew ? [linkEvent('account.linked', row)] : [],
    result: { neighbour, id, name, linkedAt: now },
  }
}

/** Stores a link. If the account has it, only the name is stored, and this returns false. Throws Refused. */
async function store(tx: Transaction, row: NeighbourLinkRow): Promise<boolean> {
  const { account_id, neighbour_id: neighbour, uuid } = row
  const current = await linkOfPlayer(tx, neighbour, uuid)
  if (current && current.account_id !== account_id)
    throw new Refused('player_taken', { about: { id: account_id } })
  if (current) {
    await renameLinkedPlayer(tx, row)
    return false
  }
  // A neighbour may say any UUID.
  const isOfAccount = uuid !== account_id && (await isUuidOfAccount(tx, uuid))
  const visitor = await visitorByUuid(tx, uuid)
  if (isOfAccount || (visitor && visitor.neighbour_id !== neighbour)) {
    throw new Refused('player_taken', { about: { id: account_id } })
  }
  if ((await linksOfAccount(tx, account_id)).length >= maxLinked) {
    throw new Refused('players_too_many', { about: { id: account_id } })
  }
  await insertLinkedPlayer(tx, row)
  return true
}

/** Ends a link of an account. Returns false if it has no such link. */
export function unlinkPlayer(
  context: ChangeContext,
  by: Actor,
  { id: account }: Pick<Account, 'id'>,
  { neighbour, id }: Pick<LinkedPlayer, 'neighbour' | 'id'>,
): Promise<boolean> {
  return change(context, by, async (tx) => {
    const gone = await deleteLinkedPlayer(tx, account, neighbour, id)
    return { events: gone ? [linkEvent('account.unlinked', gone)] : [], result: gone !== undefined }
  })
}

const linkEvent = (
  event: 'account.linked' | 'account.unlinked',
  { account_id: account, name, uuid: id, neighbour_id: neighbour }: Omit<NeighbourLinkRow, 'proof' | 'at'>,
): AuditEvent => ({ event, account, details: { name, id, neighbour } })
