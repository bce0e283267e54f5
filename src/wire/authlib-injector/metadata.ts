import { type Static, Type } from 'typebox'
import { askForAttributes } from '../../http/paths/vendor-words.ts'

/** The metadata that launchers and authlib-injector read at the root. */
export const Metadata = Type.Object({
  meta: Type.Object({
    serverName: Type.String(),
    implementationName: Type.String(),
    implementationVersion: Type.String(),
    links: Type.Object({ homepage: Type.String(), register: Type.Optional(Type.String()) }),
    'feature.non_email_login': Type.Boolean({ description: 'A username is a login as well.' }),
    'feature.no_email_login': Type.Boolean({
      description: 'Launchers need not ask for an email address and a password.',
    }),
    'feature.openid_configuration_url': Type.String({
      description: 'The discovery document for signing in by OAuth 2.0.',
    }),
    'feature.enable_profile_key': Type.Boolean({ description: 'Clients sign chat with our certificates.' }),
    [askForAttributes]: Type.Boolean({
      description: 'Clients ask us for privileges, bans and the blocklist.',
    }),
    'feature.floodgate_global_linking': Type.Optional(
      Type.Boolean({ description: 'Game servers ask us for links of Bedrock players.' }),
    ),
  }),
  skinDomains: Type.Array(Type.String(), { description: 'The hosts that the game accepts textures from.' }),
  signaturePublickey: Type.String({ description: 'SubjectPublicKeyInfo in PEM.' }),
})

interface Described {
  serverName: string
  version: string
  /** Without a trailing slash. */
  baseUrl: string
  isRegistrationOpen: boolean
  hasBedrockLinks: boolean
  /** The address of an external skin system. */
  skinSystemUrl: string | undefined
  /** The public address of files in the object store, if there is one. */
  texturesUrl: string | undefined
  /** Hosts; a leading dot includes all subdomains. */
  skinDomains: readonly string[]
  /** In PEM. */
  texturesKey: string
}

export function metadata(described: Described): Static<typeof Metadata> {
  const { baseUrl, skinSystemUrl, texturesUrl = baseUrl } = described
  const hosts = [baseUrl, skinSystemUrl ?? baseUrl, texturesUrl].map((url) => new URL(url).hostname)
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
      // authlib-injector knows one key: with another system's key for textures, it could not verify our
      // certificates.
      'feature.enable_profile_key': skinSystemUrl === undefined,
      [askForAttributes]: true,
      ...(described.hasBedrockLinks && { 'feature.floodgate_global_linking': true }),
    },
    skinDomains: [...new Set([...hosts, ...described.skinDomains])],
    signaturePublickey: described.texturesKey,
  }
}
