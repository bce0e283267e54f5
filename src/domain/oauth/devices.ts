import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { type OauthClient, parseUserCode } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { answerDevice, artifactByUserCode } from '../../storage/oauth/artifacts.ts'
import { clientById } from '../../storage/oauth/clients.ts'
import type { OauthArtifactRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { takeFromNetwork, takingsOfNetwork } from '../registration/network-budget.ts'
import { digestsOfUserCode, toArtifact } from './artifacts.ts'
import { toClient } from './clients.ts'
import { giveGrant } from './grants.ts'

/** Enough for a household full of launchers at once, and one more each minute. */
export const deviceBudget = { size: 60, refillMs: minuteMs }

/** Limits how many devices a network may authorize without any sign-in. Throws Refused `too_many_devices`. */
export async function chargeDevice({ db, clock }: ReadContext, address: string): Promise<void> {
  const waitMs = await takeFromNetwork(db, 'device', address, clock(), deviceBudget)
  if (waitMs > 0) throw new Refused('too_many_devices', { retryAfter: Math.ceil(waitMs / 1000) })
}

/** The limits on typed user codes, since typing many is guessing: by account, and by network for many accounts. */
export const userCodeBudgets = {
  account: { size: 20, refillMs: 30_000 },
  network: { size: 60, refillMs: 10_000 },
}

/** Charges an attempt to open a user code. Throws Refused `too_many_user_codes`. */
export async function chargeUserCode(
  { db, clock }: ReadContext,
  account: Pick<Account, 'id'>,
  address: string,
): Promise<void> {
  const waitMs = await takeAll(db, clock(), [
    { key: `user_code:${account.id}`, budget: userCodeBudgets.account },
    ...takingsOfNetwork('user_code', address, userCodeBudgets.network),
  ])
  if (waitMs === 0) return
  throw new Refused('too_many_user_codes', { retryAfter: Math.ceil(waitMs / 1000), about: account })
}

/** A device that waits for the user's consent. */
export interface WaitingDevice {
  client: OauthClient
  /** The requested scopes, separated by spaces. */
  scope: string
  row: OauthArtifactRow
}

/** Returns the device that shows this user code. Throws Refused `user_code_unknown`, also if the code has expired. */
export async function waitingDevice(
  context: ReadContext & SecretContext,
  typed: string,
): Promise<WaitingDevice> {
  const { db, clock } = context
  const letters = parseUserCode(typed)
  const row = letters && (await artifactByUserCode(db, digestsOfUserCode(context, letters), clock()))
  const client = row && (await clientById(db, row.client_id))
  if (!row || !client) throw new Refused('user_code_unknown')
  return { client: toClient(client), scope: askedFor(row), row }
}

/**
 * Lets the device sign in as a player of the account, its own one by default. `signedInAt` is the time at which the user
 * proved who they are, in epoch milliseconds. Throws Refused `user_code_unknown`, `group_required`,
 * `player_unavailable`.
 */
export async function allowDevice(
  context: ChangeContext,
  { client, scope, row }: WaitingDevice,
  account: Account,
  {
    player = account,
    signedInAt,
    address,
  }: { player?: Pick<Account, 'id'>; signedInAt: number; address: string },
): Promise<void> {
  const now = context.clock()
  await change(context, accountActor(account, address), async (tx) => {
    const agreement = { account, player, client, scope, expiresAt: row.expires_at }
    const { grantId, events } = await giveGrant(context, tx, agreement)
    const answer = { accountId: player.id, grantId, scope, authTime: Math.floor(signedInAt / 1000) }
    const payload = JSON.stringify({ ...toArtifact(row).payload, ...answer })
    const columns = { account_id: player.id, grant_id: grantId, payload }
    if (!(await answerDevice(tx, row.digest, columns, now))) throw new Refused('user_code_unknown')
    return { events }
  })
}

/** Answers the device with `access_denied`. */
export async function denyDevice({ db, clock }: ReadContext, { row }: WaitingDevice): Promise<void> {
  const payload = JSON.stringify({ ...toArtifact(row).payload, error: 'access_denied' })
  const columns = { account_id: null, grant_id: null, payload }
  const isAnswered = await db.transaction((tx) => answerDevice(tx, row.digest, columns, clock()))
  if (!isAnswered) throw new Refused('user_code_unknown')
}

function askedFor(row: OauthArtifactRow): string {
  const { params } = toArtifact(row).payload
  const scope = typeof params === 'object' && params !== null && 'scope' in params ? params.scope : ''
  return typeof scope === 'string' ? scope : ''
}
