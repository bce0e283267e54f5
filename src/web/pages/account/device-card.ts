import type { SignedInDevice } from '../../../domain/tokens/devices.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { printable } from '../../../lib/text/printable.ts'
import { deviceName } from '../../../model/accounts/device-name.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'

/** Returns a name such as "Safari on iPhone", or the name that a launcher gave itself. */
export const nameOfDevice = (
  { language, text }: SignedInPageContext,
  { kind, userAgent }: Pick<SignedInDevice, 'kind' | 'userAgent'>,
): string => (userAgent === null ? text.devices.unnamed[kind] : deviceName(userAgent, language))

/** Renders a device that is signed in, perhaps with the name of a player, and with the button that signs it out. */
export function deviceCard(
  site: Site,
  page: SignedInPageContext,
  device: SignedInDevice,
  { isHere, player }: { isHere: boolean; player: string | undefined },
): Html {
  const { devices: text } = page.text
  const { id, kind, userAgent, address, firstUsedAt, lastUsedAt } = device
  const name = nameOfDevice(page, device)
  const fullName = userAgent === null ? name : printable(userAgent)
  return html`<li>
<h2>${name}</h2>
<p class="kind">${text.kinds[kind]}${player !== undefined && ` · ${player}`}${isHere && html` · <b>${text.here}</b>`}</p>
${fullName !== name && html`<p class="agent">${fullName}</p>`}
<dl>
${address !== null && html`<div><dt>${text.address}</dt><dd>${address}</dd></div>`}
<div><dt>${text.firstUse}</dt><dd>${time(firstUsedAt, text.at(firstUsedAt), 'ago')}</dd></div>
<div><dt>${text.lastUse}</dt><dd>${time(lastUsedAt, text.at(lastUsedAt), 'ago')}</dd></div>
</dl>
${form(site, page, {
  action: `/account/devices/${id}`,
  submit: text.signOut,
  accessibleName: [`${text.signOut}: ${name}`, player].filter(Boolean).join(', '),
  variant: 'quiet',
})}
</li>`
}
