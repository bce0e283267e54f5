import { maxGroupsNamed } from '../community/group.ts'
import { choice, flag, text, words } from './field.ts'

export const idTokenAlgs = ['RS256', 'ES256'] as const

/** The PKCE modes of an application (RFC 7636). */
export const pkceModes = ['required', 'optional'] as const

export const maxRedirectUris = 32

/** The fields of an application (a client in RFC 6749), by their names in RFC 7591 if it has them. */
export const newClientFields = {
  client_name: text({
    isRequired: true,
    option: 'name',
    placeholder: 'NAME',
    rule: 'label',
    meaning: 'the name that people see, up to 64 characters',
  }),
  /** `redirectFault` refuses one with codes of its own. */
  redirect_uris: words({
    isRequired: true,
    option: 'redirect-uri',
    placeholder: 'URI',
    format: 'uri',
    max: maxRedirectUris,
    meaning: 'an address that answers may be sent to',
  }),
  /** Such an application can't keep a secret, and stays as it is. */
  public: flag({
    meaning: 'the application runs where users could read a secret: on their computers or in their browsers',
  }),
  /** Only members of one of these groups may sign in to it. If there are none, everybody may. */
  groups: words({
    option: 'group',
    placeholder: 'NAME',
    max: maxGroupsNamed,
    meaning: 'only members of this group may sign in to it',
    initial: [],
    isQuiet: true,
    without: 'let everybody sign in to it',
  }),
  /** OpenID Connect RP-Initiated Logout 1.0, section 3.1. */
  post_logout_redirect_uris: words({
    option: 'post-logout-redirect-uri',
    placeholder: 'URI',
    format: 'uri',
    max: maxRedirectUris,
    meaning: 'an address to which people may be returned after signing out',
    initial: [],
    isQuiet: true,
    without: 'return nobody after signing out',
  }),
  /** It stays: an application is set up for one of them. */
  id_token_alg: choice(idTokenAlgs, {
    placeholder: 'ALG',
    meaning: 'the signatures of its ID tokens',
    initial: 'RS256',
  }),
  pkce: choice(pkceModes, {
    placeholder: 'MODE',
    meaning:
      'PKCE; optional is for confidential applications that cannot use it, and have to send state or nonce',
    initial: 'required',
  }),
}

const { public: _public, id_token_alg: _alg, ...changeable } = newClientFields

/** The fields of an application that can be changed. A list replaces the one before. */
export const clientFields = changeable
