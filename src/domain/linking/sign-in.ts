import { createHmac, hash } from 'node:crypto'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfToken } from '../../model/accounts/credential.ts'
import type { LinkedPlayer } from '../../model/community/linked-player.ts'
import { isNeighbourId } from '../../model/community/neighbour-id.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { ExchangeFailed } from '../../state/providers/exchange-failed.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { putLinkSignIn, takeLinkSignIn } from '../../storage/community/link-sign-ins.ts'
import { allNeighbours, lockNeighbour, neighbourById } from '../../storage/community/neighbours.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { clientSecretPlace } from '../../storage/schema/encryption.ts'
import type { NeighbourRow } from '../../storage/schema/rows/neighbours.ts'
import { toAccount } from '../accounts/account-row.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change, ifTaken } from '../change.ts'
import type { ChangeContext, NeighbourContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { namePattern, profileProblem } from '../neighbours/checks.ts'
import { toNeighbour } from '../neighbours/rows.ts'
import { takingsOfNetwork } from '../registration/network-budget.ts'
import { redirectUriOf } from './client.ts'
import type { ProvedPlayer } from './codes.ts'
import { linkPlayerIn } from './players.ts'

const lifetimeMs = 10 * minuteMs

const stateBytes = 32

/** `selectedProfile` in the ID token comes with the second one. */
const scope = 'openid Yggdrasil.PlayerProfiles.Select'

/** Sign-ins of one account. Each may have the neighbour asked. */
export const signIns = { size: 20, refillMs: 3 * minuteMs }

/** Sign-ins of one network, whose people may have any number of accounts. */
export const signInsOfNetwork = { size: 60, refillMs: minuteMs }

/** The columns of a neighbour that decide what its answer proves. */
const decisive = ['client_id', 'client_secret', 'authorization_server', 'names'] as const

/** The session of the browser. `secret` is its cookie, which only the browser has. */
export interface BrowserSession {
  id: string
  secret: string
}

/** Returns the neighbours at which players can sign in to be linked, with the origin of the page where they do. */
export async function neighboursWithSignIn({ db }: { db: Queries }): Promise<{ id: string; page: string }[]> {
  return (await allNeighbours(db)).flatMap((row) => {
    const { id, client } = toNeighbour(row)
    return client && row.paused_at === null ? [{ id, page: client.server.authorization_endpoint }] : []
  })
}

/**
 * Begins a sign-in at a neighbour, and returns the address to which the browser goes. Throws Refused
 * `link_unavailable`, `too_many_link_sign_ins`.
 */
export async function beginSignIn(
  context: ChangeContext & SiteContext,
  player: Pick<Account, 'id' | 'ownerId'>,
  session: BrowserSession,
  { neighbour: neighbourId, address }: { neighbour: string; address: string },
): Promise<string> {
  const { clock, db, random } = context
  const { id } = player
  const { client } = await offered(db, neighbourId)
  const waitMs = await takeAll(db, clock(), [
    { key: `link-sign-in:${id}`, budget: signIns },
    ...takingsOfNetwork('link-sign-ins', address, signInsOfNetwork),
  ])
  if (waitMs > 0) {
    throw new Refused('too_many_link_sign_ins', { retryAfter: Math.ceil(waitMs / 1000), about: { id } })
  }
  const state = random.bytes(stateBytes).toString('base64url')
  await putLinkSignIn(db, {
    session: session.id,
    neighbour_id: neighbourId,
    state_digest: digestOfState(state, player),
    expires_at: clock() + lifetimeMs,
  })
  const url = new URL(client.server.authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUriOf(context, { id: neighbourId }),
    scope,
    state,
    nonce: derived(session, 'nonce', state),
    code_challenge: hash('sha256', derived(session, 'verifier', state), 'base64url'),
    code_challenge_method: 'S256',
    // Otherwise somebody who is signed in there with another account would not notice.
    prompt: 'consent',
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/** The digest of a sign-in says for which player of the account it was begun, which the neighbour need not know. */
const digestOfState = (state: string, { id, ownerId }: Pick<Account, 'id' | 'ownerId'>): string =>
  digestOfToken(ownerId === undefined ? state : `${state} ${id}`)

/**
 * Returns the player of the account for which this browser has begun the sign-in, and uses it up. `parameters` is the query
 * with which the browser came back. Throws Refused `link_sign_in_unknown`.
 */
export async function playerOfSignIn(
  { clock, db }: ReadContext,
  account: Account,
  session: BrowserSession,
  { neighbour, parameters }: { neighbour: string; parameters: URLSearchParams },
): Promise<Account> {
  const state = parameters.get('state') ?? ''
  const players = [account, ...(await charactersOf(db, account.id)).map((row) => toAccount(row, clock()))]
  const byDigest = new Map(players.map((player) => [digestOfState(state, player), player]))
  const digests = [...byDigest.keys()]
  const taken = isNeighbourId(neighbour)
    ? await takeLinkSignIn(db, session.id, neighbour, digests, clock())
    : undefined
  const player = taken && byDigest.get(taken.state_digest)
  if (!player) throw new Refused('link_sign_in_unknown', { about: account })
  return player
}

/**
 * Links the player as whom somebody has signed in at a neighbour, to the player of `playerOfSignIn`. Throws Refused `link_unavailable`, `link_declined`, `link_unproved`, `link_unanswered`,
 * `player_taken`, `players_too_many`.
 */
export async function finishSignIn(
  context: ChangeContext & SecretContext & NeighbourContext & SiteContext,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  session: BrowserSession,
  { neighbour: neighbourId, parameters }: { neighbour: string; parameters: URLSearchParams },
): Promise<LinkedPlayer> {
  const asked = await offered(context.db, neighbourId)
  const player = await provedPlayer(context, { id }, session, asked, parameters)
  return change(context, by, async (tx) => {
    await lockedAccount(tx, id)
    await lockNeighbour(tx, neighbourId)
    const { row } = await offered(tx, neighbourId)
    // Settings that changed while the neighbour was asked: its answer may be that of another service.
    if (decisive.some((column) => row[column] !== asked.row[column])) {
      throw new Refused('link_unavailable', { about: { id } })
    }
    return linkPlayerIn(context, tx, id, player, 'oauth')
  }).catch(ifTaken('player_taken'))
}

/** Returns a neighbour at which players can sign in. Throws Refused `link_unavailable`. */
async function offered(db: Queries, id: string) {
  const row = await neighbourById(db, id)
  const neighbour = row && toNeighbour(row)
  if (!neighbour?.client || neighbour.isPaused || row?.client_secret == null)
    throw new Refused('link_unavailable')
  return { row, neighbour, client: neighbour.client, sealed: row.client_secret }
}

async function provedPlayer(
  context: ChangeContext & SecretContext & NeighbourContext & SiteContext,
  about: Pick<Account, 'id'>,
  session: BrowserSession,
  { row, neighbour, client, sealed }: Awaited<ReturnType<typeof offered>>,
  parameters: URLSearchParams,
): Promise<ProvedPlayer> {
  const { clock, db, log, neighbours, secrets } = context
  const state = parameters.get('state') ?? ''
  const answer = {
    ...client,
    clientSecret: await secrets.open(db, clientSecretPlace(neighbour.id), sealed),
    redirectUri: redirectUriOf(context, neighbour),
    codeVerifier: derived(session, 'verifier', state),
    nonce: derived(session, 'nonce', state),
    state,
    parameters,
  }
  try {
    const player = playerIn(await neighbours.codes.claims(neighbour, answer, clock()), row)
    if (player) return { neighbour: neighbour.id, ...player }
    log.warn({ neighbour: neighbour.id }, 'a neighbour named no player that can be linked')
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error
    const { problem, message } = error
    log.warn({ neighbour: neighbour.id, problem, said: message }, 'a neighbour proved no player')
    if (problem !== 'unproved') throw new Refused(`link_${problem}`, { about, cause: error })
  }
  throw new Refused('link_unproved', { about })
}

/** Returns the player that an ID token names, if a player of the neighbour may have this name and UUID. */
function playerIn(
  { selectedProfile }: Readonly<Record<string, unknown>>,
  { names }: Pick<NeighbourRow, 'names'>,
): { id: string; name: string } | undefined {
  const { id: said, name } = Object(selectedProfile) as { id?: unknown; name?: unknown }
  const id = typeof said === 'string' ? parseUuid(said) : undefined
  if (id === undefined || typeof name !== 'string') return undefined
  return profileProblem({ id, name }, { username: name, pattern: namePattern(names) })
    ? undefined
    : { id, name }
}

/**
 * Returns a value that only this browser and this service can compute for a sign-in. So the database has neither, and
 * no other session can use an answer, not even with the same state.
 */
const derived = ({ secret }: BrowserSession, purpose: 'nonce' | 'verifier', state: string): string =>
  createHmac('sha256', secret).update(`link ${purpose} ${state}`).digest('base64url')
