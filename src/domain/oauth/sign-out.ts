import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfSession } from '../../model/accounts/credential.ts'
import type { OauthClient } from '../../model/community/oauth.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { deleteCredential } from '../../storage/credentials/credentials.ts'
import { sessionKind } from '../../storage/credentials/web-sessions.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { endTokensOf } from '../../storage/oauth/grants.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'

interface Application {
  client: OauthClient | undefined
  /** The player whose tokens end. Those of all players of the account if undefined. */
  player: string | undefined
}

/**
 * Ends the session of a browser, and the tokens that an application has for its account. Consent is kept, as are other
 * sessions, other applications and launchers. `secret` is the value of the session's cookie.
 */
export async function signOutOf(
  context: ChangeContext,
  account: { id: string; username: string },
  secret: string,
  { client, player }: Application,
  address: string,
): Promise<void> {
  const session = { digest: digestOfSession(secret), kind: sessionKind, client: undefined }
  await change(context, accountActor(account, address), async (tx) => {
    // Grants first, because issuing a token locks its grant first.
    const tokens = client ? await endTokensOf(tx, await signedOut(tx, account, player), client.clientId) : 0
    const owner = await deleteCredential(tx, session, context.clock())
    const ended = tokens + (owner ? 1 : 0)
    if (ended === 0) return { events: [] }
    return { events: [{ event: 'session.ended', account: account.id, details: { tokens: ended } }] }
  })
}

async function signedOut(
  tx: Transaction,
  { id }: { id: string },
  player: string | undefined,
): Promise<string[]> {
  return player === undefined ? [id, ...(await charactersOf(tx, id)).map((row) => row.id)] : [player]
}
