// How far the players of an account have come on their way into the game, as they may know it themselves.
import { dayMs, minuteMs } from '../../lib/measure/units.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { AttemptStep } from '../../model/records/attempt.ts'
import { type AttemptOfPlayer, attemptsOfPlayers } from '../../storage/records/attempts.ts'
import type { ReadContext } from '../context.ts'
import { type Remedy, remedyFor } from './remedies.ts'

export interface Progress {
  /** When a launcher last signed one of the players in, in epoch milliseconds; undefined if none has. */
  signedInAt: number | undefined
  /** When a game last reported that it was joining a server. */
  reportedAt: number | undefined
  /** When a game server was last told to let a player in. */
  joinedAt: number | undefined
  /** The refusal to mend next; undefined if there is none. */
  trouble: Trouble | undefined
}

export interface Trouble {
  at: number
  /** The username of the player. */
  player: string
  /** An AttemptReason, or an error code of OAuth 2.0. */
  reason: string
  remedy: Remedy
  /** True if a launcher or game in the network of `address` was refused, or a game server with a root of its own asked. */
  isOwn: boolean
}

/** The steps that lead into the game, and how far each leads. Websites say nothing about that. */
const rankOf: Readonly<Record<AttemptStep, number>> = {
  web: 0,
  oauth: 0,
  authenticate: 1,
  refresh: 1,
  join: 2,
  hasJoined: 3,
}

/** A refusal is told for so long. */
const toldMs = dayMs

/** A refused join is the reason why the server, which asks moments later, does not find one. */
const sameTryMs = minuteMs

/**
 * Returns how far an account has come. Anybody can type its name into a launcher: refusals in the network of `address`,
 * where the owner is, and of game servers with a root of their own go before others.
 */
export async function progressOf(
  { clock, db }: ReadContext,
  { id }: Pick<Account, 'id'>,
  address: string,
): Promise<Progress> {
  const rows = (await attemptsOfPlayers(db, id)).filter(({ step }) => rankOf[step] > 0)
  const succeeded = rows.filter(({ reason }) => reason === null)
  const lastOf = (...steps: AttemptStep[]) => newest(succeeded.filter(({ step }) => steps.includes(step)))?.at
  const isMended = (refused: AttemptOfPlayer) =>
    succeeded.some(
      ({ at, step, subject }) =>
        subject === refused.subject && at >= refused.at && rankOf[step] >= rankOf[refused.step],
    )
  const since = clock() - toldMs
  const refused = rows.filter((row) => row.reason !== null && row.at > since && !isMended(row))
  const network = clientNetwork(address)
  const isOwn = ({ server, step, network: from }: AttemptOfPlayer) =>
    step === 'hasJoined' ? server !== null : from === network
  const found = newest(refused.filter(isOwn)) ?? newest(refused)
  const trouble = found && causeOf(found, refused)
  return {
    signedInAt: lastOf('authenticate', 'refresh'),
    reportedAt: lastOf('join'),
    joinedAt: lastOf('hasJoined'),
    trouble: trouble && {
      at: trouble.at,
      player: trouble.username,
      ...remedyFor(trouble.detail, trouble.reason ?? ''),
      isOwn: isOwn(trouble),
    },
  }
}

const newest = (rows: readonly AttemptOfPlayer[]): AttemptOfPlayer | undefined =>
  rows.reduce<AttemptOfPlayer | undefined>((last, row) => (last && last.at >= row.at ? last : row), undefined)

/** Returns the join that was refused before the server asked about it; otherwise the refusal itself. */
function causeOf(found: AttemptOfPlayer, refused: readonly AttemptOfPlayer[]): AttemptOfPlayer {
  if (found.step !== 'hasJoined') return found
  const isCause = ({ at, step, subject }: AttemptOfPlayer) =>
    step === 'join' && subject === found.subject && at <= found.at && found.at - at < sameTryMs
  return newest(refused.filter(isCause)) ?? found
}
