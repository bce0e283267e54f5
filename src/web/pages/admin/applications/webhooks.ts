// GET and POST /admin/webhooks: the receivers of events.
import type { Context } from '../../../../domain/context.ts'
import { createWebhook, listWebhooks } from '../../../../domain/webhooks/webhooks.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { RefusalSubject } from '../../../../model/errors/refusal.ts'
import { webhookFormats } from '../../../../model/fields/webhook.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import { form, select } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import { declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import { keepSecret } from '../../../page/new-secret.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, notProved, provingField, provingNote, table, typedLines } from '../frame.ts'
import { eventNames, eventWords } from '../records/audit-words.ts'
import { eventsOf, shortUrl, webhookPath, webhooksPath } from './webhook.ts'

/** `auto` is the format that the address suggests. */
const formats = ['auto', ...webhookFormats] as const

export function adminWebhooks({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (
    page: SignedInPageContext,
    typed: Typed<'url' | 'events' | 'format'> = {},
  ): Promise<Page> => {
    const { webhooks: words, admin: common } = page.text
    const rows = (await listWebhooks(context)).map((webhook) => [
      html`<a href="${site.href(webhookPath(webhook.id))}">${shortUrl(webhook)}</a>`,
      eventsOf(page.text, webhook),
      words.formats[webhook.format],
      webhook.isOn ? words.on : words.off,
      time(webhook.createdAt, common.at(webhook.createdAt)),
    ])
    const heads = [words.url, words.events, words.format, words.state, words.created]
    const content = html`<p class="lead">${words.about}</p>
${rows.length === 0 ? html`<p>${common.none}</p>` : table(common.menu.webhooks.heading, heads, rows)}
${await deletionsCard(context, site, page, 'webhook', [words.url, page.text.neighbours.id])}<section class="card narrow">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: webhooksPath,
  submit: words.create,
  fields: [
    typedField(typed, 'url', words.url, { hint: words.urlHint }),
    typedLines(typed, 'events', words.events, words.eventsHint),
    eventCodes(page.text),
    select({
      name: 'format',
      label: words.format,
      value: typed.format ?? 'auto',
      options: formats.map((value) => ({ value, label: words.formats[value] })),
      isInvalid: typed.wrong === 'format',
    }),
    provingField(page, typed.wrong),
  ],
})}
</section>`
    return adminPage(common.menu.webhooks.heading, content, typed)
  }

  admin.get(webhooksPath, (page) => show(page))

  admin.post(webhooksPath, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      url: fields.text('url').trim(),
      events: fields.text('events'),
      format: fields.text('format'),
    }
    const { problems } = page.text.webhooks
    const format = formats.find((known) => known === typed.format)
    if (!format) return show(page, { ...typed, ...wrongField('format', problems.format) })
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const events = fields.words('events')
      const wanted = { url: typed.url, events, format: format === 'auto' ? undefined : format }
      const { webhook, secret } = await createWebhook(context, actorOf(page), wanted)
      if (secret !== undefined) keepSecret(context, page, webhook.id, secret)
      return { to: webhookPath(webhook.id), flash: 'webhooks.created' }
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, webhookProblems(page)) })
    }
  })
}

/** The fields and messages of refused webhooks. */
export function webhookProblems({
  text,
}: SignedInPageContext): Partial<Record<RefusalSubject, readonly [string, string]>> {
  const { problems } = text.webhooks
  return {
    webhook_url_malformed: ['url', problems.malformed],
    webhook_url_insecure: ['url', problems.insecure],
    webhook_address_private: ['url', problems.private],
    'too_many webhook': ['', problems.tooMany],
  }
}

/** Renders what may be written into the field: each code with its words. */
export const eventCodes = (text: Text): Html => html`<details class="more">
<summary>${text.webhooks.everyCode}</summary>
<ul class="plain">
${eventNames.map((event) => html`<li><code>${event}</code> <span>${eventWords(text, event)}</span></li>\n`)}</ul>
</details>`
