import { digestOfToken } from '../../model/accounts/credential.ts'
import {
  artifactByDigest,
  boundInteractions,
  deleteArtifact,
  insertArtifact,
} from '../../storage/oauth/artifacts.ts'
import type { OauthArtifactRow } from '../../storage/schema/rows/oauth.ts'
import type { ReadContext, SecretContext } from '../context.ts'

export type ArtifactKind = OauthArtifactRow['kind']

/** Data that an OAuth flow stores for a while. Instants are epoch milliseconds. */
export interface Artifact {
  clientId: string
  accountId: string | undefined
  grantId: string | undefined
  /** Contains no secrets: neither the code or token itself nor a user code. */
  payload: Record<string, unknown>
  issuedAt: number
  expiresAt: number
}

export interface StoredArtifact extends Artifact {
  consumedAt: number | undefined
}

/**
 * Returns the digests of a user code under all keys, that of the newest first. They are keyed, because all codes are
 * soon tried against a digest alone.
 */
export const digestsOfUserCode = ({ loginDigests }: SecretContext, letters: string): string[] =>
  loginDigests.allForRows(`user_code:${letters}`)

/** Stores the artifact under a digest of the code or token. Throws UniqueViolation if the user code is in use. */
export async function keepArtifact(
  context: ReadContext & SecretContext,
  kind: ArtifactKind,
  token: string,
  artifact: Artifact,
  userCode?: string,
): Promise<void> {
  const { db } = context
  const user_code_digest = userCode === undefined ? undefined : digestsOfUserCode(context, userCode)[0]
  await insertArtifact(db, {
    ...artifactRow(kind, token, artifact),
    ...(user_code_digest && { user_code_digest }),
  })
  if (kind === 'Interaction' && artifact.accountId) await boundInteractions(db, artifact.accountId)
}

/** Finds an artifact, even an expired or used one. Returns undefined if there is none, or its grant has ended. */
export async function findArtifact(
  { db, clock }: ReadContext,
  kind: ArtifactKind,
  token: string,
): Promise<StoredArtifact | undefined> {
  const row = await artifactByDigest(db, kind, digestOfToken(token), clock())
  return row && toArtifact(row)
}

export function dropArtifact({ db }: ReadContext, kind: ArtifactKind, token: string): Promise<void> {
  return deleteArtifact(db, kind, digestOfToken(token))
}

export const artifactRow = (
  kind: ArtifactKind,
  token: string,
  artifact: Artifact,
): Omit<OauthArtifactRow, 'consumed_at'> => ({
  digest: digestOfToken(token),
  kind,
  client_id: artifact.clientId,
  account_id: artifact.accountId ?? null,
  grant_id: artifact.grantId ?? null,
  user_code_digest: null,
  payload: JSON.stringify(artifact.payload),
  issued_at: artifact.issuedAt,
  expires_at: artifact.expiresAt,
})

export const toArtifact = (row: OauthArtifactRow): StoredArtifact => ({
  clientId: row.client_id,
  accountId: row.account_id ?? undefined,
  grantId: row.grant_id ?? undefined,
  payload: JSON.parse(row.payload),
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  consumedAt: row.consumed_at ?? undefined,
})
