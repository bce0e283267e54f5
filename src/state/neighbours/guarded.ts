import { isPublicAddress } from '../../lib/net/reach.ts'
import type { Neighbour } from '../../model/community/neighbour.ts'

/** Returns a function that limits requests to a neighbour to the addresses that it may have, and names this service. */
export const guardedBy =
  (baseUrl: () => string | undefined) =>
  ({ isPrivate }: Pick<Neighbour, 'isPrivate'>, signal: AbortSignal, accept = 'application/json') => {
    const url = baseUrl()
    return {
      headers: { accept, 'user-agent': url === undefined ? 'norn' : `norn (+${url})` },
      signal,
      accepts: (address: string) => isPrivate || isPublicAddress(address),
    }
  }
