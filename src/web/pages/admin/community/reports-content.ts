// Renders reported textures for moderators: the queue, and one texture with all that was said about it.
import type { NamedPlayer, QueueEntry, Report } from '../../../../domain/moderation/queue.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import { likenessReason } from '../../../../model/game/texture-report.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { texturePicture } from '../../../layout/portrait.ts'
import { time } from '../../../layout/time.ts'
import type { Declined } from '../../../page/declined.ts'
import { type Owners, playersIn } from './report-owners.ts'

export const reportsPath = '/admin/reports'

/** The name of the field with the reason for what is done with the texture of a report. */
export const reasonName = (report: string): string => `reason-${report}`

/** The name of the field with the words for whom a review refuses. */
export const noteName = (report: string): string => `note-${report}`

/** The error of a rejected form, and the reason that was typed into it. */
export interface TypedReport extends Declined {
  reason?: string
  note?: string
}

interface Queue {
  state: 'open' | 'closed'
  entries: readonly QueueEntry[]
  next: string | undefined
  owners: Owners
}

/** The wearers and the letters of a reason that the queue shows, with one report; the page of a texture has all of them. */
const shown = { wearers: 1, letters: 28 }

/** A page with more entries has the buttons about uploads on the pages of the textures alone, which keeps it light. */
const fewEntries = 12

export function queueContent(
  site: Site,
  page: SignedInPageContext,
  { state, entries, next, owners }: Queue,
): Html {
  const { admin, reports: words } = page.text
  const tab = (to: Queue['state'], label: string) =>
    html`<li><a href="${site.href(to === 'open' ? reportsPath : `${reportsPath}?state=closed`)}"${to === state && html` aria-current="page"`}>${label}</a></li>`
  const query = new URLSearchParams({ ...(state === 'closed' && { state }), after: next ?? '' }).toString()
  return html`<ul class="chips">${tab('open', words.open)} ${tab('closed', words.closed)}</ul>
${
  entries.length === 0
    ? html`<p role="status">${state === 'open' ? words.noneOpen : words.noneClosed}</p>`
    : html`<section class="card">
${buttonsForm(
  site,
  page,
  html`<ul class="rows reports">
${entries.map((entry) => queueEntry(site, page, entry, owners, entries.length <= fewEntries))}</ul>`,
)}
</section>`
}
${next !== undefined && html`<p class="actions"><a class="button quiet" href="${site.href(`${reportsPath}?${query}`)}">${admin.accounts.next}</a></p>`}`
}

/** Renders the form of all the buttons. The return key presses none of them, since each field has several. */
const buttonsForm = (site: Site, page: SignedInPageContext, fields: HtmlValue): Html =>
  form(site, page, {
    action: `${reportsPath}/take-down`,
    submit: undefined,
    fields: html`<button disabled hidden></button>${fields}`,
  })

function queueEntry(
  site: Site,
  page: SignedInPageContext,
  entry: QueueEntry,
  owners: Owners,
  isFew: boolean,
): Html {
  const { kind, reports, reportCount, shared, wearers } = entry
  const [first] = reports
  if (!first) return html``
  const { text } = page
  const players = isFew ? playersIn(entry).slice(0, 1) : []
  return html`<li><a href="${site.href(`${reportsPath}/${first.id}`)}" class="pictured">${pictureOf(site, entry, 'front')}${text.reports.all(reportCount)}</a>
<div>${stateLine(page, entry)}<p>${text.skin[kind].heading} · ${worn(site, page, entry, wearers.slice(0, shown.wearers))}</p>${shared && sharedLine(site, page, shared)}
${reportLine(page, first, shown.letters)}${buttons(site, page, entry, { owners, players })}</div></li>
`
}

export function entryContent(
  site: Site,
  page: SignedInPageContext,
  entry: QueueEntry,
  owners: Owners,
  typed: TypedReport,
): Html {
  const { admin, reports: words } = page.text
  const { reports, reportCount, shared, takenDown, wearers } = entry
  const more = reportCount - reports.length
  return html`<section class="card">
<div class="own">${pictureOf(site, entry, 'front')}${entry.kind === 'skin' && pictureOf(site, entry, 'back')}
<div>${stateLine(page, entry)}<p>${worn(site, page, entry, wearers)}</p>${shared && sharedLine(site, page, shared)}</div></div>
${takenDown?.reason !== undefined && html`<p>${words.reason}: <bdi>${takenDown.reason}</bdi></p>`}
${buttonsForm(site, page, buttons(site, page, entry, { owners, players: playersIn(entry), typed }))}
${reports.map((report) => reportLine(page, report))}
${more > 0 && html`<p>+${String(more)}</p>`}
</section>
<p class="aside"><a href="${site.href(reportsPath)}">${admin.menu.reports.heading}</a></p>`
}

/** The file of a texture that was taken down is shown to moderators alone, for as long as it can be restored. */
function pictureOf(site: Site, entry: QueueEntry, view: 'front' | 'back'): Html | undefined {
  const { hash, takenDown } = entry
  if (!takenDown) return texturePicture(site, entry, view)
  return takenDown.canRestore && hash !== undefined
    ? texturePicture(site, entry, view, `${reportsPath}/pictures/${hash}`)
    : undefined
}

/** Says under which name something is shared, and by whom. */
function sharedLine(
  site: Site,
  { text }: SignedInPageContext,
  { by, name, review }: NonNullable<QueueEntry['shared']>,
): Html {
  const { reports: words } = text
  const said = review === undefined ? words.sharedBy(name) : `${words.waits}: ${name}`
  return html`<p><bdi>${said}</bdi> · <a href="${site.href(`/admin/accounts/${by.id}`)}">${by.name}</a></p>`
}

/** Says what became of a texture, when, and who decided. */
function stateLine(
  { text }: SignedInPageContext,
  { reports: [first], takenDown }: QueueEntry,
): Html | undefined {
  if (!first || (first.state === 'open' && !takenDown)) return undefined
  const state = takenDown ? 'taken_down' : first.state === 'taken_down' ? 'restored' : first.state
  const at = takenDown?.at ?? first.decidedAt
  const by = takenDown ? takenDown.by : first.by
  return html`<p class="state${state === 'taken_down' && ' down'}"><span>${text.reports.states[state]}${by !== undefined && html` · <bdi>${by}</bdi>`}${at !== undefined && html` · ${time(at, text.admin.at(at))}`}</span></p>`
}

function worn(
  site: Site,
  { text }: SignedInPageContext,
  { hash, worn: number, reports }: QueueEntry,
  named: readonly NamedPlayer[],
): Html {
  const { reports: words } = text
  const link = ({ id, isVisitor, name }: NamedPlayer) =>
    html`<a href="${site.href(`/admin/${isVisitor ? 'visitors' : 'accounts'}/${id}`)}">${name}</a>`
  // Nobody knows who else wears what another service serves.
  const [first] = reports
  if (hash === undefined && first) return html`${link(first.player)}. ${words.passedOn}`
  const names = named.map((player, at) => html`${at > 0 && ', '}${link(player)}`)
  return html`${words.worn(number)}${names.length > 0 && html`: ${names}`}${number > named.length && named.length > 0 && ' …'}`
}

function reportLine({ text }: SignedInPageContext, report: Report, letters?: number): Html {
  const { at, isSystem, player, reason, reporter } = report
  const { reports: words, admin } = text
  const said = !isSystem ? reason : reason === likenessReason ? words.resembles : words.waits
  const whole = letters === undefined ? said : said.replaceAll(/\s+/g, ' ')
  const [part = ''] =
    letters === undefined ? [whole] : (new RegExp(`^.{0,${letters}}`, 'su').exec(whole) ?? [])
  const isCut = part.length < whole.length
  return html`<p class="said"><b>${isSystem ? words.system : (reporter ?? words.reporterGone)}</b> → ${player.name} · ${time(at, admin.at(at))}<br>
<span class="typed" dir="auto">${part}${isCut && '…'}</span></p>
`
}

/** Renders the field for a reason, and what can be done. */
function buttons(
  site: Site,
  { text }: SignedInPageContext,
  { canTakeDown, reportCount, reports: [first], shared, takenDown }: QueueEntry,
  { owners, players, typed = {} }: { owners: Owners; players: readonly NamedPlayer[]; typed?: TypedReport },
): Html | undefined {
  if (!first) return undefined
  const { reports: words } = text
  const button = (action: string, label: HtmlValue, variant = 'quiet', report = first.id) =>
    html`<button class="${variant}" name="report" value="${report}" formaction="${site.href(`${reportsPath}/${action}`)}">${label}</button>\n`
  const isOpen = first.state === 'open'
  const uploads = players.flatMap(({ id, name }) => {
    const isSuspended = owners.get(id)
    if (isSuspended === undefined) return []
    return isSuspended
      ? [button(`allow/${id}`, words.allowUploads(name))]
      : [button(`suspend/${id}`, words.suspendUploads(name))]
  })
  const review = canTakeDown ? shared?.review : undefined
  const isShared = canTakeDown && shared !== undefined && review === undefined
  const mayKeep = isOpen && reportCount > (review === undefined ? 0 : 1)
  const mayGiveReason = (isOpen && canTakeDown) || isShared || uploads.length > 0
  const note =
    review !== undefined &&
    html`<label>${words.note} <input type="text" name="${noteName(review)}"${typed.note !== undefined && html` value="${typed.note}"`} autocomplete="off"${typed.wrong === 'note' && html` aria-invalid="true" aria-describedby="alert"`}></label>
<div class="actions">${button('publish', words.publish, 'main', review)}${button('refuse', words.refuse, 'quiet', review)}</div>`
  const field = html`<label>${words.reason} <input type="text" name="${reasonName(first.id)}"${typed.reason !== undefined && html` value="${typed.reason}"`} autocomplete="off"${typed.wrong === 'reason' && html` aria-invalid="true" aria-describedby="alert"`}></label>`
  return html`${note}${mayGiveReason && field}
<div class="actions">${mayKeep && button('keep', words.keep)}${isShared && button('stop-sharing', words.stopSharing)}${canTakeDown && (isOpen || first.state === 'kept') && button('take-down', words.takeDown, 'danger')}${takenDown?.canRestore && button('restore', words.restore)}${uploads}</div>`
}
