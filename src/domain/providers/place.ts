import { isPlainHost } from '../../lib/net/plain-host.ts'
import { reachOf } from '../../lib/net/reach.ts'
import type { Provider, ProviderPreset, ProviderServer } from '../../model/community/provider.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { fixedServers } from '../../state/providers/presets.ts'
import type { ChangeContext, ProviderContext } from '../context.ts'
import { optionInvalid } from './options.ts'

/** The addresses of a provider, as an operator gives them. A preset needs none. */
export interface GivenPlace {
  preset?: ProviderPreset | undefined
  kind?: Provider['kind'] | undefined
  issuer?: string | undefined
  authorizeUrl?: string | undefined
  tokenUrl?: string | undefined
  userinfoUrl?: string | undefined
  isPrivate?: boolean | undefined
}

export type ProviderPlace = Pick<Provider, 'preset' | 'kind' | 'issuer' | 'server' | 'isPrivate'>

type Deps = ChangeContext & ProviderContext

/** Returns where a new provider is. Throws Refused `provider_option_invalid`, `provider_discovery_failed`. */
export function placeOf(context: Deps, given: GivenPlace, tenant: string | null): Promise<ProviderPlace> {
  const { preset, kind, issuer, authorizeUrl, tokenUrl, userinfoUrl, isPrivate = false } = given
  const own = { issuer, authorizeUrl, tokenUrl, userinfoUrl }
  const surplus = (fields: readonly (keyof typeof own)[]) => {
    const field = fields.find((each) => own[each] !== undefined)
    if (field !== undefined) throw optionInvalid(field, 'it does not belong to a provider of this kind')
  }
  if (preset !== undefined) {
    surplus(['issuer', 'authorizeUrl', 'tokenUrl', 'userinfoUrl'])
    if (isPrivate) throw optionInvalid('private', 'the addresses of a preset are public')
    return presetPlace(context, preset, tenant)
  }
  if (kind === 'oauth2') {
    surplus(['issuer'])
    return Promise.resolve({
      preset: null,
      kind,
      issuer: undefined,
      server: plainServer(own, isPrivate),
      isPrivate,
    })
  }
  if (issuer === undefined)
    throw optionInvalid('issuer', 'a provider needs a preset, an issuer or the kind oauth2')
  surplus(['authorizeUrl', 'tokenUrl', 'userinfoUrl'])
  requireUrl('issuer', issuer, isPrivate)
  if (issuer.includes('?')) throw optionInvalid('issuer', 'an issuer has no query')
  return discovered(context, { preset: null, issuer, tenant: null, isPrivate })
}

/** Returns where a preset is. */
export async function presetPlace(
  context: Deps,
  preset: ProviderPreset,
  tenant: string | null,
): Promise<ProviderPlace> {
  if (preset === 'discord' || preset === 'github') {
    const server = fixedServers[preset]
    const isOpenid = preset === 'discord'
    const kind = isOpenid ? 'openid' : 'oauth2'
    return { preset, kind, issuer: isOpenid ? server.issuer : undefined, server, isPrivate: false }
  }
  const issuer =
    preset === 'google'
      ? 'https://accounts.google.com'
      : `https://login.microsoftonline.com/${tenant ?? 'consumers'}/v2.0`
  return discovered(context, { preset, issuer, tenant, isPrivate: false })
}

/** Reads the discovery document of an issuer. Throws Refused `provider_discovery_failed`. */
export async function discovered(
  { log, providers }: Deps,
  at: Pick<Provider, 'preset' | 'tenant' | 'isPrivate'> & { issuer: string },
): Promise<ProviderPlace> {
  const { issuer, preset, isPrivate } = at
  try {
    const server = await providers.discover(at)
    for (const url of addressesOf(server)) requireUrl('issuer', url, isPrivate)
    return { preset, kind: 'openid', issuer, server, isPrivate }
  } catch (cause) {
    log.warn({ err: cause, issuer }, 'the discovery document of a provider could not be used')
    throw new Refused('provider_discovery_failed', { cause, value: issuer })
  }
}

const addressesOf = (server: ProviderServer): string[] =>
  [server.authorization_endpoint, server.token_endpoint, server.jwks_uri, server.userinfo_endpoint].filter(
    (url) => url !== undefined,
  )

/** Returns the addresses of a provider of OAuth 2.0. Throws Refused `provider_option_invalid`. */
export function plainServer(
  given: Pick<GivenPlace, 'authorizeUrl' | 'tokenUrl' | 'userinfoUrl'>,
  isPrivate: boolean,
): ProviderServer {
  const required = (field: keyof typeof given): string => {
    const url = given[field]
    if (url === undefined) throw optionInvalid(field, 'the kind oauth2 needs it')
    requireUrl(field, url, isPrivate)
    return url
  }
  const authorize = required('authorizeUrl')
  return {
    issuer: new URL(authorize).origin,
    authorization_endpoint: authorize,
    token_endpoint: required('tokenUrl'),
    userinfo_endpoint: required('userinfoUrl'),
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    id_token_signing_alg_values_supported: [],
    authorization_response_iss_parameter_supported: false,
  }
}

const maxUrlLength = 1024

/** Throws Refused `provider_option_invalid` unless the address can be asked. */
function requireUrl(field: string, text: string, isPrivate: boolean): void {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  const isHttp = url !== undefined && /^https?:$/.test(url.protocol) && isPlainHost(url.hostname)
  if (!isHttp || !isPlain || /[\s<>]/.test(text)) {
    throw optionInvalid(field, 'an address is https://…, without user name, password, # or spaces')
  }
  const isNear = reachOf(url.hostname) !== 'anywhere'
  if (isNear && !isPrivate) {
    throw optionInvalid(field, 'the address belongs to this machine or its network, which "private" allows')
  }
  if (url.protocol === 'http:' && !isNear) throw optionInvalid(field, 'only a private address may be http:')
}
