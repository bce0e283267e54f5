import type { Context } from '../../domain/context.ts'
import { mayAnswerTo } from '../../domain/oauth/clients.ts'
import type { Site } from '../context/site.ts'
import { formActionOf, type PolicyAdditions } from '../page/policy.ts'

/**
 * Returns the additions to the policy of a page whose form leads to `next`. If an authorization request needs no
 * consent, the form redirects straight to the application, which browsers check against the `form-action` of this
 * page.
 */
export async function nextPolicy(
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
