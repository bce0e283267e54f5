import { minuteMs } from '../../lib/measure/units.ts'
import type { Provider } from '../../model/community/provider.ts'
import type { AskedSignIn } from '../../state/providers/authorization-url.ts'
import type { ChangeContext, ProviderContext, SiteContext } from '../context.ts'

/** The time in which somebody has to come back from a provider. */
export const signInTimeoutMs = 10 * minuteMs

const secretBytes = 32

/**
 * A sign-in at a provider that was begun. The browser keeps it, sealed, so that strangers store nothing here, and nobody
 * else can use the answer.
 */
export interface BegunSignIn {
  /** The name of the provider. */
  provider: string
  /** Its `createdAt`. */
  since: number
  state: string
  nonce: string
  codeVerifier: string
  /** In epoch milliseconds. */
  until: number
}

export const callbackOf = (
  { baseUrl }: Pick<SiteContext, 'baseUrl'>,
  { name }: Pick<Provider, 'name'>,
): string => `${baseUrl()}/sign-in/with/${name}/callback`

/** Begins a sign-in. Returns the address to which the browser goes. No request is sent, and nothing stored. */
export function beginAt(
  context: ChangeContext & ProviderContext & SiteContext,
  provider: Provider,
  asked: Pick<AskedSignIn, 'prompt' | 'maxAge'> = {},
): { away: string; begun: BegunSignIn } {
  const { clock, providers, random } = context
  const secret = () => random.bytes(secretBytes).toString('base64url')
  const secrets = { state: secret(), nonce: secret(), codeVerifier: secret() }
  const url = providers.authorizationUrl(provider, {
    ...secrets,
    redirectUri: callbackOf(context, provider),
    ...asked,
  })
  return {
    away: url.href,
    begun: {
      provider: provider.name,
      since: provider.createdAt,
      ...secrets,
      until: clock() + signInTimeoutMs,
    },
  }
}
