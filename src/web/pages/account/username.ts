// GET and POST /account/username: the name, former names, and when it can be changed again.

import type { Context } from '../../../domain/context.ts'
import { changeOwnUsername, nextUsernameChangeAt } from '../../../domain/game/own-profile.ts'
import { heldNames } from '../../../domain/names/held.ts'
import { usernameHistory } from '../../../domain/names/rename.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import { fold } from '../../../lib/text/fold.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import type { Account } from '../../../model/accounts/account.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { type PlayerPageContext, playerActor, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { problemOf, usernameHint, usernameProblems } from '../../form/account-problems.ts'
import { field } from '../../form/forms.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { ofPlayer, playerPages, whose } from './player.ts'

const here = '/account/username'

export function usernamePage(pages: Pages, context: Context): void {
  const { site } = pages
  const { get, post } = playerPages(pages, context)
  get(here, (page) => usernameForm(context, site, page))

  post(here, async (page, fields): Promise<PageAnswer> => {
    const { player, request, text } = page
    const { problems } = text.settings.username
    const username = trimmed(fields.text('username'))
    const refused = async (problem: string): Promise<Page> => ({
      ...(await usernameForm(context, site, page, username, problem)),
      status: 422,
      alert: text.settings.unchanged,
    })
    if (username === player.username) return refused(problems.same)
    try {
      await changeOwnUsername(context, playerActor(page), player, username)
      return { to: ofPlayer(page, here), flash: 'settings.usernameChanged' }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      request.refused = error
      const { reason, reasons } = error
      const problem = problemOf(usernameProblems(context, text), reasons)
      if (problem !== undefined) return refused(problem)
      if (reason === 'character_suspended') {
        const form = await usernameForm(context, site, page, username)
        return { ...form, status: 422, alert: text.characters.problems.suspended }
      }
      if (reason === 'vendor_unavailable') {
        const { retryAfter } = error
        const form = await usernameForm(context, site, page, username)
        return { ...form, status: 503, retryAfter, alert: problems.vendorUnavailable }
      }
      if (reason !== 'username_changed_lately') throw error
      const waitMs = (await nextUsernameChangeAt(context, player)) - context.clock()
      return {
        ...(await usernameForm(context, site, page, username)),
        status: 429,
        retryAfter: Math.max(minWaitSeconds, Math.ceil(waitMs / 1000)),
        alert: problems.tooSoon,
      }
    }
  })
}

/** Without a cooldown, changes are limited per hour. */
const minWaitSeconds = 60

async function usernameForm(
  context: Context,
  site: Site,
  page: PlayerPageContext,
  typed?: string,
  problem?: string,
): Promise<Page> {
  const { account, settings } = page.text
  const { username: text } = settings
  const { usernameCooldown } = context.config
  const [nextAt, names] = await Promise.all([
    nextUsernameChangeAt(context, page.player),
    usernameHistory(context, page.player),
  ])
  const former = names.slice(0, -1)
  const mustWait = nextAt > context.clock()
  const held = mustWait ? await stillHeld(context, page.player, former) : []
  const isDisabled = mustWait && held.length === 0
  const wait = html`<p class="note">${withTime(page.language, nextAt, text.nextChange(nextAt))}${held.length > 0 && html` ${text.takeBack(held.join(', '))}`}</p>`
  return accountForm(site, page, {
    heading: account.menu.username.heading,
    about: html`${whose(site, page)}<p>${text.about}</p>
${mustWait ? wait : usernameCooldown > 0 && html`<p>${text.cooldown(Math.ceil(usernameCooldown / dayMs))}</p>`}`,
    action: ofPlayer(page, here),
    submit: text.submit,
    isDisabled,
    // It does not invite: few who have just changed their name want the old one.
    ...(held.length > 0 && { variant: 'quiet' as const }),
    fields: field({
      name: 'username',
      label: account.menu.username.heading,
      value: typed ?? held[0] ?? page.player.username,
      autocomplete: 'username',
      hint: mustWait ? undefined : usernameHint(context, page.text),
      problem,
      readonly: isDisabled,
    }),
    more: former.length > 0 && formerNames(page, former),
  })
}

/** Returns the former names that the player may go back to at any time, as they were written, newest first. */
async function stillHeld(
  context: Context,
  account: Account,
  former: readonly { username: string }[],
): Promise<string[]> {
  const held = new Set((await heldNames(context, account)).map(({ name }) => name))
  const names = former.map(({ username }) => username).toReversed()
  return names.filter((name) => held.delete(fold(name)))
}

/** Renders the former names, newest first. */
function formerNames(
  { language, text }: SignedInPageContext,
  names: readonly { username: string; changedAt: number }[],
): Html {
  const { former, since } = text.settings.username
  return html`<h2>${former}</h2>
<ul class="plain">
${names.toReversed().map(({ username, changedAt }) => html`<li><b>${username}</b> <span>${withTime(language, changedAt, since(changedAt))}</span></li>`)}
</ul>`
}
