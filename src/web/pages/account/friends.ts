// GET and POST /account/friends: a player's friends, requests and blocked players, and what the player wants.

import type { Context } from '../../../domain/context.ts'
import { blockedBy, blockPlayer, unblockPlayer } from '../../../domain/friends/blocks.ts'
import { takeChange, takePreferences } from '../../../domain/friends/budgets.ts'
import { addFriend, removeFriend } from '../../../domain/friends/change.ts'
import { friendsOf } from '../../../domain/friends/list.ts'
import { changeFriendsPreferences, ownFriendsPreferences } from '../../../domain/friends/preferences.ts'
import { friendsPresence } from '../../../domain/friends/presence.ts'
import { namedPlayer } from '../../../domain/friends/target.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { type Refusal, Refused } from '../../../model/errors/refusal.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Flash } from '../../context/text.ts'
import type { FormFields } from '../../form/form-fields.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { type FriendsForms, friendsContent } from './friends-content.ts'
import { ofPlayer, playerPages } from './player.ts'

const path = '/account/friends'

/** A button next to a player, and what follows it. */
const buttons = {
  accept: { flash: 'friends.accepted', act: add },
  remove: {
    flash: 'friends.removed',
    act: (context, { player }, id) => removeFriend(context, player.id, id),
  },
  block: { flash: 'friends.blocked', act: (context, { player }, id) => blockPlayer(context, player.id, id) },
  unblock: {
    flash: 'friends.unblocked',
    act: (context, { player }, id) => unblockPlayer(context, player.id, id),
  },
} satisfies Record<
  string,
  { flash: Flash; act: (context: Context, page: PlayerPageContext, id: string) => Promise<void> }
>

export function friendsPage(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)
  const show = async (page: PlayerPageContext, typed: FriendsForms = {}): Promise<Page> => {
    const { id } = page.player
    const [list, blocked, presence, preferences] = await Promise.all([
      friendsOf(context, id),
      blockedBy(context, id),
      friendsPresence(context, id),
      ownFriendsPreferences(context, page.player),
    ])
    return {
      heading: page.text.account.menu.friends.heading,
      content: friendsContent(site, page, { ...list, blocked, presence, preferences }, typed),
      here: site.href(ofPlayer(page, path)),
    }
  }
  get(path, (page) => show(page))

  /** Does something with a player whom a form names, or shows the form again. */
  const withNamed = async (
    page: PlayerPageContext,
    fields: FormFields,
    field: 'username' | 'other',
    flash: Flash,
    act: (id: string) => Promise<void>,
  ): Promise<PageAnswer> => {
    const typed = trimmed(fields.text(field))
    try {
      await takeChange(context, page.player.id)
      await act(await namedPlayer(context, page.player, { name: typed }))
      return { to: ofPlayer(page, path), flash }
    } catch (error) {
      const { problem, ...answer } = refusal(page, error)
      return { ...(await show(page, { [field]: { typed, problem } })), ...answer }
    }
  }
  post(path, (page, fields) =>
    withNamed(page, fields, 'username', 'friends.sent', (id) => add(context, page, id)),
  )
  post(`${path}/block-other`, (page, fields) =>
    withNamed(page, fields, 'other', 'friends.blocked', (id) => blockPlayer(context, page.player.id, id)),
  )

  for (const [name, { act, flash }] of Object.entries(buttons)) {
    post(`${path}/${name}`, async (page, fields): Promise<PageAnswer> => {
      const id = parseUuid(fields.text('id'))
      try {
        await takeChange(context, page.player.id)
        if (id !== undefined) await act(context, page, id)
        return { to: ofPlayer(page, path), flash }
      } catch (error) {
        const { problem, ...answer } = refusal(page, error)
        return { ...(await show(page)), ...answer, alert: problem ?? answer.alert }
      }
    })
  }

  post(`${path}/preferences`, async (page, fields): Promise<PageAnswer> => {
    try {
      await takePreferences(context, page.player.id)
    } catch (error) {
      const { problem: _, ...answer } = refusal(page, error)
      return { ...(await show(page)), ...answer }
    }
    const wanted = {
      friends: fields.text('friends') === 'yes',
      acceptInvites: fields.text('acceptInvites') === 'yes',
    }
    await changeFriendsPreferences(context, page.player, wanted)
    return { to: ofPlayer(page, path), flash: 'friends.saved' }
  })
}

function add(context: Context, { player, request }: PlayerPageContext, id: string): Promise<void> {
  return addFriend(context, { id: player.id, address: request.ip }, id)
}

function refusal(
  { request, text }: PlayerPageContext,
  error: unknown,
): { problem?: string } & Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  if (!(error instanceof Refused)) throw error
  const { problems } = text.friends
  const { reason, retryAfter = 1 } = error
  const words: Partial<Record<Refusal, string>> = {
    friend_unknown: problems.unknown,
    friend_self: problems.self,
    friend_refused: problems.refused,
    friends_off: problems.off,
    friend_limit: problems.full,
  }
  const problem = words[reason]
  if (problem === undefined && reason !== 'too_many_friend_changes') throw error
  request.refused = error
  if (problem !== undefined) return { problem, status: 422, alert: text.settings.unchanged }
  return { status: 429, retryAfter, alert: problems.tooMany(Math.ceil(retryAfter / 60)) }
}
