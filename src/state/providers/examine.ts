import type { Provider, ProviderServer } from '../../model/community/provider.ts'
import { authorizationUrl } from './authorization-url.ts'
import { DiscoveryUnusable, discoveryOf, OtherIssuer } from './discovery.ts'
import { nameOf, wordOf } from './exchange-failed.ts'
import { askBounded, fetchGuarded, type GuardedQuestion } from './guarded-fetch.ts'

/** More keeps people from signing in: their tokens would be of the future, or expired. */
const toleranceMs = 30_000

/** Reasons for which nobody can sign in. `callback` may also mean an unknown client. */
export const providerFaults = [
  'unreachable',
  'issuer',
  'document',
  'keys',
  'tokens',
  'secret',
  'callback',
  'clock',
] as const

export type ProviderFault = (typeof providerFaults)[number]

export interface Examination {
  /** With what was seen: the name of an error, a status. Never a secret. */
  faults: readonly { fault: ProviderFault; said: string }[]
  /** The difference by which the provider's clock is ahead of ours, to a second. Undefined if it does not tell. */
  aheadMs: number | undefined
}

interface Client {
  secret: string
  redirectUri: string
}

/** Asks for document and keys, and begins a sign-in with a code that nobody has. */
export async function examined(
  provider: Provider,
  client: Client,
  question: () => GuardedQuestion,
  now: number,
): Promise<Examination> {
  const faults: { fault: ProviderFault; said: string }[] = []
  const dates: (string | undefined)[] = []
  const note = (fault: ProviderFault, error: unknown) =>
    faults.push({ fault, said: error instanceof Faulty ? error.message : nameOf(error) })
  const { issuer, preset, kind, server } = provider
  try {
    if (issuer !== undefined && kind === 'openid' && preset !== 'discord') {
      const { date } = await discoveryOf({ ...provider, issuer }, question())
      dates.push(date)
    }
    if (kind === 'openid') dates.push(await keysAt(server, question()))
    dates.push(await checkSecret(provider, client, question))
    await checkCallback(provider, client, question())
  } catch (error) {
    note(faultOf(error), error)
  }
  const date = Date.parse(dates.find((each) => each !== undefined) ?? '')
  const aheadMs = Number.isNaN(date) ? undefined : date - Math.floor(now / 1000) * 1000
  if (aheadMs !== undefined && Math.abs(aheadMs) > toleranceMs) {
    faults.push({ fault: 'clock', said: `${Math.round(aheadMs / 1000)} s` })
  }
  return { faults, aheadMs }
}

/** Thrown for what an answer says. */
class Faulty extends Error {
  override name = 'Faulty'
  readonly fault: ProviderFault

  constructor(fault: ProviderFault, message: string) {
    super(message)
    this.fault = fault
  }
}

function faultOf(error: unknown): ProviderFault {
  if (error instanceof Faulty) return error.fault
  if (error instanceof OtherIssuer) return 'issuer'
  return error instanceof DiscoveryUnusable ? 'document' : 'unreachable'
}

/** Checks that there are keys, and returns the time at the provider. */
async function keysAt(server: ProviderServer, question: GuardedQuestion): Promise<string | undefined> {
  const { status, body, headers } = await askBounded(server.jwks_uri ?? '', question)
  if (status !== 200) throw new Faulty('keys', `status ${status}`)
  if (keysIn(body) === 0) throw new Faulty('keys', 'no keys')
  return headers.date
}

function keysIn(body: Buffer): number {
  try {
    const { keys } = Object(JSON.parse(body.toString())) as { keys?: unknown }
    return Array.isArray(keys) ? keys.length : 0
  } catch {
    return 0
  }
}

/** Statuses of a place where codes are not exchanged. */
const elsewhere = [301, 302, 303, 307, 308, 404, 405, 410]

/** Words for a secret or client that is wrong (RFC 6749, section 5.2); the last one is GitHub's. */
const aboutSecret = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']

/** Exchanges a code that nobody has: a provider that finds fault with the code has accepted the secret. */
async function checkSecret(
  { server, clientId, auth, isPrivate }: Provider,
  { secret, redirectUri }: Client,
  question: () => GuardedQuestion,
): Promise<string | undefined> {
  const oauth = await import('oauth4webapi')
  const as = { issuer: server.issuer, token_endpoint: server.token_endpoint }
  const authentication = (auth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(secret)
  const parameters = { code: 'norn-test', redirect_uri: redirectUri, code_verifier: 'norn-test'.repeat(5) }
  const response = await oauth.genericTokenEndpointRequest(
    as,
    { client_id: clientId },
    authentication,
    'authorization_code',
    parameters,
    { [oauth.customFetch]: fetchGuarded(question), [oauth.allowInsecureRequests]: isPrivate },
  )
  if (response.status >= 500) throw new Faulty('unreachable', `status ${response.status}`)
  const body: unknown = await response.json().catch(() => undefined)
  const word = wordOf(body) ?? `status ${response.status}`
  const isRefused = aboutSecret.includes(word) || response.status === 401
  // Twitch has no word for a wrong secret. What stands in front of a service says no with a page.
  const isForbidden = response.status === 403 && Object(body) === body
  if (isRefused || isForbidden) throw new Faulty('secret', word)
  // Otherwise a page that cannot be found would have accepted the secret.
  const isOther = elsewhere.includes(response.status) || Object(body) !== body
  if (isOther) throw new Faulty('tokens', `status ${response.status}`)
  if (word === 'redirect_uri_mismatch') throw new Faulty('callback', word)
  return response.headers.get('date') ?? undefined
}

/** Begins a sign-in. Providers send nobody back to an address that they do not know, so they answer with an error. */
async function checkCallback(
  provider: Provider,
  { redirectUri }: Client,
  question: GuardedQuestion,
): Promise<void> {
  const verifier = 'norn-test'.repeat(5)
  const url = authorizationUrl(provider, {
    state: 'norn-test',
    nonce: 'norn-test',
    codeVerifier: verifier,
    redirectUri,
  })
  const { status } = await askBounded(url.href, {
    ...question,
    headers: { ...question.headers, accept: 'text/html' },
  })
  if (status >= 400) throw new Faulty('callback', `status ${status}`)
}
