import type { Account, Profile } from '../../model/accounts/account.ts'
import { isAboutPlayer, type OauthClient } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { playersOf } from '../characters/players.ts'
import type { ReadContext } from '../context.ts'
import { agreedBefore } from './grants.ts'

/** The players as whom a person may use an application. */
export interface PlayAs {
  /** The players to choose from, the account's own first. Empty if there is nothing to choose. */
  choices: readonly Profile[]
  /** The player that is chosen until the person chooses another one, or the only possible one. */
  player: Profile
}

interface Asked {
  client: Pick<OauthClient, 'clientId' | 'public'>
  scope: string
}

/**
 * Returns the players as whom the account may use an application that asks for this scope. A confidential client keeps
 * the player of its agreement; otherwise the primary one comes first, and an application that does not act as a player
 * gets the account's own.
 */
export async function playAs(
  context: ReadContext,
  account: Account,
  { client, scope }: Asked,
): Promise<PlayAs> {
  const all = await playersOf(context, account)
  if (all.length === 1) return { choices: [], player: account }
  const players = all.map(({ player }) => player).filter(mayPlay)
  const agreed = client.public ? undefined : await agreedBefore(context, account.id, client.clientId)
  const kept = players.find(({ id }) => id === agreed?.accountId)
  if (!isAboutPlayer(scope, context.config.game)) return { choices: [], player: kept ?? account }
  if (players.length < 2) return { choices: [], player: account }
  const primary = all.find(({ isPrimary }) => isPrimary)?.player
  const first = kept ?? players.find((player) => player === primary)
  return { choices: players, player: first ?? account }
}

/**
 * Returns the player that a form has chosen, or the account's own if it has no choice. Throws Refused
 * `player_unavailable` if it could not be chosen.
 */
export function chosenPlayer(
  { choices, player }: PlayAs,
  account: Account,
  sent: string | undefined,
): Profile {
  const possible = choices.length === 0 ? [player] : choices
  if (sent === undefined) return choices.length === 0 ? player : account
  const chosen = possible.find(({ id }) => id === sent)
  if (!chosen) throw new Refused('player_unavailable', { about: account })
  return chosen
}

const mayPlay = ({ suspension, deletesAt }: Account): boolean =>
  suspension === undefined && deletesAt === undefined
