import { type Queries, writes } from '../engine/database.ts'
import { readsFirst } from '../engine/queries.ts'
import type { OauthArtifactRow } from '../schema/rows/oauth.ts'

/** Returns the interaction that waits for this account's consent, or undefined if it belongs to another account. */
export const interactionOf = readsFirst<OauthArtifactRow, [digest: string, accountId: string, now: number]>(
  'oauth_interaction_of_account',
  `select * from oauth_artifact
   where digest = $1 and kind = 'Interaction' and account_id = $2 and expires_at > $3`,
)

const answer = writes<{ digest: string }>(
  'answer_oauth_interaction',
  'update oauth_artifact set payload = $3 where digest = $1 and payload = $2 returning digest',
)

/** Stores an answer. Returns false if the interaction has been answered meanwhile. */
export async function answerInteraction(
  db: Queries,
  { digest, payload }: Pick<OauthArtifactRow, 'digest' | 'payload'>,
  answered: string,
): Promise<boolean> {
  return (await db.run(answer, [digest, payload, answered])).length === 1
}
