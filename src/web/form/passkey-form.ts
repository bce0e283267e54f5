import { type Html, html } from '../../lib/text/html.ts'

/** The scripts of a page with `passkeyForm`. */
export const passkeyScripts: readonly string[] = ['webauthn.js', 'passkeys.js']

/**
 * Wraps a form with the hidden field `answer`. The script shows the form if the browser supports passkeys, and
 * fills in the field before sending it. `options` are the authenticator's options (WebAuthn, section 5.1, as JSON).
 * With `prove` the form is sent without asking the authenticator, since its sender has to sign in again first.
 */
export const passkeyForm = (
  kind: 'add' | 'prove' | 'sign-in',
  options: object,
  failed: string,
  form: Html,
): Html =>
  html`<div data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>
${form}
<p class="problem" role="status" data-failed="${failed}"></p>
</div>`
