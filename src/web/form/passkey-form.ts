import { type Html, html } from '../../lib/text/html.ts'

/** What a page with `passkeyForm` loads. */
export const passkeyScripts: readonly string[] = ['webauthn.js', 'passkeys.js']

/**
 * Around a form with the hidden field `answer`: the script shows it where the browser knows passkeys, and fills the
 * field before the form is sent. `options` is what the authenticator is asked (WebAuthn, section 5.1, as JSON).
 */
export const passkeyForm = (kind: 'add' | 'sign-in', options: object, failed: string, form: Html): Html =>
  html`<div data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>
${form}
<p class="problem" role="status" data-failed="${failed}"></p>
</div>`
