import type { SiteContext } from '../../domain/context.ts'
import { passkeySignInOptions } from '../../domain/passkeys/sign-in.ts'
import type { Html } from '../../lib/text/html.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { form } from './forms.ts'
import { passkeyForm } from './passkey-form.ts'

/** Renders the button "Sign in with a passkey"; undefined if this service can't use passkeys. */
export async function passkeyButton(
  context: SiteContext,
  site: Site,
  page: PageContext,
  next: string,
): Promise<Html | undefined> {
  const options = await passkeySignInOptions(context)
  const { passkeys } = page.text
  const hidden = { next, answer: '' }
  const shape = { action: '/sign-in/passkey', submit: passkeys.signIn, variant: 'quiet', hidden } as const
  return options && passkeyForm('sign-in', options, passkeys.failed, form(site, page, shape))
}
