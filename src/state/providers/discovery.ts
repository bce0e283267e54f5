import { askGuarded, type OutgoingQuestion } from '../../lib/net/outgoing.ts'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type { AuthorizationServer } from '../../model/community/neighbour.ts'
import type { Provider, ProviderServer } from '../../model/community/provider.ts'
import { isDocumentOf } from './presets.ts'

const maxBytes = 256 * 1024
const maxBytesOfProvider = 64 * 1024
const maxDepth = 16
const maxLength = 1024

/** Follows the issuer in the address of a document (OpenID Connect Discovery 1.0, section 4). */
const wellKnown = '/.well-known/openid-configuration'

/** The ways to send a client's secret (RFC 6749, section 2.3.1), the better one first. */
const secretMethods = ['client_secret_basic', 'client_secret_post'] as const

/** Algorithms whose keys are public. With others, anyone who has the client's secret could sign. */
const publicAlgs = ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS384', 'RS512', 'ES384', 'ES512']

/** Thrown if an address does not lead to a discovery document with which a client with a secret can sign people in. */
export class DiscoveryUnusable extends Error {
  override name = 'DiscoveryUnusable'
}

/** Thrown if a document is of another issuer than the one at its address. */
export class OtherIssuer extends DiscoveryUnusable {
  override name = 'OtherIssuer'
}

/** Reads a discovery document. Throws DiscoveryUnusable, and what askGuarded throws. */
export async function fetchDiscovery(
  url: string,
  question: Omit<OutgoingQuestion, 'maxBytes'>,
): Promise<AuthorizationServer> {
  if (!url.endsWith(wellKnown)) throw new DiscoveryUnusable('not the address of a discovery document')
  const { document } = await documentAt(url, { ...question, maxBytes })
  // Otherwise a service could pretend to be another one (section 4.3).
  if (document.issuer !== url.slice(0, -wellKnown.length)) throw new OtherIssuer('another issuer')
  return serverIn(document)
}

/** Reads the discovery document of a provider's issuer. Throws as fetchDiscovery does. */
export async function discoveryOf(
  provider: Pick<Provider, 'preset' | 'tenant'> & { issuer: string },
  question: Omit<OutgoingQuestion, 'maxBytes'>,
): Promise<{ server: ProviderServer; date: string | undefined }> {
  const url = `${provider.issuer.replace(/\/$/, '')}${wellKnown}`
  const { document, date } = await documentAt(url, { ...question, maxBytes: maxBytesOfProvider })
  if (!isDocumentOf(provider, document.issuer)) throw new OtherIssuer('another issuer')
  const { userinfo_endpoint: userInfo } = document
  const isUsable = typeof userInfo === 'string' && userInfo.length <= maxLength
  return { server: { ...serverIn(document), ...(isUsable && { userinfo_endpoint: userInfo }) }, date }
}

async function documentAt(url: string, question: OutgoingQuestion) {
  const { status, body, headers } = await askGuarded(url, question)
  if (status !== 200) throw new DiscoveryUnusable(`status ${status}`)
  return { document: parsed(body), date: headers.date }
}

/** Returns what a sign-in needs of a discovery document. Throws DiscoveryUnusable. */
function serverIn(document: Record<string, unknown>): AuthorizationServer {
  const text = (name: keyof AuthorizationServer): string => {
    const value = document[name]
    if (typeof value !== 'string' || value.length > maxLength) throw new DiscoveryUnusable(`no ${name}`)
    return value
  }
  return {
    issuer: text('issuer'),
    authorization_endpoint: text('authorization_endpoint'),
    token_endpoint: text('token_endpoint'),
    jwks_uri: text('jwks_uri'),
    token_endpoint_auth_methods_supported: named(
      document,
      'token_endpoint_auth_methods_supported',
      secretMethods,
      'client_secret_basic',
    ),
    id_token_signing_alg_values_supported: named(
      document,
      'id_token_signing_alg_values_supported',
      publicAlgs,
      'RS256',
    ),
    authorization_response_iss_parameter_supported:
      document.authorization_response_iss_parameter_supported === true,
  }
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return Object(parseStrictJson(body, maxDepth).value)
  } catch (cause) {
    throw new DiscoveryUnusable('not JSON', { cause })
  }
}

/** Returns those of the known words that the document names, which has `usual` if it names none. */
function named(
  document: Record<string, unknown>,
  name: keyof AuthorizationServer,
  known: readonly string[],
  usual: string,
): string[] {
  const said = document[name] ?? [usual]
  const common = Array.isArray(said) ? known.filter((word) => said.includes(word)) : []
  if (common.length === 0) throw new DiscoveryUnusable(`no usable ${name}`)
  return common
}
