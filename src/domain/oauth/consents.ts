import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfToken } from '../../model/accounts/credential.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { clientById } from '../../storage/oauth/clients.ts'
import { answerInteraction, interactionOf } from '../../storage/oauth/interactions.ts'
import type { OauthArtifactRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toArtifact } from './artifacts.ts'
import { answersTo, toClient } from './clients.ts'
import { giveGrant } from './grants.ts'
import { maySignInTo } from './membership.ts'

/** An authorization request that waits in a user's browser for their answer. */
export interface WaitingConsent {
  client: OauthClient
  /** The requested scopes, separated by spaces. */
  scope: string
  /** One of the client's redirect URIs, to which the answer goes. */
  redirectUri: string
  /** True if the user may sign in to the application. */
  isPermitted: boolean
  /** True if the user has already answered and only has to continue. */
  isAnswered: boolean
  row: OauthArtifactRow
}

/** Returns the waiting request. Throws Refused `consent_unknown`, also if it belongs to somebody else. */
export async function waitingConsent(
  { db, clock }: ReadContext,
  uid: string,
  account: Pick<Account, 'id'>,
): Promise<WaitingConsent> {
  const row = await interactionOf(db, digestOfToken(uid), account.id, clock())
  const found = row && (await clientById(db, row.client_id))
  if (!row || !found) throw new Refused('consent_unknown')
  const client = toClient(found)
  const { params, result } = toArtifact(row).payload
  const redirectUri = paramOf(params, 'redirect_uri')
  // A request that was on its way while the application got another address is stored after the change has ended those
  // that waited.
  if (!answersTo(client, redirectUri)) throw new Refused('consent_unknown')
  return {
    client,
    isPermitted: await maySignInTo(db, client, account.id),
    scope: paramOf(params, 'scope'),
    redirectUri,
    isAnswered: result !== undefined,
    row,
  }
}

/**
 * Grants what the application requested, for a player of the account. Throws Refused `consent_unknown`,
 * `group_required`, `player_unavailable`.
 */
export async function allowConsent(
  context: ChangeContext,
  { client, scope, row }: WaitingConsent,
  account: Account,
  { player, address }: { player: Pick<Account, 'id'>; address: string },
): Promise<void> {
  await change(context, accountActor(account, address), async (tx) => {
    const agreement = { account, player, client, scope, expiresAt: row.expires_at }
    const { grantId, events } = await giveGrant(context, tx, agreement)
    if (!(await answerInteraction(tx, row, answered(row, { consent: { grantId } })))) {
      throw new Refused('consent_unknown')
    }
    return { events }
  })
}

/** Answers the application with `access_denied`. */
export async function denyConsent({ db }: ReadContext, { row }: WaitingConsent): Promise<void> {
  const result = { error: 'access_denied', error_description: 'the user refused' }
  const isFirst = await db.transaction((tx) => answerInteraction(tx, row, answered(row, result)))
  if (!isFirst) throw new Refused('consent_unknown')
}

const answered = (row: OauthArtifactRow, result: object): string =>
  JSON.stringify({ ...toArtifact(row).payload, result })

function paramOf(params: unknown, name: string): string {
  if (typeof params !== 'object' || params === null) return ''
  const value: unknown = Object.entries(params).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : ''
}
