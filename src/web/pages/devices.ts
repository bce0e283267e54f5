// GET /account/devices and its buttons, which sign out one device, or all but this browser.
import type { Context } from '../../domain/context.ts'
import { deviceId, listDevices, signOutDevice, signOutEverywhere } from '../../domain/tokens/devices.ts'
import { html } from '../../lib/text/html.ts'
import { form } from '../form/forms.ts'
import type { Pages } from '../page/page-scope.ts'
import { clearCookie } from '../visit/cookies.ts'
import { actorOf } from '../visit/visit.ts'
import { deviceCard } from './device-card.ts'

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
${form(site, visit, { action: '/account/devices', submit: devices.everywhere, variant: 'danger' })}
<p class="hint">${devices.everywhereHint}</p>
</section>`,
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
