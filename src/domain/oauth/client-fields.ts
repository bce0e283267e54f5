import { withoutUser } from '../../lib/text/without-user.ts'
import { maxGroupsNamed } from '../../model/community/group.ts'
import {
  maxRedirectUris,
  type PkceMode,
  redirectFault,
  spellingOfBrowsers,
} from '../../model/community/oauth.ts'
import { malformed, requireRule } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'

/** The fields of a client that can be changed. A list replaces the list before. */
export interface ClientFields {
  name?: string | undefined
  redirectUris?: readonly string[] | undefined
  /** `required` for a public client. */
  pkce?: PkceMode | undefined
  /** If empty, everybody may sign in to it. */
  groups?: readonly string[] | undefined
  /** The addresses to which people may be returned after signing out. */
  logoutUris?: readonly string[] | undefined
}

/** The name by which requests and commands know `logoutUris` (OpenID Connect RP-Initiated Logout 1.0, section 3.1). */
export const logoutUrisField = 'post_logout_redirect_uris'

/**
 * Checks the fields of an application; whether groups exist is checked later. Throws Refused `malformed`,
 * `redirect_uri_missing`, the faults of `redirectFault`, `pkce_optional_public`.
 */
export function checkClientFields(fields: ClientFields, isPublic: boolean): void {
  const { name, redirectUris, pkce, groups, logoutUris } = fields
  requireRule('label', 'client_name', name)
  if (redirectUris?.length === 0) throw new Refused('redirect_uri_missing')
  checkUris(redirectUris ?? [], isPublic)
  checkUris(logoutUris ?? [], isPublic, logoutUrisField)
  if (groups && groups.length > maxGroupsNamed) throw malformed('groups', `at most ${maxGroupsNamed} groups`)
  // Without a secret, only PKCE distinguishes the application from somebody who intercepted its code.
  if (isPublic && pkce !== undefined && pkce !== 'required') throw new Refused('pkce_optional_public')
}

function checkUris(uris: readonly string[], isPublic: boolean, field?: string): void {
  if (uris.length > maxRedirectUris)
    throw malformed(field ?? 'redirect_uris', `at most ${maxRedirectUris} addresses`)
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
