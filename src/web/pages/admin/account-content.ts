// What an administrator sees of an account, and the forms for what may be done.
import { usernameHistory } from '../../../domain/accounts/rename.ts'
import { listAudit } from '../../../domain/audit/list.ts'
import type { Context } from '../../../domain/context.ts'
import { listDevices } from '../../../domain/devices.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Account } from '../../../model/account.ts'
import { isAdministrator, maySuspend, roles } from '../../../model/role.ts'
import { field, form } from '../../forms.ts'
import type { Site } from '../../site.ts'
import type { SignedInVisit } from '../../visit.ts'
import { accountPath, stateOf } from './accounts.ts'
import { auditTable } from './audit-table.ts'
import { endField } from './end.ts'
import { type Declined, provingField } from './frame.ts'

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
  return html`${await facts(context, visit, account)}
<div class="columns">
${suspension(site, visit, account, typed)}
${isAdministrator(visit.account) && changes(site, visit, account, typed)}
</div>
${await devices(context, site, visit, account)}
<h2>${words.trail}</h2>
${auditTable(site, visit, words.trail, entries)}
<p class="aside"><a href="${site.href(`/admin/audit?account=${account.id}`)}">${words.all}</a> · <a href="${site.href('/admin/accounts')}">${visit.text.admin.menu.accounts.heading}</a></p>`
}

async function facts(context: Context, { text }: SignedInVisit, account: Account): Promise<Html> {
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
${account.deletesAt !== undefined && html`<p class="note">${words.deletesAt(account.deletesAt)}</p>`}
</section>`
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
  const { account: words, askedAgain } = visit.text.admin
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
<p>${askedAgain}</p>
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
  return html`<section class="card">
<h2>${words.sessions}</h2>
${
  signedIn.length > 0 &&
  html`<ul class="plain">
${signedIn.map(({ kind, userAgent, address, lastUsedAt }) => html`<li><span>${userAgent ?? unnamed[kind]} (${kinds[kind]})</span> <span>${address} · ${words.lastUse}: ${at(lastUsedAt)}</span></li>`)}
</ul>`
}
${
  isAdministrator(visit.account) &&
  html`<p>${words.sessionsAbout}</p>
${form(site, visit, { action: `${accountPath(account)}/sessions`, submit: words.endSessions, look: 'danger' })}`
}
</section>`
}
