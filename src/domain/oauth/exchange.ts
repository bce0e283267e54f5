import { digestOfToken } from '../../model/accounts/credential.ts'
import { rightsOf } from '../../model/community/oauth.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { accessTokenByDigest, insertAccessToken } from '../../storage/oauth/access-tokens.ts'
import { consumeArtifact, insertArtifact } from '../../storage/oauth/artifacts.ts'
import { lockGrant } from '../../storage/oauth/grants.ts'
import type { ReadContext } from '../context.ts'
import { type Artifact, type ArtifactKind, artifactRow } from './artifacts.ts'
import { maySignInTo, readGroups } from './membership.ts'

interface NewAccessToken {
  token: string
  grantId: string
  scope: string
  issuedAt: number
  expiresAt: number
}

/** The result of a request to the token endpoint. */
export interface Exchange {
  /** The code or refresh token that was presented. */
  spent: string | undefined
  accessToken: NewAccessToken | undefined
  /** The refresh token, or the access token of a client that acts on its own behalf. */
  issued: { kind: ArtifactKind; token: string; artifact: Artifact } | undefined
}

/** Thrown to roll back if the grant has ended, its user may no longer sign in, or a concurrent request was faster. */
class ExchangeFailed extends Error {
  override name = 'ExchangeFailed'
}

/**
 * Uses up the presented token and stores the issued one, or does neither. Returns false if the grant has ended
 * meanwhile, its user is not in any of the application's groups, or another request was faster: of several concurrent
 * exchanges of one code or refresh token, exactly one succeeds, and a token never outlives its grant.
 */
export async function commitExchange(
  { db, clock, config }: ReadContext,
  { spent, accessToken, issued }: Exchange,
): Promise<boolean> {
  const now = clock()
  const work = async (tx: Transaction): Promise<void> => {
    if (accessToken) {
      const until = Math.max(accessToken.expiresAt, issued?.artifact.expiresAt ?? 0)
      const grant = await lockGrant(tx, accessToken.grantId, until)
      if (!grant) throw new ExchangeFailed()
      const groups = readGroups(grant.member_groups)
      if (!(await maySignInTo(tx, { groups }, grant.account_id))) throw new ExchangeFailed()
    }
    if (spent !== undefined && !(await consumeArtifact(tx, digestOfToken(spent), now)))
      throw new ExchangeFailed()
    if (issued) await insertArtifact(tx, artifactRow(issued.kind, issued.token, issued.artifact))
    if (!accessToken) return
    const { token, ...row } = accessToken
    const rights = rightsOf(row.scope, config.game).join(' ')
    if (!(await insertAccessToken(tx, { ...row, digest: digestOfToken(token), rights })))
      throw new ExchangeFailed()
  }
  try {
    await db.transaction(work)
    return true
  } catch (error) {
    if (error instanceof ExchangeFailed) return false
    throw error
  }
}

/** Finds an access token. Returns undefined if it, its grant or its account has ended. Expired tokens are returned. */
export async function findAccessToken({ db, clock }: ReadContext, token: string) {
  const row = await accessTokenByDigest(db, digestOfToken(token), clock())
  return (
    row && {
      accountId: row.account_id,
      clientId: row.client,
      grantId: row.grant_id,
      scope: row.scope,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
    }
  )
}
