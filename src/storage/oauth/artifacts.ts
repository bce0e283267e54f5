import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'
import type { OauthArtifactRow } from '../schema/rows/oauth.ts'
import { isGrantAlive } from './grants.ts'

type Kind = OauthArtifactRow['kind']

/** The condition that an artifact is valid. If it has a grant, the grant must be valid, too. */
const alive = (now: string): string =>
  `(oauth_artifact.grant_id is null or exists (select 1 from oauth_grant
     join account on account.id = oauth_grant.account_id
     where oauth_grant.id = oauth_artifact.grant_id and ${isGrantAlive(now)}))`

const byDigest = reads<OauthArtifactRow>(
  'oauth_artifact_by_digest',
  `select * from oauth_artifact where digest = $1 and kind = $2 and ${alive('$3')}`,
)

/** Finds an artifact, even if it has expired or been used, which the library checks. Undefined if its grant ended. */
export const artifactByDigest = (db: Queries, kind: Kind, digest: string, now: number) =>
  first(db, byDigest, [digest, kind, now])

/** Finds the device code that belongs to a typed user code. */
export const artifactByUserCode = readsFirst<
  OauthArtifactRow,
  [userCodeDigests: readonly string[], now: number]
>(
  'oauth_artifact_by_user_code',
  'select * from oauth_artifact where user_code_digest = any_of($1) and expires_at > $2',
)

/** The most refresh tokens that are kept for one grant, including used ones. */
export const refreshTokensPerGrant = 128

const insert = writes<{ held: number }>(
  'insert_oauth_artifact',
  `insert into oauth_artifact
     (digest, kind, client_id, account_id, grant_id, user_code_digest, payload, issued_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   returning (select count(*) from oauth_artifact as held
     where held.grant_id = oauth_artifact.grant_id and held.kind = oauth_artifact.kind) as held`,
)

const deleteSurplus = writes(
  'delete_surplus_oauth_artifacts',
  `delete from oauth_artifact where grant_id = $1 and kind = $2 and digest not in (
     select digest from oauth_artifact where grant_id = $1 and kind = $2
     order by case when consumed_at is null then 0 else 1 end, issued_at desc, digest
     limit ${refreshTokensPerGrant})`,
)

/** Inserts an artifact. Throws UniqueViolation if the user code is taken. */
export async function insertArtifact(db: Queries, row: Omit<OauthArtifactRow, 'consumed_at'>): Promise<void> {
  const { digest, kind, client_id, account_id, grant_id, user_code_digest, payload } = row
  const values = [digest, kind, client_id, account_id, grant_id, user_code_digest, payload]
  const inserted = await first(db, insert, [...values, row.issued_at, row.expires_at])
  if (inserted && inserted.held > refreshTokensPerGrant) await db.run(deleteSurplus, [grant_id, kind])
}

/** Uses up an artifact. Of several concurrent callers, one succeeds. */
export const consumeArtifact = writesAny<[digest: string, now: number], Transaction>(
  'consume_oauth_artifact',
  'update oauth_artifact set consumed_at = $2 where digest = $1 and consumed_at is null returning digest',
)

export const deleteArtifact = executes<[kind: Kind, digest: string]>(
  'delete_oauth_artifact',
  'delete from oauth_artifact where digest = $2 and kind = $1',
)

/** Deletes the authorization requests of a client that wait for an answer, and the codes that were sent as one. */
export const deleteWaiting = executes<[clientId: string], Transaction>(
  'delete_waiting_oauth_artifacts',
  `delete from oauth_artifact where client_id = $1 and kind in ('Interaction', 'AuthorizationCode')`,
)

/** Stores a user's answer for a device code. Returns false if it was already answered or has expired. */
export const answerDevice = (
  tx: Transaction,
  digest: string,
  { account_id, grant_id, payload }: Pick<OauthArtifactRow, 'account_id' | 'grant_id' | 'payload'>,
  now: number,
): Promise<boolean> => answer(tx, digest, account_id, grant_id, payload, now)

const answer = writesAny<
  [digest: string, accountId: string | null, grantId: string | null, payload: string, now: number],
  Transaction
>(
  'answer_device',
  `update oauth_artifact set account_id = $2, grant_id = $3, payload = $4, user_code_digest = null
   where digest = $1 and user_code_digest is not null and expires_at > $5 returning digest`,
)

/** The most interactions that one account may have in progress. */
export const interactionsPerAccount = 16

export const boundInteractions = executes<[accountId: string]>(
  'delete_surplus_interactions',
  `delete from oauth_artifact where account_id = $1 and kind = 'Interaction' and digest not in (
     select digest from oauth_artifact where account_id = $1 and kind = 'Interaction'
     order by issued_at desc, digest limit ${interactionsPerAccount})`,
)
