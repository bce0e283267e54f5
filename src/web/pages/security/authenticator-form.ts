import { totpUri } from '../../../lib/crypto/totp.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { type Form, field, form } from '../../form/forms.ts'
import { qrCode } from '../../layout/qr-code.ts'

interface AuthenticatorForm {
  action: string
  username: string
  /** In Base32. The form sends it back, and it is stored once a code proves it. */
  secret: string
  isCodeWrong: boolean
  /** The content above it. */
  lead?: HtmlValue
  fields: HtmlValue
  extraButtons?: Form['extraButtons']
}

/** Renders a card that sets up an authenticator app: its secret, and a field for a code. It needs `copy.js`. */
export async function authenticatorForm(
  site: Site,
  page: PageContext,
  { action, username, secret, isCodeWrong, lead, fields, extraButtons }: AuthenticatorForm,
): Promise<Html> {
  const { layout, security } = page.text
  const uri = totpUri(secret, username, site.name)
  return html`<section class="card">
${lead}
<p>${security.setUp.scan}</p>
${await qrCode(uri, security.setUp.qrCode)}
<p class="aside"><a href="${uri}">${security.setUp.openApp}</a></p>
${form(site, page, {
  action,
  submit: security.setUp.submit,
  ...(extraButtons && { extraButtons }),
  fields: [
    field({
      name: 'secret',
      label: security.setUp.secret,
      value: secret,
      readonly: true,
      autocomplete: 'off',
    }),
    html`<p class="beside" data-copy="${layout.copy}" data-copied="${layout.copied}" data-from="secret"></p>`,
    field({
      name: 'code',
      label: security.setUp.code,
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      hint: security.setUp.codeHint,
      isInvalid: isCodeWrong,
    }),
    fields,
  ],
})}
</section>`
}
