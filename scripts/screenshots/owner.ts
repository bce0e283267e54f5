// The pages of administration.
import type { Language } from '../../src/texts/languages.ts'
import { freyr } from './neighbours.ts'
import type { Studio } from './players.ts'
import { signIn } from './players.ts'
import { busyDay, twoMonths } from './scene.ts'

const pages =
  'figures accounts audit groups groups/builders servers servers/creative neighbours neighbours/asgard visitors invites clients api-tokens bans keys webhooks settings'

export async function administration(studio: Studio, language: Language): Promise<void> {
  const { service, camera } = studio
  const { shoot, visit } = camera
  const { odin, thor } = await busyDay(service, camera.advance, language)
  await twoMonths(service)
  await camera.browser.clearCookies()
  await visit('/sign-in?next=/admin')
  await signIn(studio, odin)
  await shoot('admin')
  for (const path of pages.split(' ')) {
    await visit(`/admin/${path}`)
    await shoot(`admin-${path.replace('/', '-')}`)
  }
  for (const [path, name] of [
    ['clients', 'admin-client'],
    ['webhooks', 'admin-webhook'],
  ] as const) {
    await visit(`/admin/${path}`)
    await camera.page.locator('td a').last().click()
    await shoot(name)
  }
  await visit(`/admin/visitors/${freyr}`)
  await shoot('admin-visitor')
  await visit(`/admin/accounts/${thor.id}`)
  await shoot('admin-account')
  await visit(`/admin/accounts/${thor.id}/delete`)
  await shoot('admin-question')
  await visit(`/admin/why?name=${thor.username}`)
  await shoot('admin-why')
  await visit('/admin/why?name=Loki')
  await shoot('admin-why-suspended')
  await visit('/admin/accounts?q=nobody')
  await shoot('admin-accounts-none')
}
