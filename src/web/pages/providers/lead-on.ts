// Where people sign in through one provider and have no passwords, /sign-in leads on by itself.
import type { Context } from '../../../domain/context.ts'
import { offeredProviders } from '../../../domain/identities/offered.ts'
import { waitingSignIn } from '../../../domain/sign-in/second-step.ts'
import { html } from '../../../lib/text/html.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Page } from '../../page/page.ts'
import { pendingSecret } from '../sign-in/second-step.ts'
import { startOf } from './links.ts'

/**
 * Returns the page that leads on to the only provider; undefined if passwords count, if there is another number of
 * providers, or if somebody is to be told something first: that they are signed out, that a sign-in has expired, or that
 * one can be continued.
 */
export async function leadOn(
  context: Context,
  site: Site,
  page: PageContext,
  next: string | undefined,
): Promise<Page | undefined> {
  const { flash, reply, text } = page
  if (context.config.passwordSignIn === 'on' || flash !== undefined) return undefined
  const [only, another] = await offeredProviders(context)
  if (!only || another) return undefined
  const pending = pendingSecret(context, page)
  if (pending !== '' && (await waitingSignIn(context, pending))) return undefined
  const to = site.href(pathWithNext(startOf(only.name), next))
  // A redirect could be the last one of a form, and would be checked against the `form-action` of its page.
  reply.header('refresh', `0; url=${to}`)
  return {
    heading: text.signIn.heading,
    next,
    // People with a passkey and administrators have other ways in, wherever the provider leads.
    content: html`<p class="lead"><a href="${to}">${text.signIn.provider.continue(only.title)}</a></p>
<p><a href="${site.href(pathWithNext('/sign-in?local=1', next))}">${text.signIn.otherWay}</a></p>`,
  }
}
