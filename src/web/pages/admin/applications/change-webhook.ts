// GET and POST /admin/webhooks/{id}/change, and POST /admin/webhooks/{id}/test.
import type { Context } from '../../../../domain/context.ts'
import { changeWebhook, testWebhook } from '../../../../domain/webhooks/change-webhook.ts'
import { showWebhook } from '../../../../domain/webhooks/webhooks.ts'
import { html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { form } from '../../../form/forms.ts'
import { declined, flashed, type Typed, typedField } from '../../../page/declined.ts'
import { keepSecret } from '../../../page/new-secret.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { adminPage, notProved, provingField, provingNote, typedLines } from '../frame.ts'
import { idOf, shortUrl, webhookPath } from './webhook.ts'
import { eventCodes, webhookProblems } from './webhooks.ts'

export function adminChangeWebhook({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = webhookPath(':id')

  const show = async (page: SignedInPageContext, changes?: Typed<'url' | 'events'>): Promise<Page> => {
    const webhook = await showWebhook(context, idOf(page))
    const { webhooks: words, oauth } = page.text
    const typed = changes ?? { url: webhook.url, events: webhook.events.join('\n') }
    const back = webhookPath(webhook.id)
    const content = html`<p class="lead">${shortUrl(webhook)}</p>
<section class="card narrow">
${provingNote(page)}
${form(site, page, {
  action: `${back}/change`,
  submit: words.save,
  fields: [
    typedField(typed, 'url', words.url, { hint: words.urlHint }),
    typedLines(typed, 'events', words.events, words.eventsHint),
    eventCodes(page.text),
    provingField(page, typed.wrong),
  ],
})}
</section>
<p><a href="${site.href(back)}">${oauth.members.back}</a></p>`
    return adminPage(words.change, content, typed)
  }

  admin.get(`${path}/change`, (page) => show(page))

  admin.post(`${path}/change`, async (page, fields): Promise<PageAnswer> => {
    const id = idOf(page)
    const typed = { url: fields.text('url').trim(), events: fields.text('events') }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const given = { url: typed.url, events: fields.words('events') }
      const { secret } = await changeWebhook(context, actorOf(page), id, given)
      if (secret !== undefined) keepSecret(context, page, id, secret)
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, webhookProblems(page)) })
    }
    return { to: webhookPath(id), flash: 'webhooks.changed' }
  })

  admin.get(`${path}/test`, (page) => ({ to: webhookPath(idOf(page)) }))

  admin.post(`${path}/test`, (page) => {
    const id = idOf(page)
    const refusals = { overloaded: 'webhooks.tooManyTests', webhook_off: 'webhooks.notSent' } as const
    return flashed(webhookPath(id), testWebhook(context, actorOf(page), id), 'webhooks.tested', refusals)
  })
}
