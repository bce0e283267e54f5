import { type Html, html } from '../../lib/text/html.ts'
import type { FormFields } from '../form/form-fields.ts'
import type { Visit } from '../visit/visit.ts'

/** A passkey that outlives a new password. */
interface NamedPasskey {
  id: string
  name: string
}

/** Boxes by which whoever chooses a new password has passkeys removed; nothing where there are none. */
export const passkeysToRemove = ({ text }: Visit, passkeys: readonly NamedPasskey[]): Html | false =>
  passkeys.length > 0 &&
  html`<fieldset>
<legend>${text.recover.choose.passkeys}</legend>
${passkeys.map(({ id, name }) => html`<label><input type="checkbox" name="remove:${id}" value="on"> ${text.passkeys.remove(name)}</label>`)}
</fieldset>`

/** The ids of those whose boxes are ticked. */
export const tickedPasskeys = (fields: FormFields, passkeys: readonly NamedPasskey[]): string[] =>
  passkeys.map(({ id }) => id).filter((id) => fields.text(`remove:${id}`) !== '')
