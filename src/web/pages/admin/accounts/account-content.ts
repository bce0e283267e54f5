// The parts of an account that an administrator sees.

import { listAudit } from '../../../../domain/audit/list.ts'
import { playersOf } from '../../../../domain/characters/players.ts'
import type { Context } from '../../../../domain/context.ts'
import { friendsCount } from '../../../../domain/friends/list.ts'
import { heldNames } from '../../../../domain/names/held.ts'
import { usernameHistory } from '../../../../domain/names/rename.ts'
import { listDevices, type SignedInDevice } from '../../../../domain/tokens/devices.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { printable } from '../../../../lib/text/printable.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { deviceName } from '../../../../model/accounts/device-name.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { folded } from '../../../layout/folded.ts'
import { time, withTime } from '../../../layout/time.ts'
import { addressFor } from '../masked.ts'
import { auditLines } from '../records/audit-days.ts'
import { charactersCard, primaryForm } from './account-characters.ts'
import { accountFacts } from './account-facts.ts'
import { changes, danger, suspension, type TypedAccount } from './account-forms.ts'
import { groupsFold, groupsOfPlayer, noGroups } from './account-groups.ts'
import { newOneTimeLinkCard, oneTimeLinkFold } from './account-link.ts'
import { listFolds } from './account-lists.ts'
import { texturesFold, uploadsCard } from './account-textures.ts'
import { accountPath } from './accounts.ts'

/** The number of audit entries shown here (a phone shows one at first); the audit page has all of them. */
const entriesShown = 10
/** The number of sessions that are not folded. */
const sessionsShown = 1

export async function accountContent(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
): Promise<Html> {
  const { account: words } = page.text.admin
  const isCharacter = account.ownerId !== undefined
  const [entries, devices, names, held, groups, lists, players, friends] = await Promise.all([
    listAudit(context, { account: account.id, limit: entriesShown }),
    listDevices(context, account),
    usernameHistory(context, account),
    isCharacter ? [] : heldNames(context, account),
    isCharacter ? noGroups : groupsOfPlayer(context, account),
    listFolds(context, site, page, account),
    playersOf(context, account),
    site.hasFriends ? friendsCount(context, account.id) : undefined,
  ])
  const owner = isCharacter ? players[0]?.player : undefined
  // What was typed for a new character is not for the other fields.
  const own = typed.character === undefined ? typed : {}
  const folds = html`${
    isAdministrator(page.account) &&
    html`${changes(site, page, account, own)}
${!isCharacter && oneTimeLinkFold(context, site, page, account, own)}
${groupsFold(site, page, account, groups, own)}
${lists}`
  }
${!context.skinSystem && texturesFold(site, page, account)}`
  return html`${await newOneTimeLinkCard(context, page, account)}
${accountFacts(site, page, account, { owner, lastUsed: devices[0], names, held, groups, friends })}
${leaving(site, page, account, owner)}${isCharacter ? primaryForm(site, page, account, players) : await charactersCard(context, site, page, account, players, typed)}
${sessions(site, page, account, devices, owner)}
<section class="card">
<h2>${words.trail}</h2>
${auditLines(site, page, entries)}
<p><a href="${site.href(`/admin/audit?account=${account.id}`)}">${words.all}</a></p>
</section>
<div class="columns">
<div id="suspension">${suspension(site, page, account, owner, own)}</div>
<div>
${uploadsCard(site, page, account, owner)}
${folds.text.trim() !== '' && html`<section class="card folds">${folds}</section>`}
</div>
</div>
${isAdministrator(page.account) && danger(site, page, account)}`
}

/** The deletion that was requested, and the way back; there is none for a character that goes with its account. */
function leaving(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  owner: Account | undefined,
): Html | undefined {
  const { account: words } = page.text.admin
  if (account.deletesAt === undefined) return undefined
  const action = `${accountPath(account)}/keep`
  const submit = owner ? page.text.characters.keep : words.keep
  return html`<p class="note">${withTime(page.language, account.deletesAt, words.deletesAt(account.deletesAt))}</p>
${isAdministrator(page.account) && owner?.deletesAt === undefined && form(site, page, { action, submit, variant: 'quiet' })}`
}

function sessions(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  signedIn: readonly SignedInDevice[],
  owner = account,
): Html {
  const { account: words, at } = page.text.admin
  const { kinds, unnamed } = page.text.devices
  const name = ({ kind, userAgent }: SignedInDevice): Html => {
    if (userAgent === null) return html`${unnamed[kind]} (${kinds[kind]})`
    const [short, full] = [deviceName(userAgent, page.language), printable(userAgent)]
    return html`${short} (${kinds[kind]})${full !== short && html`<br><small>${full}</small>`}`
  }
  const addressOf = ({ address }: SignedInDevice) => {
    const shown = address === null ? undefined : addressFor(page.account, owner, address)
    return shown !== undefined && `${shown} · `
  }
  const list = (devices: readonly SignedInDevice[]) => html`<ul class="plain">
${devices.map((device) => html`<li><span>${name(device)}</span> <span>${addressOf(device)}${words.lastUse}: ${time(device.lastUsedAt, at(device.lastUsedAt), 'ago')}</span></li>`)}
</ul>`
  return html`<section class="card">
<h2>${words.sessions}</h2>
${signedIn.length > 0 && list(signedIn.slice(0, sessionsShown))}
${folded(signedIn.slice(sessionsShown), list)}
${
  isAdministrator(page.account) &&
  account.ownerId === undefined &&
  html`<p>${words.sessionsAbout}</p>
${form(site, page, { action: `${accountPath(account)}/sessions`, submit: words.endSessions, variant: 'quiet' })}`
}
</section>`
}
