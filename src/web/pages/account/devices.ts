// GET /account/devices and its buttons, which sign out one device, or all but this browser.
import { outliving } from '../../../domain/access/outliving.ts'
import type { Context } from '../../../domain/context.ts'
import {
  deviceId,
  listDevices,
  type SignedInDevice,
  signOutDevice,
  signOutEverywhere,
} from '../../../domain/tokens/devices.ts'
import { html } from '../../../lib/text/html.ts'
import { clearCookie } from '../../context/cookies.ts'
import { actorOf } from '../../context/page-context.ts'
import { form } from '../../form/forms.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { allPlayers } from './all-players.ts'
import { deviceCard } from './device-card.ts'

export function devicesPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/devices', async (page) => {
    const { account, devices } = page.text
    const { passkeys, players } = await outliving(context, page.account)
    const staying = [passkeys.length > 0 && 'security', players.length > 0 && 'linked'] as const
    const here = deviceId(page.session.id)
    const { players: own, nameOf, part } = await allPlayers(context, page)
    const { shown, pager } = part(await listDevices(context, ...own))
    const playerOf = ({ kind, player }: SignedInDevice) => (kind === 'launcher' ? nameOf(player) : undefined)
    return {
      heading: account.menu.devices.heading,
      isWide: true,
      content: html`<p class="lead">${devices.about}</p>
<ul class="devices">
${shown.map((device) => deviceCard(site, page, device, { isHere: device.id === here, player: playerOf(device) }))}
</ul>${pager}
<section class="aside">
${form(site, page, { action: '/account/devices', submit: devices.everywhere, variant: 'danger' })}
<p class="hint">${devices.everywhereHint}</p>
${staying.some(Boolean) && html`<p class="hint">${devices.stays} ${staying.map((name) => name && html`<a href="${site.href(`/account/${name}`)}">${account.menu[name].heading}</a> `)}</p>`}
</section>`,
    }
  })

  signedIn.post('/account/devices', async (page) => {
    await signOutEverywhere(context, actorOf(page), page.account, page.session.id)
    return { to: '/account/devices', flash: 'devices.endedAll' }
  })

  signedIn.post('/account/devices/:id', async (page) => {
    const { reply, session } = page
    const id = pathParameter(page, 'id')
    const { players } = await allPlayers(context, page)
    const isEnded = await signOutDevice(context, actorOf(page), players, id)
    if (id !== deviceId(session.id)) {
      return { to: '/account/devices', flash: isEnded ? 'devices.ended' : 'devices.gone' }
    }
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', flash: 'signIn.signedOut' }
  })
}
