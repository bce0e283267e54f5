import { withoutUser } from '../../lib/text/without-user.ts'
import { redirectFault, spellingOfBrowsers } from '../../model/community/oauth.ts'
import { requireRules } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { clientFields } from '../../model/fields/client.ts'
import type { Changes } from '../../model/fields/field.ts'

export type ClientChanges = Changes<typeof clientFields>

/**
 * Checks the fields of an application; whether groups exist is checked later. Throws Refused `malformed`,
 * `redirect_uri_missing`, the faults of `redirectFault`, `pkce_optional_public`.
 */
export function checkClientFields(fields: ClientChanges, isPublic: boolean): void {
  const { redirect_uris, pkce, post_logout_redirect_uris } = fields
  requireRules(clientFields, fields)
  if (redirect_uris?.length === 0) throw new Refused('redirect_uri_missing')
  checkUris(redirect_uris ?? [], isPublic)
  checkUris(post_logout_redirect_uris ?? [], isPublic, 'post_logout_redirect_uris')
  // Without a secret, only PKCE distinguishes the application from somebody who intercepted its code.
  if (isPublic && pkce !== undefined && pkce !== 'required') throw new Refused('pkce_optional_public')
}

function checkUris(uris: readonly string[], isPublic: boolean, field?: string): void {
  for (const uri of uris) {
    const fault = redirectFault(uri, isPublic)
    if (fault === 'redirect_uri_rewritten') throw rewritten(uri, field)
    if (fault) throw new Refused(fault, { field, value: withoutUser(uri) })
  }
}

function rewritten(uri: string, field?: string): Refused {
  const allowed = spellingOfBrowsers(uri)
  const sentence = `Browsers rewrite this redirect URI, and it has to match to the letter. Use ${allowed}, here and in the application.`
  return new Refused('redirect_uri_rewritten', { field, value: uri, allowed, sentence })
}
