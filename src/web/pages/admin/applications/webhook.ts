// GET /admin/webhooks/{id} and its POSTs: past deliveries, sending them again, and deletion.
import type { Context } from '../../../../domain/context.ts'
import { listDeliveries, sendAgain } from '../../../../domain/webhooks/deliveries.ts'
import { deleteWebhook, showWebhook } from '../../../../domain/webhooks/webhooks.ts'
import { uuidPattern } from '../../../../lib/crypto/uuid.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import { everyEvent } from '../../../../model/records/event-filter.ts'
import { rowsAtOnce } from '../../../../model/records/lists.ts'
import type { Webhook, WebhookDelivery } from '../../../../model/records/webhook.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import { flashed } from '../../../page/declined.ts'
import { newSecret } from '../../../page/new-secret.ts'
import type { Page } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking } from '../asking.ts'
import { adminPage, deletionCard, listed } from '../frame.ts'
import { eventName } from '../records/audit-words.ts'

export const webhooksPath = '/admin/webhooks'

export const webhookPath = (id: string): string => `${webhooksPath}/${id}`

export function adminWebhook(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext): Promise<Page> => {
    const { webhooks: words, admin: common } = page.text
    const webhook = await showWebhook(context, idOf(page))
    const { id } = webhook
    const found = await listDeliveries(context, { webhookId: id, limit: rowsAtOnce.deliveriesPage })
    const rowOf = (delivery: WebhookDelivery) => [
      time(delivery.at, common.at(delivery.at)),
      eventName(page.text, delivery.event),
      words.states[delivery.state],
      lastTry(page, delivery),
      webhook.isOn &&
        form(site, page, {
          action: `${webhookPath(id)}/send`,
          submit: words.send,
          variant: 'quiet',
          hidden: { delivery: delivery.id },
        }),
    ]
    const heads = [words.at, words.event, words.state, words.lastTry, '']
    const content = html`${newSecret(context, page, id, words)}
${facts(page, webhook)}
<p class="actions"><a class="button quiet" href="${site.href(`${webhookPath(id)}/change`)}">${words.change}</a></p>
${
  webhook.isOn &&
  form(site, page, { action: `${webhookPath(id)}/test`, submit: words.test, variant: 'quiet' })
}
<h2>${words.deliveries}</h2>
${listed(page, words.deliveries, heads, found, rowOf, words.noDeliveries)}
<p class="hint" data-utc>${common.utc}</p>
${deletionCard(site, words, `${webhookPath(id)}/delete`)}`
    return { ...adminPage(shortUrl(webhook), content), scripts: ['copy.js'] }
  }

  const path = webhookPath(':id')
  admin.get(path, (page) => show(page))
  admin.get(`${path}/send`, (page) => ({ to: webhookPath(idOf(page)) }))

  admin.post(`${path}/send`, (page, fields) => {
    const id = idOf(page)
    const work = sendAgain(context, actorOf(page), id, fields.text('delivery'))
    const refusals = { 'unknown delivery': 'webhooks.notSent', webhook_off: 'webhooks.notSent' } as const
    return flashed(webhookPath(id), work, 'webhooks.sent', refusals)
  })

  asking(pages, context, `${path}/delete`, {
    ask: async (page) => {
      const { admin: common, webhooks: words } = page.text
      const webhook = await showWebhook(context, idOf(page))
      return {
        submit: words.delete,
        subject: shortUrl(webhook),
        effects: [words.deleteAbout, common.deletions.undoable],
        affected: [[words.events, eventsOf(page.text, webhook)]],
        back: webhookPath(webhook.id),
      }
    },
    act: async (page) => {
      await deleteWebhook(context, actorOf(page), idOf(page))
      return { to: webhooksPath, flash: 'webhooks.deleted' }
    },
  })
}

export const idOf = (page: SignedInPageContext): string => {
  const id = pathParameter(page, 'id')
  return uuidPattern.test(id) ? id : ''
}

function facts({ text }: SignedInPageContext, webhook: Webhook): Html {
  const { webhooks: words, admin } = text
  const { url, format, isOn, createdAt } = webhook
  return html`<section class="card">
<dl class="facts">
<div><dt>${words.url}</dt><dd><code>${url}</code></dd></div>
<div><dt>${words.events}</dt><dd>${eventsOf(text, webhook)}</dd></div>
<div><dt>${words.format}</dt><dd>${words.formats[format]}</dd></div>
<div><dt>${words.state}</dt><dd>${isOn ? words.on : words.off}</dd></div>
<div><dt>${words.created}</dt><dd>${time(createdAt, admin.at(createdAt))}</dd></div>
</dl>
</section>`
}

/** Returns the status of the last attempt, or why there was no answer, and the number of attempts. */
function lastTry({ text }: SignedInPageContext, { attempts }: WebhookDelivery): string {
  const { noAnswer, tries } = text.webhooks
  const last = attempts.at(-1)
  if (!last) return ''
  const outcome = last.status ?? noAnswer[last.problem ?? 'connection']
  return attempts.length > 1 ? `${outcome} (${tries(attempts.length)})` : String(outcome)
}

/** Returns the host alone, since the rest of the address may contain a token. The webhook's page shows all of it. */
export const shortUrl = ({ url }: Webhook): string => new URL(url).host

/** Renders the events in words, and patterns such as `account.*` as they are. */
export const eventsOf = (text: Text, { events }: Webhook): HtmlValue =>
  events.includes(everyEvent)
    ? text.webhooks.every
    : html`<span>${events.map((event, at) => html`${at > 0 && ', '}${eventName(text, event)}`)}</span>`
