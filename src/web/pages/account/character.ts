// GET /account/characters/{uuid}: one player of the account, and the forms that make it the primary one, delete it and
// keep it.

import { playerOfAccount } from '../../../domain/accounts/find.ts'
import { cancelDeletion, requestDeletion } from '../../../domain/accounts/own-deletion.ts'
import { playersOf } from '../../../domain/characters/players.ts'
import { makePrimary } from '../../../domain/characters/primary.ts'
import { nextPrimaryChoiceAt } from '../../../domain/characters/room.ts'
import type { Context } from '../../../domain/context.ts'
import { hyphenatedUuid, parseUuid } from '../../../lib/crypto/uuid.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { characterPath, pathFor } from '../../context/named-player.ts'
import { type PlayerPageContext, playerActor, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { type Badge, badgeCount, badgeLabel } from '../../layout/icons.ts'
import { portrait } from '../../layout/portrait.ts'
import { time, withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { proofOf, proofRefusal } from '../security/step-up.ts'
import { requireCharacters } from './characters.ts'
import { requestsBadge } from './friend-requests.ts'
import { suspension } from './player.ts'

const path = characterPath({ id: ':id' })

export function characterPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(path, async (page) => show(context, site, await withPlayer(context, page)))

  signedIn.post(`${path}/primary`, async (signedInPage): Promise<PageAnswer> => {
    const page = await withPlayer(context, signedInPage)
    const { problems } = page.text.characters
    try {
      await makePrimary(context, playerActor(page, { mayBeSuspended: true }), page.player)
      return { to: characterPath(page.player), flash: 'characters.madePrimary' }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { reason, retryAfter } = error
      if (reason !== 'character_suspended' && reason !== 'character_cooldown') throw error
      page.request.refused = error
      const shown = await show(context, site, page)
      return reason === 'character_cooldown'
        ? { ...shown, status: 429, alert: problems.primaryTooSoon, retryAfter }
        : { ...shown, status: 422, alert: problems.cannotPlay }
    }
  })

  signedIn.post(`${path}/delete`, async (signedInPage, fields): Promise<PageAnswer> => {
    const page = await withPlayer(context, signedInPage)
    const { player, request } = page
    // An account itself is deleted on another page.
    if (player.ownerId === undefined) throw new Refused('route_unknown', { about: player })
    const to = characterPath(player)
    if (player.deletesAt !== undefined) return { to }
    const refusal = await proofRefusal(context, site, page, fields, `character-${player.id}`)
    if (refusal) return { ...(await show(context, site, page, refusal.status === 422)), ...refusal }
    try {
      await requestDeletion(context, playerActor(page), player)
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'character_suspended')) throw error
      request.refused = error
      const alert = page.text.characters.problems.suspended
      return { ...(await show(context, site, page)), status: 422, alert }
    }
    return { to, flash: 'characters.deleted' }
  })

  signedIn.post(`${path}/keep`, async (signedInPage): Promise<PageAnswer> => {
    const page = await withPlayer(context, signedInPage)
    await cancelDeletion(context, playerActor(page, { mayBeSuspended: true }), page.player)
    return { to: characterPath(page.player), flash: 'characters.kept' }
  })
}

/** Returns the page with the player in its path. Throws Refused `account_unknown` for anybody else's. */
async function withPlayer(context: Context, page: SignedInPageContext): Promise<PlayerPageContext> {
  requireCharacters(page)
  const id = parseUuid(pathParameter(page, 'id'))
  if (id === undefined) throw new Refused('account_unknown', { about: page.account })
  return { ...page, player: await playerOfAccount(context, page.account, id) }
}

async function show(context: Context, site: Site, page: PlayerPageContext, isInvalid = false): Promise<Page> {
  const { player, text } = page
  const { deletion, characters: words } = text
  const heading = player.username
  if (player.deletesAt !== undefined) {
    const about = deletion.leaving.explanation(player.username, player.deletesAt)
    return {
      heading,
      content: html`<section class="card">
<p>${withTime(page.language, player.deletesAt, about)}</p>
${form(site, page, { action: `${characterPath(player)}/keep`, submit: words.keep })}
</section>`,
    }
  }
  const players = await playersOf(context, page.account)
  const isPrimary = players.some((each) => each.player.id === player.id && each.isPrimary)
  return {
    heading,
    scripts: ['copy.js'],
    content: html`${profile(site, page, isPrimary, await requestsBadge(context, site, page, player))}
${launcher(site, page, isPrimary)}
${!isPrimary && (await primary(context, site, page))}
${player.ownerId !== undefined && (await deleting(context, site, page, isInvalid))}`,
  }
}

function profile(site: Site, page: PlayerPageContext, isPrimary: boolean, requests: Badge | undefined): Html {
  const { player, text } = page
  const { account, characters: words } = text
  const { facts, menu } = account
  const links = (
    ['username', 'skin', ...(site.hasFriends ? (['friends'] as const) : []), 'linked'] as const
  ).map((name) => {
    const badge = name === 'friends' ? requests : undefined
    return html`<li><a href="${site.href(pathFor(`/account/${name}`, player.id))}"${badgeLabel(badge)}>${menu[name].heading}${badgeCount(badge)}</a></li>\n`
  })
  return html`<section class="card profile">
${portrait(site, player, 'bust', 128)}
<div class="who">
${isPrimary && html`<p class="state">${words.primary}</p>`}${suspension(page)}
<ul class="chips">
${links}</ul>
</div>
<dl class="facts below">
<div class="date"><dt>${facts.since}</dt><dd>${time(player.createdAt, facts.at(player.createdAt), 'day')}</dd></div>
<div class="whole"><dt>${facts.uuid}</dt><dd>${copyLine(text, hyphenatedUuid(player.id))}</dd></div>
</dl>
</section>`
}

/** Says what to type into a launcher. */
function launcher(site: Site, page: PlayerPageContext, isPrimary: boolean): Html {
  const { account, player, text } = page
  const { characters, home } = text
  const { launcher: words } = characters
  const byPassword = site.hasPasswords && account.hasPassword
  return html`<section class="card">
<h2>${words.heading}</h2>
<p>${byPassword ? words.about : words.aboutApp}</p>
${copyLine(text, player.username)}
${isPrimary && account.email !== undefined && html`<p>${words.email}</p>`}
<p><a href="${site.href(pathFor('/account/app-passwords', player.id))}">${words.appPassword}</a></p>
<p><a href="${site.href('/launchers')}">${home.launchers.heading}</a></p>
</section>`
}

async function primary(context: Context, site: Site, page: PlayerPageContext): Promise<Html | undefined> {
  const { characters: words } = page.text
  // Somebody who can't play can't be the one who is signed in by the address.
  if (page.player.suspension) return undefined
  const nextAt = await nextPrimaryChoiceAt(context, page.account)
  return html`<section class="card">
<p>${words.primaryAbout}</p>
${nextAt !== undefined && html`<p class="note">${withTime(page.language, nextAt, words.primaryAt(nextAt))}</p>`}
${form(site, page, {
  action: `${characterPath(page.player)}/primary`,
  submit: words.makePrimary,
  variant: 'quiet',
  isDisabled: nextAt !== undefined,
})}
</section>`
}

async function deleting(
  context: Context,
  site: Site,
  page: PlayerPageContext,
  isInvalid: boolean,
): Promise<Html> {
  const { player, text } = page
  const { characters: words } = text
  const proof = await proofOf(context, page, `character-${player.id}`, isInvalid)
  return html`<section class="card">
<h2>${words.delete}</h2>
<p>${words.deleteAbout}</p>
<p>${words.deleteGrace(Math.ceil(context.config.deletionGrace / dayMs))}</p>
${form(site, page, {
  action: `${characterPath(player)}/delete`,
  submit: words.delete,
  variant: 'danger',
  isDisabled: player.suspension !== undefined,
  fields: proof.field,
  extraButtons: proof.otherWay,
})}
</section>`
}
