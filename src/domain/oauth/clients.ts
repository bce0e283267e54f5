import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfToken } from '../../model/accounts/credential.ts'
import { isSameButPort, type OauthClient } from '../../model/community/oauth.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type clientFields, newClientFields } from '../../model/fields/client.ts'
import { type Changes, type Values, withInitial } from '../../model/fields/field.ts'
import { allClients, clientById, insertClient, replaceSecretDigest } from '../../storage/oauth/clients.ts'
import { countGrants } from '../../storage/oauth/grants.ts'
import type { OauthClientRow } from '../../storage/schema/rows/oauth.ts'
import { change } from '../change.ts'
import { requireGroups } from '../community/groups.ts'
import type { ChangeContext, Context, ReadContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { checkClientFields } from './client-fields.ts'
import { readGroups } from './membership.ts'

export interface MadeClient {
  client: OauthClient
  secret: string | undefined
}

/**
 * Registers a client. Returns the secret of a confidential client, which is shown only now because the database has
 * only a digest. Throws Refused `malformed`, `redirect_uri_missing`, the faults of `redirectFault`, `unknown`,
 * `pkce_optional_public`.
 */
export async function createClient(
  context: ChangeContext,
  by: Actor,
  given: Changes<typeof newClientFields>,
  keep?: StoreAnswer<MadeClient>,
): Promise<MadeClient> {
  const { client_name = '', redirect_uris = [] } = given
  const fields = withInitial(newClientFields, { ...given, client_name, redirect_uris })
  checkClientFields(fields, fields.public)
  const { clock, random } = context
  const secret = fields.public ? undefined : newSecret(random)
  const row: OauthClientRow = {
    client_id: random.uuid(),
    ...columnsOf(fields),
    secret_digest: secret === undefined ? null : digestOfToken(secret),
    id_token_alg: fields.id_token_alg,
    created_at: clock(),
  }
  const details = { id: row.client_id, name: row.name }
  const made = { client: toClient(row), secret }
  return change(context, by, async (tx) => {
    await requireGroups(tx, fields.groups)
    await insertClient(tx, row)
    await keep?.(tx, made)
    return { events: [{ event: 'client.created', account: null, details }], result: made }
  })
}

export async function listClients({ db }: ReadContext): Promise<OauthClient[]> {
  return (await allClients(db)).map(toClient)
}

export async function findClient({ db }: ReadContext, clientId: string): Promise<OauthClient | undefined> {
  const row = await clientById(db, clientId)
  return row && toClient(row)
}

/**
 * Returns true if the client's answers may be sent to this URI: exactly a registered one, or the same loopback URI with
 * any port (RFC 8252, section 7.3).
 */
export const answersTo = (client: OauthClient, address: string): boolean =>
  client.redirect_uris.includes(address) ||
  (client.public && client.redirect_uris.some((uri) => isSameButPort(uri, address)))

/** Returns the client and the number of its grants. Throws Refused `unknown`. */
export async function showClient(
  context: ReadContext,
  clientId: string,
): Promise<{ client: OauthClient; grants: number }> {
  const client = await findClient(context, clientId)
  if (!client) throw noSuch('client')
  return { client, grants: await countGrants(context.db, clientId, context.clock()) }
}

/**
 * Replaces the secret of a client. The old one stops working at once, and tokens stay valid. Throws Refused
 * `unknown`, `client_without_secret`.
 */
export function renewSecret(context: ChangeContext, by: Actor, clientId: string): Promise<string> {
  const secret = newSecret(context.random)
  return change(context, by, async (tx) => {
    const isReplaced = await replaceSecretDigest(tx, clientId, digestOfToken(secret))
    const client = await clientById(tx, clientId)
    if (!client) throw noSuch('client')
    if (!isReplaced) throw new Refused('client_without_secret')
    const details = { id: clientId, name: client.name }
    return { events: [{ event: 'client.secret_renewed', account: null, details }], result: secret }
  })
}

export const columnsOf = (fields: Values<typeof clientFields>) => ({
  name: fields.client_name,
  redirect_uris: listed(fields.redirect_uris),
  pkce: fields.pkce,
  member_groups: listedOrNull(fields.groups),
  logout_uris: listedOrNull(fields.post_logout_redirect_uris),
})

const listed = (texts: readonly string[]): string => JSON.stringify([...new Set(texts)])

const listedOrNull = (texts: readonly string[]): string | null => (texts.length === 0 ? null : listed(texts))

const newSecret = (random: Context['random']): string => random.bytes(32).toString('base64url')

export const toClient = (row: OauthClientRow): OauthClient => ({
  clientId: row.client_id,
  client_name: row.name,
  redirect_uris: JSON.parse(row.redirect_uris),
  public: row.secret_digest === null,
  groups: readGroups(row.member_groups),
  post_logout_redirect_uris: row.logout_uris === null ? [] : JSON.parse(row.logout_uris),
  id_token_alg: row.id_token_alg,
  pkce: row.pkce,
  secretDigest: row.secret_digest ?? undefined,
  createdAt: row.created_at,
})
