// GET /admin/webhooks/{id} and its POSTs: past deliveries, sending them again, and deletion.
import type { Context } from '../../../domain/context.ts'
import { listDeliveries, sendAgain } from '../../../domain/webhooks/deliveries.ts'
import { deleteWebhook, showWebhook } from '../../../domain/webhooks/webhooks.ts'
import { uuidPattern } from '../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/refusal.ts'
import { everyEvent, type Webhook, type WebhookDelivery } from '../../../model/webhook.ts'
import { form } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import type { Text } from '../../text/text.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { adminPage, type Declined, maxListed, notProved, provingField, provingNote, table } from './frame.ts'
import { newSecret } from './new-secret.ts'

export const webhooksPath = '/admin/webhooks'

export const webhookPath = (id: string): string => `${webhooksPath}/${id}`

export function adminWebhook({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (visit: SignedInVisit, { wrong, ...answer }: Declined = {}): Promise<Page> => {
    const { webhooks: words, admin: common } = visit.text
    const webhook = await showWebhook(context, idOf(visit))
    const { id } = webhook
    const found = await listDeliveries(context, { webhookId: id, limit: maxListed + 1 })
    const rows = found.slice(0, maxListed).map((delivery) => [
      time(delivery.at, common.at(delivery.at)),
      html`<code>${delivery.event}</code>`,
      words.states[delivery.state],
      lastTry(visit, delivery),
      webhook.isOn &&
        form(site, visit, {
          action: `${webhookPath(id)}/send`,
          submit: words.send,
          variant: 'quiet',
          hidden: { delivery: delivery.id },
        }),
    ])
    const heads = [words.at, words.event, words.state, words.lastTry, '']
    const content = html`${newSecret(context, visit, id, words)}
${facts(visit, webhook)}
<h2>${words.deliveries}</h2>
${rows.length === 0 ? html`<p>${words.noDeliveries}</p>` : table(words.deliveries, heads, rows)}
${found.length > maxListed && html`<p class="hint">${common.onlyFirst(maxListed)}</p>`}
<p class="hint" data-utc>${common.utc}</p>
<section class="card narrow">
<p>${words.deleteAbout}</p>
${provingNote(visit)}
${form(site, visit, {
  action: `${webhookPath(id)}/delete`,
  submit: words.delete,
  variant: 'danger',
  fields: provingField(visit, wrong),
})}
</section>`
    return { ...adminPage(shortUrl(webhook), content), scripts: ['copy.js'], ...answer }
  }

  const path = webhookPath(':id')
  admin.get(path, (visit) => show(visit))
  for (const action of ['send', 'delete']) {
    admin.get(`${path}/${action}`, (visit) => ({ to: webhookPath(idOf(visit)) }))
  }

  admin.post(`${path}/send`, async (visit, fields): Promise<PageAnswer> => {
    const to = webhookPath(idOf(visit))
    try {
      await sendAgain(context, actorOf(visit), idOf(visit), fields.text('delivery'))
      return { to, said: 'webhooks.sent' }
    } catch (error) {
      const isLate = error instanceof Refused && ['delivery_unknown', 'webhook_off'].includes(error.reason)
      if (!isLate) throw error
      return { to, said: 'webhooks.notSent' }
    }
  })

  admin.post(`${path}/delete`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, visit, fields)
    if (refusal) return show(visit, refusal)
    await deleteWebhook(context, actorOf(visit), idOf(visit))
    return { to: webhooksPath, said: 'webhooks.deleted' }
  })
}

const idOf = ({ request }: SignedInVisit): string => {
  const { id } = request.params as Record<string, string>
  return id !== undefined && uuidPattern.test(id) ? id : ''
}

function facts({ text }: SignedInVisit, webhook: Webhook): Html {
  const { webhooks: words, admin } = text
  const { url, format, isOn, createdAt } = webhook
  return html`<section class="card">
<dl class="facts">
<div><dt>${words.url}</dt><dd><code>${url}</code></dd></div>
<div><dt>${words.events}</dt><dd>${eventsOf(words, webhook)}</dd></div>
<div><dt>${words.format}</dt><dd>${words.formats[format]}</dd></div>
<div><dt>${words.state}</dt><dd>${isOn ? words.on : words.off}</dd></div>
<div><dt>${words.created}</dt><dd>${time(createdAt, admin.at(createdAt))}</dd></div>
</dl>
</section>`
}

/** Returns the status of the last attempt, or why there was no answer, and the number of attempts. */
function lastTry({ text }: SignedInVisit, { attempts }: WebhookDelivery): string {
  const { noAnswer, tries } = text.webhooks
  const last = attempts.at(-1)
  if (!last) return ''
  const outcome = last.status ?? noAnswer[last.problem ?? 'connection']
  return attempts.length > 1 ? `${outcome} (${tries(attempts.length)})` : String(outcome)
}

/**
 * Returns the host alone, since the rest of the address may contain a token. The webhook's own page shows all of
 * it.
 */
export const shortUrl = ({ url }: Webhook): string => new URL(url).host

export const eventsOf = (words: Text['webhooks'], { events }: Webhook): string =>
  events.includes(everyEvent) ? words.every : events.join(', ')
