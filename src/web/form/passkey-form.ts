import { type Html, html } from '../../lib/text/html.ts'

/** The scripts of a page with `passkeyForm`. */
export const passkeyScripts: readonly string[] = ['webauthn.js', 'passkeys.js']

/**
 * Wraps a form with the hidden field `answer`. The script shows the form if the browser supports passkeys, and
 * fills in the field before sending it. `options` are the authenticator's options (WebAuthn, section 5.1, as JSON).
 * `missing` is shown instead of the form where passkeys are not supported. With `prove` the form is sent without asking the authenticator, since its sender has to sign in again first.
 */
export const passkeyForm = (
  kind: 'add' | 'prove' | 'sign-in',
  options: object,
  failed: string,
  form: Html,
  missing?: string,
): Html =>
  html`<div data-passkey="${kind}" data-options="${JSON.stringify(options)}"${missing !== undefined && html` data-missing="${missing}"`} hidden>
${form}
<p class="problem" role="status" data-failed="${failed}"></p>
</div>
${missing !== undefined && html`<noscript><p class="note">${missing}</p></noscript>`}`
