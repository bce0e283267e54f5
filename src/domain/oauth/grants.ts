import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import {
  deleteGrant,
  grantsOf,
  insertGrant,
  liveGrant,
  rememberedGrant,
  widenGrant,
} from '../../storage/oauth/grants.ts'
import type { OauthGrantRow } from '../../storage/schema/schema.ts'
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
  client: Pick<OauthClient, 'clientId' | 'public' | 'groups'>
  scope: string
  /** The time until which it exists without a token. */
  expiresAt: number
}

/**
 * Stores a user's consent and returns the event, which the caller records. For a confidential client, an earlier grant
 * is extended. For a public client, each consent makes a grant of its own, because anybody can claim to be that client
 * (RFC 8252, section 8.6). Throws Refused `group_required`, and `grant_ended` if the account's credentials have ended
 * meanwhile.
 */
export async function giveGrant(
  { clock, random }: ChangeContext,
  tx: Transaction,
  { account, client, scope, expiresAt }: Agreement,
): Promise<{ grantId: string; event: AuditEvent }> {
  if (!(await maySignInTo(tx, client, account.id))) throw new Refused('group_required', { about: account })
  const now = clock()
  const details = { client: client.clientId, scope }
  const event = { event: 'grant.given', account: account.id, details } as const
  const before = client.public ? undefined : await rememberedGrant(tx, account.id, client.clientId, now)
  if (before) {
    await widenGrant(tx, before.id, union(before.scope, scope))
    return { grantId: before.id, event }
  }
  const id = random.uuid()
  const isGiven = await insertGrant(tx, {
    id,
    account_id: account.id,
    client_id: client.clientId,
    credentials_version: account.credentialsVersion,
    scope,
    created_at: now,
    expires_at: client.public ? expiresAt : null,
  })
  if (!isGiven) throw new Refused('grant_ended', { about: { id: account.id } })
  return { grantId: id, event }
}

/** Finds a grant. Returns undefined if it has ended. */
export async function findGrant({ db, clock }: ReadContext, id: string): Promise<Grant | undefined> {
  const row = await liveGrant(db, id, clock())
  return row && toGrant(row)
}

/** Returns the scopes that the account has granted to a confidential client before, if any. */
export async function agreedBefore(
  { db, clock }: ReadContext,
  accountId: string,
  clientId: string,
): Promise<Grant | undefined> {
  const row = await rememberedGrant(db, accountId, clientId, clock())
  return row && toGrant(row)
}

/** Returns the grants in force, the newest first, with the names of their clients. */
export async function listGrants(
  { db, clock }: ReadContext,
  account: Pick<Account, 'id'>,
): Promise<(Grant & { clientName: string })[]> {
  const rows = await grantsOf(db, account.id, clock())
  return rows.map((row) => Object.assign(toGrant(row), { clientName: row.name }))
}

/** Ends a grant, which invalidates all its codes and tokens. Does nothing if it has already ended. */
export async function endGrant(context: ChangeContext, by: Actor, id: string): Promise<void> {
  await change(context, by, async (tx) => {
    const grant = await deleteGrant(tx, id)
    if (!grant) return { events: [] }
    const { account_id, client_id } = grant
    return { events: [{ event: 'grant.revoked', account: account_id, details: { client: client_id } }] }
  })
}

/** Ends a grant at the request of its owner. Throws Refused `grant_ended` if the account has no such grant. */
export async function removeGrant(
  context: ChangeContext,
  by: Actor,
  account: Pick<Account, 'id'>,
  id: string,
): Promise<void> {
  const grant = await findGrant(context, id)
  if (grant?.accountId !== account.id) throw new Refused('grant_ended', { about: { id: account.id } })
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
