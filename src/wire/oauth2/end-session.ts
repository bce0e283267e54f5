// What an application asks when its user signs out (OpenID Connect RP-Initiated Logout 1.0).
import { compactVerify, createLocalJWKSet } from 'jose'
import { findAccount } from '../../domain/accounts/find.ts'
import type { Context, ReadContext } from '../../domain/context.ts'
import { findClient } from '../../domain/oauth/clients.ts'
import { jwks } from '../../domain/oauth/jwks.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { idTokenAlgs } from '../../model/fields/client.ts'
import { LibraryTime } from './library/times.ts'

/** The parameters that are understood. Each is empty if it is missing or repeated. */
interface EndSessionQuery {
  idTokenHint: string
  clientId: string
  returnTo: string
  state: string
}

/** The sign-in of a browser. `signedInAt` is in epoch milliseconds. */
interface Session {
  accountId: string
  signedInAt: number
}

interface EndSessionRequest {
  /** The application that asks, if it is known. */
  client: OauthClient | undefined
  /** True if the application has a token of the sign-in that this browser still has, so nobody has to be asked. */
  isProved: boolean
  /**
   * The player of the token, if it is a native application: it may have other players of the account, who did not ask.
   * Undefined for all of them.
   */
  player: string | undefined
  /** The whole address to return to; undefined if none was sent, or not one of the application's. */
  returnTo: string | undefined
  /** True if an address was sent that the application may not use. */
  isRefused: boolean
}

/** Returns the function that reads a request to end the session of a browser. Only a hint that we have signed is trusted. */
export const readEndSessionOf =
  (context: Context) => (asked: EndSessionQuery, session: Session | undefined) =>
    readEndSession(context, asked, session)

async function readEndSession(
  context: Context,
  { idTokenHint, clientId, returnTo, state }: EndSessionQuery,
  session: Session | undefined,
): Promise<EndSessionRequest> {
  const hint = idTokenHint === '' ? undefined : await openHint(context, idTokenHint)
  const isContradiction = hint !== undefined && clientId !== '' && clientId !== hint.clientId
  const id = isContradiction ? '' : (hint?.clientId ?? clientId)
  const client = id === '' ? undefined : await findClient(context, id)
  const isProved = client !== undefined && hint !== undefined && (await isOfSession(context, hint, session))
  const mayReturn =
    client !== undefined && returnTo !== '' && client.post_logout_redirect_uris.includes(returnTo)
  return {
    client,
    isProved,
    player: isProved && client.public ? hint.playerId : undefined,
    returnTo: mayReturn ? withState(returnTo, state) : undefined,
    isRefused: isContradiction || (returnTo !== '' && !mayReturn),
  }
}

interface Hint {
  clientId: string
  playerId: string
  /** In the library's epoch seconds. */
  authTime: number
}

/** Longer ones are not made. */
const maxHintLength = 4096

/** Reads an ID token of ours, even an expired one, as section 2 requires. Returns undefined for any other text. */
async function openHint(context: Context, text: string): Promise<Hint | undefined> {
  if (text.length > maxHintLength) return undefined
  try {
    const keys = createLocalJWKSet(await jwks(context))
    const { payload } = await compactVerify(text, keys, { algorithms: [...idTokenAlgs] })
    const { iss, sub, aud, auth_time } = JSON.parse(new TextDecoder().decode(payload))
    const isOurs = iss === context.baseUrl() && typeof auth_time === 'number'
    if (!isOurs || typeof sub !== 'string' || typeof aud !== 'string') return undefined
    return { clientId: aud, playerId: sub, authTime: auth_time }
  } catch {
    return undefined
  }
}

async function isOfSession(
  context: ReadContext,
  { playerId, authTime }: Hint,
  session: Session | undefined,
): Promise<boolean> {
  if (!session) return false
  if (session.accountId !== playerId) {
    const player = await findAccount(context, playerId)
    if (player?.ownerId !== session.accountId) return false
  }
  // Our clock and the machine's may be read on two sides of a second.
  return Math.abs(new LibraryTime(context.clock).past(session.signedInAt) - authTime) <= 1
}

function withState(address: string, state: string): string {
  const url = new URL(address)
  if (state !== '') url.searchParams.append('state', state)
  return state === '' ? address : url.href
}
