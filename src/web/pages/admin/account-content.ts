// What an administrator sees of an account, and the forms for what may be done.

import { listAudit } from '../../../domain/audit/list.ts'
import type { Context } from '../../../domain/context.ts'
import { heldNames } from '../../../domain/names/held.ts'
import { usernameHistory } from '../../../domain/names/rename.ts'
import { listDevices, type SignedInDevice } from '../../../domain/tokens/devices.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { printable } from '../../../lib/text/printable.ts'
import type { Account } from '../../../model/account.ts'
import { deviceName } from '../../../model/device-name.ts'
import { isAdministrator, maySuspend, roles } from '../../../model/role.ts'
import { field, form } from '../../forms.ts'
import type { Site } from '../../site.ts'
import type { SignedInVisit } from '../../visit.ts'
import { groupsCard } from './account-groups.ts'
import { accountPath, stateOf } from './accounts.ts'
import { auditTable } from './audit-table.ts'
import { endField } from './end.ts'
import { type Declined, provingField, provingNote } from './frame.ts'

/** What was typed before into its forms. */
export interface Typed extends Declined {
  reason?: string
  until?: string
  username?: string
}

const entriesShown = 20

export async function accountContent(
  context: Context,
  site: Site,
  visit: SignedInVisit,
  account: Account,
  typed: Typed,
): Promise<Html> {
  const { account: words } = visit.text.admin
  const entries = await listAudit(context, { account: account.id, limit: entriesShown })
  return html`${await facts(context, site, visit, account)}
<div class="columns">
${suspension(site, visit, account, typed)}
${isAdministrator(visit.account) && changes(site, visit, account, typed)}
</div>
${await groupsCard(context, site, visit, account)}
${await devices(context, site, visit, account)}
<h2>${words.trail}</h2>
${auditTable(site, visit, words.trail, entries)}
<p class="aside"><a href="${site.href(`/admin/audit?account=${account.id}`)}">${words.all}</a></p>`
}

async function facts(context: Context, site: Site, visit: SignedInVisit, account: Account): Promise<Html> {
  const { text } = visit
  const { account: words, accounts, at } = text.admin
  const names = await usernameHistory(context, account)
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.id, account.id],
    [words.email, account.email],
    [words.language, account.language],
    [words.created, at(account.createdAt)],
    [words.state, stateOf(accounts, account)],
    [words.secondFactor, account.hasSecondFactor ? words.on : words.off],
    [words.usernames, names.map(({ username }) => username).join(' → ')],
  ]
  return html`<section class="card">
<dl class="facts">
${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>
${held(site, visit, account, await heldNames(context, account))}
${account.deletesAt !== undefined && html`<p class="note">${words.deletesAt(account.deletesAt)}</p>`}
</section>`
}

function held(
  site: Site,
  visit: SignedInVisit,
  account: Account,
  names: readonly { name: string; until: number }[],
): Html[] {
  const { account: words } = visit.text.admin
  const action = `${accountPath(account)}/release-name`
  const release = (name: string) =>
    form(site, visit, { action, submit: words.releaseName(name), look: 'quiet', hidden: { name } })
  return names.map(
    ({ name, until }) => html`<p class="note">${words.heldUntil(name, until)}</p>
${isAdministrator(visit.account) && release(name)}`,
  )
}

function suspension(site: Site, visit: SignedInVisit, account: Account, typed: Typed): Html {
  const { account: words } = visit.text.admin
  const path = accountPath(account)
  const { suspension: now } = account
  return html`<section class="card">
<h2>${words.suspension}</h2>
${now && html`<p>${words.suspendedSince(now.at, now.until)} ${now.reason}</p>`}
${
  maySuspend(visit.account, account)
    ? html`<p>${words.about}</p>
${form(site, visit, {
  action: `${path}/suspend`,
  submit: words.suspend,
  look: 'danger',
  fields: [
    field({
      name: 'reason',
      label: words.reason,
      value: typed.reason ?? '',
      autocomplete: 'off',
      isInvalid: typed.wrong === 'reason',
      optional: true,
    }),
    endField(visit, typed.until, typed.wrong === 'until'),
  ],
})}
${now && form(site, visit, { action: `${path}/restore`, submit: words.restore, look: 'quiet' })}`
    : html`<p>${words.mayNot}</p>`
}
</section>`
}

function changes(site: Site, visit: SignedInVisit, account: Account, typed: Typed): Html {
  const { account: words } = visit.text.admin
  const path = accountPath(account)
  const also = [
    ...(account.hasSecondFactor
      ? [{ action: `${path}/second-factor`, submit: words.resetSecondFactor }]
      : []),
    ...roles.map((role) =>
      account.roles.includes(role)
        ? { action: `${path}/ungrant/${role}`, submit: words.ungrant[role] }
        : { action: `${path}/grant/${role}`, submit: words.grant[role] },
    ),
  ]
  return html`<section class="card">
<h2>${words.change}</h2>
${provingNote(visit)}
${form(site, visit, {
  action: `${path}/rename`,
  submit: words.rename,
  also,
  fields: [
    field({
      name: 'username',
      label: words.newUsername,
      value: typed.username ?? '',
      autocomplete: 'off',
      isInvalid: typed.wrong === 'username',
      optional: true,
    }),
    provingField(visit, typed.wrong),
  ],
})}
</section>`
}

async function devices(context: Context, site: Site, visit: SignedInVisit, account: Account): Promise<Html> {
  const { account: words, at } = visit.text.admin
  const { kinds, unnamed } = visit.text.devices
  const signedIn = await listDevices(context, account)
  const name = ({ kind, userAgent }: SignedInDevice): Html => {
    if (userAgent === null) return html`${unnamed[kind]} (${kinds[kind]})`
    const [short, full] = [deviceName(userAgent, visit.language), printable(userAgent)]
    return html`${short} (${kinds[kind]})${full !== short && html`<br><small>${full}</small>`}`
  }
  return html`<section class="card">
<h2>${words.sessions}</h2>
${
  signedIn.length > 0 &&
  html`<ul class="plain">
${signedIn.map((device) => html`<li><span>${name(device)}</span> <span>${device.address} · ${words.lastUse}: ${at(device.lastUsedAt)}</span></li>`)}
</ul>`
}
${
  isAdministrator(visit.account) &&
  html`<p>${words.sessionsAbout}</p>
${form(site, visit, { action: `${accountPath(account)}/sessions`, submit: words.endSessions, look: 'danger' })}`
}
</section>`
}
