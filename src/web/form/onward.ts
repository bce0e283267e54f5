import type { Context } from '../../domain/context.ts'
import { mayAnswerTo } from '../../domain/oauth/clients.ts'
import { formActionOf, type PolicyAdditions } from '../page/policy.ts'
import type { Site } from '../visit/site.ts'

/**
 * What a form needs that leads on to `next`. An application to which everything has been allowed before is answered
 * at once, and browsers hold that redirect, too, against the page with the form.
 */
export async function onwardPolicy(
  context: Pick<Context, 'db'>,
  site: Site,
  next: string,
): Promise<PolicyAdditions> {
  const [path, search] = next.split('?', 2)
  if (path !== site.href('/oauth2/authorize')) return {}
  const asked = new URLSearchParams(search)
  const address = asked.get('redirect_uri') ?? ''
  const isOwn = await mayAnswerTo(context, asked.get('client_id') ?? '', address)
  return isOwn ? { formAction: formActionOf(address) } : {}
}
