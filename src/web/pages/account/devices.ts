// GET /account/devices and its buttons, which sign out one device, or all but this browser.
import type { Context } from '../../../domain/context.ts'
import { deviceId, listDevices, signOutDevice, signOutEverywhere } from '../../../domain/tokens/devices.ts'
import { html } from '../../../lib/text/html.ts'
import { clearCookie } from '../../context/cookies.ts'
import { actorOf } from '../../context/page-context.ts'
import { form } from '../../form/forms.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { deviceCard } from './device-card.ts'

export function devicesPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/devices', async (page) => {
    const { account, devices } = page.text
    const here = deviceId(page.session.id)
    return {
      heading: account.menu.devices.heading,
      isWide: true,
      content: html`<p class="lead">${devices.about}</p>
<ul class="devices">
${(await listDevices(context, page.account)).map((device) => deviceCard(site, page, device, device.id === here))}
</ul>
<section class="aside">
${form(site, page, { action: '/account/devices', submit: devices.everywhere, variant: 'danger' })}
<p class="hint">${devices.everywhereHint}</p>
</section>`,
    }
  })

  signedIn.post('/account/devices', async (page) => {
    await signOutEverywhere(context, actorOf(page), page.account, page.session.id)
    return { to: '/account/devices', flash: 'devices.endedAll' }
  })

  signedIn.post('/account/devices/:id', async (page) => {
    const { account, reply, session } = page
    const id = pathParameter(page, 'id')
    const isEnded = await signOutDevice(context, actorOf(page), account, id)
    if (id !== deviceId(session.id)) {
      return { to: '/account/devices', flash: isEnded ? 'devices.ended' : 'devices.gone' }
    }
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', flash: 'signIn.signedOut' }
  })
}
