import { isIP } from 'node:net'
import type { SiteContext } from '../context.ts'

/** The relying party of passkeys (WebAuthn, section 5.4.2). */
export interface RelyingParty {
  /** The host of the base URL. */
  id: string
  origin: string
}

/** Returns undefined if the base URL contains an IP address, because browsers support passkeys only for host names. */
export function relyingParty({ baseUrl }: SiteContext): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl())
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return isAddress ? undefined : { id: hostname, origin }
}
