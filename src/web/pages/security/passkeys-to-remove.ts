import { type Html, html } from '../../../lib/text/html.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { FormFields } from '../../form/form-fields.ts'

/** A passkey that outlives a new password. */
interface NamedPasskey {
  id: string
  name: string
}

/** Renders checkboxes for removing passkeys along with a new password; false if there are none. */
export const passkeysToRemove = ({ text }: PageContext, passkeys: readonly NamedPasskey[]): Html | false =>
  passkeys.length > 0 &&
  html`<fieldset>
<legend>${text.recover.choose.passkeys}</legend>
${passkeys.map(({ id, name }) => html`<label><input type="checkbox" name="remove:${id}" value="on"> ${text.passkeys.remove(name)}</label>`)}
</fieldset>`

/** Returns the ids of the passkeys whose boxes are ticked. */
export const tickedPasskeys = (fields: FormFields, passkeys: readonly NamedPasskey[]): string[] =>
  passkeys.map(({ id }) => id).filter((id) => fields.text(`remove:${id}`) !== '')
