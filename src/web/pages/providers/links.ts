import type { Context } from '../../../domain/context.ts'
import { offeredProviders } from '../../../domain/identities/offered.ts'
import { registrationBy } from '../../../domain/registration/mode.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { mark } from './marks.ts'

export const startOf = (name: string): string => `/sign-in/with/${name}`

/**
 * Renders a link "Continue with {title}" for each provider; undefined if there is none. Asks none of them. With
 * `registering`, only for those through which people can register whatever the setting says.
 */
export async function providerLinks(
  context: Context,
  site: Site,
  { text }: PageContext,
  {
    next,
    invite = '',
    registering = false,
  }: { next: string | undefined; invite?: string; registering?: boolean },
): Promise<Html | undefined> {
  const offered = await offeredProviders(context)
  const providers = offered.filter(
    (provider) => !registering || registrationBy(context, provider) !== 'closed',
  )
  if (providers.length === 0) return undefined
  const invited = invite === '' ? '' : `?invite=${encodeURIComponent(invite)}`
  const href = (name: string) => site.href(pathWithNext(startOf(name) + invited, next))
  return html`<ul class="providers">${providers.map(
    ({ name, preset, title }) =>
      html`<li><a class="button quiet" href="${href(name)}">${mark(preset)}<span>${text.signIn.provider.continue(title)}</span></a></li>`,
  )}</ul>`
}
