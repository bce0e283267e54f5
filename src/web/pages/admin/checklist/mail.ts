// How email is sent, and the button that tests it: on the checklist, and on /admin/settings.
import type { MailState } from '../../../../domain/checklist/mail-state.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'

/** Renders the button that sends a test to the administrator's own address. */
export function mailTest(site: Site, page: SignedInPageContext, action: string): Html {
  const { account, text } = page
  const { checklist: words } = text.admin
  const { email } = text.account.menu
  if (account.email === undefined)
    return html`<p class="hint">${words.mailAddress} <a href="${site.href('/account/email')}">${email.heading}</a></p>`
  return html`<p class="hint">${words.mailTo(account.email)}</p>
${form(site, page, { action, submit: words.mailTest, variant: 'quiet' })}`
}

/** Renders how email is sent, folded: the form above it is long already. */
export function mailCard(
  site: Site,
  page: SignedInPageContext,
  { server, sender, lastTest }: MailState,
  action: string,
): Html {
  const { at, mail: words, overview } = page.text.admin
  return html`<details class="card narrow"><summary>${words.heading}</summary>
<p>${server === undefined ? overview.attention.mail_files : words.through(server, `${sender.name} <${sender.address}>`)}</p>
<p>${lastTest ? html`${words.last(words.results[lastTest.result])} ${time(lastTest.at, at(lastTest.at), 'ago')}` : words.none}</p>
<p class="hint">${words.how}</p>
${mailTest(site, page, action)}
</details>`
}
