import { type Static, Type } from 'typebox'
import { askForAttributes } from '../../http/paths/vendor-words.ts'

/** What a launcher and authlib-injector ask the root for. */
export const Metadata = Type.Object({
  meta: Type.Object({
    serverName: Type.String(),
    implementationName: Type.String(),
    implementationVersion: Type.String(),
    links: Type.Object({ homepage: Type.String(), register: Type.Optional(Type.String()) }),
    'feature.non_email_login': Type.Boolean({ description: 'A username is a login as well.' }),
    'feature.no_email_login': Type.Boolean({
      description: 'Launchers need not ask for an e-mail and a password.',
    }),
    'feature.openid_configuration_url': Type.String({
      description: 'Sign-in by OAuth 2.0: what it needs to know.',
    }),
    'feature.enable_profile_key': Type.Boolean({ description: 'Chat is signed with our certificates.' }),
    [askForAttributes]: Type.Boolean({
      description: 'Privileges, bans and the blocklist are asked for here.',
    }),
  }),
  skinDomains: Type.Array(Type.String(), { description: 'The hosts that the game takes textures from.' }),
  signaturePublickey: Type.String({ description: 'SubjectPublicKeyInfo in PEM.' }),
})

export interface Described {
  serverName: string
  version: string
  /** Without a trailing slash. */
  baseUrl: string
  isRegistrationOpen: boolean
  /** An external skin system's address. */
  skinSystemUrl: string | undefined
  /** Hosts, or with a dot in front all below one. */
  skinDomains: readonly string[]
  /** PEM. */
  texturesKey: string
}

export function metadata(described: Described): Static<typeof Metadata> {
  const { baseUrl, skinSystemUrl } = described
  const hosts = [baseUrl, skinSystemUrl ?? baseUrl].map((url) => new URL(url).hostname)
  return {
    meta: {
      serverName: described.serverName,
      implementationName: 'Norn',
      implementationVersion: described.version,
      links: {
        homepage: `${baseUrl}/`,
        ...(described.isRegistrationOpen && { register: `${baseUrl}/register` }),
      },
      'feature.non_email_login': true,
      'feature.no_email_login': true,
      'feature.openid_configuration_url': `${baseUrl}/.well-known/openid-configuration`,
      // authlib-injector knows one key: with somebody else's for textures our certificates could not be checked.
      'feature.enable_profile_key': skinSystemUrl === undefined,
      [askForAttributes]: true,
    },
    skinDomains: [...new Set([...hosts, ...described.skinDomains])],
    signaturePublickey: described.texturesKey,
  }
}
