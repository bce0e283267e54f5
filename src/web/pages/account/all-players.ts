import { playersOf } from '../../../domain/characters/players.ts'
import type { ReadContext } from '../../../domain/context.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/accounts/account.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import { paged } from '../../layout/folded.ts'
import { queryOf } from '../sign-in/sign-in.ts'

/** All players of an account, and how a page shows what they have. */
interface AllPlayers {
  /** The account's own one first. */
  players: readonly Account[]
  /** The name of a player by its UUID; undefined where there is only one. */
  nameOf: (id: string) => string | undefined
  /** Returns a part of a list and the links to the others. The list of a single player is shown whole. */
  part: <Item>(items: readonly Item[]) => { shown: readonly Item[]; pager: Html }
}

/** A phone shows so many cards on 2,500 pixels, and a page stays below 60 kB with them. */
const cardsAtOnce = 4

export async function allPlayers(context: ReadContext, page: SignedInPageContext): Promise<AllPlayers> {
  const players = (await playersOf(context, page.account)).map(({ player }) => player)
  if (players.length === 1) {
    return { players, nameOf: () => undefined, part: (items) => ({ shown: items, pager: html`` }) }
  }
  const names = new Map(players.map(({ id, username }) => [id, username]))
  return {
    players,
    nameOf: (id) => names.get(id),
    part: (items) => paged(page.text, items, queryOf(page, 'from'), cardsAtOnce),
  }
}
