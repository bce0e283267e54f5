// GET /account/devices, and its buttons: one device is signed out, or all but this browser.
import type { Context } from '../../domain/context.ts'
import {
  deviceId,
  listDevices,
  type SignedInDevice,
  signOutDevice,
  signOutEverywhere,
} from '../../domain/devices.ts'
import { type Html, html } from '../../lib/html.ts'
import { printable } from '../../lib/printable.ts'
import { deviceName } from '../../model/device-name.ts'
import { clearCookie } from '../cookies.ts'
import { form } from '../forms.ts'
import type { Pages } from '../page-scope.ts'
import type { Site } from '../site.ts'
import { actorOf, type SignedInVisit } from '../visit.ts'
import { backToAccount } from './account-form.ts'

export function devicesPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/devices', async (visit) => {
    const { account, devices } = visit.text
    const here = deviceId(visit.session.id)
    return {
      heading: account.menu.devices.heading,
      isWide: true,
      content: html`<p class="lead">${devices.about}</p>
<ul class="devices">
${(await listDevices(context, visit.account)).map((device) => deviceCard(site, visit, device, device.id === here))}
</ul>
<section class="aside">
${form(site, visit, { action: '/account/devices', submit: devices.everywhere, look: 'danger' })}
<p class="hint">${devices.everywhereHint}</p>
</section>
${backToAccount(site, visit)}`,
    }
  })

  signedIn.post('/account/devices', async (visit) => {
    await signOutEverywhere(context, actorOf(visit), visit.account, visit.session.id)
    return { to: '/account/devices', said: 'devices.endedAll' }
  })

  signedIn.post('/account/devices/:id', async (visit) => {
    const { account, request, reply, session } = visit
    const { id } = request.params as { id: string }
    const isEnded = await signOutDevice(context, actorOf(visit), account, id)
    if (id !== deviceId(session.id)) {
      return { to: '/account/devices', said: isEnded ? 'devices.ended' : 'devices.gone' }
    }
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', said: 'signIn.signedOut' }
  })
}

function deviceCard(site: Site, visit: SignedInVisit, device: SignedInDevice, isHere: boolean): Html {
  const { devices: text } = visit.text
  const { id, kind, userAgent, address, firstUsedAt, lastUsedAt } = device
  const name = userAgent === null ? text.unnamed[kind] : deviceName(userAgent, visit.language)
  const fullName = userAgent === null ? name : printable(userAgent)
  return html`<li>
<h2>${name}</h2>
<p class="kind">${text.kinds[kind]}${isHere && html` · <b>${text.here}</b>`}</p>
${fullName !== name && html`<p class="agent">${fullName}</p>`}
<dl>
${address !== null && html`<div><dt>${text.address}</dt><dd>${address}</dd></div>`}
<div><dt>${text.firstUse}</dt><dd>${text.at(firstUsedAt)}</dd></div>
<div><dt>${text.lastUse}</dt><dd>${text.at(lastUsedAt)}</dd></div>
</dl>
${form(site, visit, {
  action: `/account/devices/${id}`,
  submit: text.signOut,
  accessibleName: `${text.signOut}: ${name}`,
  look: 'quiet',
})}
</li>`
}
