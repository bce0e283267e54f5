import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import {
  deleteGrant,
  grantsOf,
  insertGrant,
  liveGrant,
  rememberedGrants,
  widenGrant,
} from '../../storage/oauth/grants.ts'
import type { OauthGrantRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { maySignInTo } from './membership.ts'

/** The access that a user has given to an application. */
interface Grant {
  id: string
  accountId: string
  clientId: string
  scope: string
  createdAt: number
}

interface Agreement {
  account: Pick<Account, 'id' | 'credentialsVersion'>
  /** The player of the account that the application gets: the account's own one, unless another was chosen. */
  player?: Pick<Account, 'id'> | undefined
  client: Pick<OauthClient, 'clientId' | 'public' | 'groups'>
  scope: string
  /** The time until which it exists without a token. */
  expiresAt: number
}

/**
 * Stores a user's consent and returns the events, which the caller records. For a confidential client, an earlier grant
 * of the same player is extended, and one of another player of the account ends. For a public client, each consent makes
 * a grant of its own, because anybody can claim to be that client (RFC 8252, section 8.6). Throws Refused
 * `group_required`, `player_unavailable`, and `grant_ended` if the account's credentials have ended meanwhile.
 */
export async function giveGrant(
  { clock, random }: ChangeContext,
  tx: Transaction,
  { account, player = account, client, scope, expiresAt }: Agreement,
): Promise<{ grantId: string; events: readonly AuditEvent[] }> {
  if (!(await maySignInTo(tx, client, account.id))) throw new Refused('group_required', { about: account })
  const now = clock()
  const { clientId } = client
  const given: AuditEvent = { event: 'grant.given', account: player.id, details: { client: clientId, scope } }
  // Two tabs may choose two players at once, and one of the two agreements has to end.
  if (!client.public) await lockAccount(tx, account.id)
  const before = client.public ? [] : await rememberedGrants(tx, account.id, clientId, now)
  const ended = await endGrants(
    tx,
    before.filter(({ account_id }) => account_id !== player.id),
  )
  const events = [...ended, given]
  const same = before.find(({ account_id }) => account_id === player.id)
  if (same) {
    await widenGrant(tx, same.id, union(same.scope, scope))
    return { grantId: same.id, events }
  }
  const id = random.uuid()
  const expires_at = client.public ? expiresAt : null
  const row = { id, account_id: player.id, client_id: clientId, scope, created_at: now, expires_at }
  if (!(await insertGrant(tx, row, account))) {
    const reason = player.id === account.id ? 'grant_ended' : 'player_unavailable'
    throw new Refused(reason, { about: { id: account.id } })
  }
  return { grantId: id, events }
}

/** Ends grants, and returns the events of those that had not ended yet. */
async function endGrants(tx: Transaction, grants: readonly { id: string }[]): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const { id } of grants) {
    const grant = await deleteGrant(tx, id)
    if (!grant) continue
    const { account_id, client_id } = grant
    events.push({ event: 'grant.revoked', account: account_id, details: { client: client_id } })
  }
  return events
}

/** Finds a grant. Returns undefined if it has ended. */
export async function findGrant({ db, clock }: ReadContext, id: string): Promise<Grant | undefined> {
  const row = await liveGrant(db, id, clock())
  return row && toGrant(row)
}

/** Returns the grant that a player of the account has given to a confidential client before, if any. */
export async function agreedBefore(
  { db, clock }: ReadContext,
  accountId: string,
  clientId: string,
): Promise<Grant | undefined> {
  const [row] = await rememberedGrants(db, accountId, clientId, clock())
  return row && toGrant(row)
}

/** Returns the grants of these players that are in force, the newest first, with the names of their clients. */
export async function listGrants(
  { db, clock }: ReadContext,
  ...players: readonly Pick<Account, 'id'>[]
): Promise<(Grant & { clientName: string })[]> {
  const ids = players.map(({ id }) => id)
  const rows = await grantsOf(db, ids, clock())
  return rows.map((row) => Object.assign(toGrant(row), { clientName: row.name }))
}

/** Ends a grant, which invalidates all its codes and tokens. Does nothing if it has already ended. */
export async function endGrant(context: ChangeContext, by: Actor, id: string): Promise<void> {
  await change(context, by, async (tx) => ({ events: await endGrants(tx, [{ id }]) }))
}

/** Ends a grant at the request of its owner. Throws Refused `grant_ended` if none of the players has such a grant. */
export async function removeGrant(
  context: ChangeContext,
  by: Actor,
  players: readonly Pick<Account, 'id'>[],
  id: string,
): Promise<void> {
  const grant = await findGrant(context, id)
  if (!players.some((player) => player.id === grant?.accountId)) {
    throw new Refused('grant_ended')
  }
  await endGrant(context, by, id)
}

const union = (...scopes: string[]): string => [...new Set(scopes.join(' ').split(' '))].join(' ')

const toGrant = (row: OauthGrantRow): Grant => ({
  id: row.id,
  accountId: row.account_id,
  clientId: row.client_id,
  scope: row.scope,
  createdAt: row.created_at,
})
