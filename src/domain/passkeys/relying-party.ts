import { isIP } from 'node:net'
import type { Context } from '../context.ts'

/** Whom passkeys are for (WebAuthn, section 5.4.2). */
export interface RelyingParty {
  /** The host of the base URL. */
  id: string
  origin: string
}

/** Undefined where the base URL names an address: browsers know passkeys of names alone. */
export function relyingParty({ baseUrl }: Pick<Context, 'baseUrl'>): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl())
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return isAddress ? undefined : { id: hostname, origin }
}
