import type { ReadContext } from '../../domain/context.ts'
import { answersTo, findClient } from '../../domain/oauth/clients.ts'
import type { Site } from '../context/site.ts'
import { formActionOf, type PolicyAdditions } from '../page/policy.ts'

/**
 * Returns the additions to the policy of a page whose form leads to `next`. If an authorization request needs no
 * consent, the form redirects straight to the application, which browsers check against the `form-action` of this
 * page.
 */
export async function nextPolicy(context: ReadContext, site: Site, next: string): Promise<PolicyAdditions> {
  return (await nextApplication(context, site, next)).policy
}

/** Returns the name of the application that sent its user here, if it did, and the additions of `nextPolicy`. */
export async function nextApplication(
  context: ReadContext,
  site: Site,
  next: string,
): Promise<{ name?: string; policy: PolicyAdditions }> {
  const [path, search] = next.split('?', 2)
  if (path !== site.href('/oauth2/authorize')) return { policy: {} }
  const asked = new URLSearchParams(search)
  const address = asked.get('redirect_uri') ?? ''
  const client = await findClient(context, asked.get('client_id') ?? '')
  if (!client || !answersTo(client, address)) return { policy: {} }
  return { name: client.client_name, policy: { formAction: formActionOf(address) } }
}
