import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfToken } from '../../model/accounts/credential.ts'
import { isLabel } from '../../model/accounts/label.ts'
import { maxGroupsNamed } from '../../model/community/group.ts'
import {
  type IdTokenAlg,
  isSameButPort,
  maxRedirectUris,
  type OauthClient,
  type PkceMode,
  redirectFault,
  sharedClientId,
} from '../../model/community/oauth.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  allClients,
  clientById,
  deleteClientRow,
  insertClient,
  replaceSecretDigest,
} from '../../storage/oauth/clients.ts'
import { countGrants } from '../../storage/oauth/grants.ts'
import type { OauthClientRow } from '../../storage/schema/schema.ts'
import { change } from '../change.ts'
import { requireGroups } from '../community/groups.ts'
import type { ChangeContext, Context, ReadContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { readGroups } from './membership.ts'

interface NewClient {
  name: string
  redirectUris: readonly string[]
  isPublic: boolean
  idTokenAlg: IdTokenAlg
  /** Defaults to `required`. */
  pkce?: PkceMode | undefined
  /** If not given, everybody may sign in to it. */
  groups?: readonly string[] | undefined
}

export interface MadeClient {
  client: OauthClient
  secret: string | undefined
}

/**
 * Registers a client. Returns the secret of a confidential client, which is shown only now because the database has
 * only a digest. Throws Refused.
 */
export async function createClient(
  context: ChangeContext,
  by: Actor,
  { name, redirectUris, isPublic, idTokenAlg, pkce = 'required', groups = [] }: NewClient,
  keep?: StoreAnswer<MadeClient>,
): Promise<MadeClient> {
  if (!isLabel(name)) throw new Refused('client_name_malformed')
  if (redirectUris.length === 0) throw new Refused('redirect_uri_missing')
  if (redirectUris.length > maxRedirectUris) throw new Refused('redirect_uris_too_many')
  for (const uri of redirectUris) {
    const fault = redirectFault(uri, isPublic)
    if (fault) throw new Refused(fault)
  }
  // Without a secret, only PKCE distinguishes the application from somebody who intercepted its code.
  if (groups.length > maxGroupsNamed) throw new Refused('groups_too_many')
  if (isPublic && pkce !== 'required') throw new Refused('pkce_optional_public')
  const { clock, random } = context
  const secret = isPublic ? undefined : newSecret(random)
  const row: OauthClientRow = {
    client_id: random.uuid(),
    name,
    secret_digest: secret === undefined ? null : digestOfToken(secret),
    redirect_uris: JSON.stringify([...new Set(redirectUris)]),
    id_token_alg: idTokenAlg,
    pkce,
    created_at: clock(),
    member_groups: groups.length === 0 ? null : JSON.stringify([...new Set(groups)]),
    logout_uris: null,
  }
  const details = { id: row.client_id, name }
  const made = { client: toClient(row), secret }
  return change(context, by, async (tx) => {
    await requireGroups(tx, groups)
    await insertClient(tx, row)
    await keep?.(tx, made)
    return { events: [{ event: 'client.created', account: null, details }], result: made }
  })
}

export async function listClients({ db }: Pick<Context, 'db'>): Promise<OauthClient[]> {
  return (await allClients(db)).map(toClient)
}

export async function findClient(
  { db }: Pick<Context, 'db'>,
  clientId: string,
): Promise<OauthClient | undefined> {
  const row = await clientById(db, clientId)
  return row && toClient(row)
}

/**
 * Returns true if the client's answers may be sent to this URI: exactly a registered one, or the same loopback URI with
 * any port (RFC 8252, section 7.3).
 */
export const answersTo = ({ redirectUris, isPublic }: OauthClient, address: string): boolean =>
  redirectUris.includes(address) || (isPublic && redirectUris.some((uri) => isSameButPort(uri, address)))

/** Returns the client and the number of its grants. Throws Refused `client_unknown`. */
export async function showClient(
  context: ReadContext,
  clientId: string,
): Promise<{ client: OauthClient; grants: number }> {
  const client = await findClient(context, clientId)
  if (!client) throw new Refused('client_unknown')
  return { client, grants: await countGrants(context.db, clientId, context.clock()) }
}

/** Deletes a client, which ends all its grants at once. Throws Refused `client_unknown`, `client_shared`. */
export async function deleteClient(context: ChangeContext, by: Actor, clientId: string): Promise<void> {
  if (clientId === sharedClientId) throw new Refused('client_shared')
  await change(context, by, async (tx) => {
    const name = await deleteClientRow(tx, clientId)
    if (name === undefined) throw new Refused('client_unknown')
    const details = { id: clientId, name }
    return { events: [{ event: 'client.deleted', account: null, details }] }
  })
}

/** Replaces the secret of a client. The old one stops working at once, and tokens stay valid. Throws Refused. */
export function renewSecret(context: ChangeContext, by: Actor, clientId: string): Promise<string> {
  const secret = newSecret(context.random)
  return change(context, by, async (tx) => {
    const isReplaced = await replaceSecretDigest(tx, clientId, digestOfToken(secret))
    const client = await clientById(tx, clientId)
    if (!client) throw new Refused('client_unknown')
    if (!isReplaced) throw new Refused('client_without_secret')
    const details = { id: clientId, name: client.name }
    return { events: [{ event: 'client.secret_renewed', account: null, details }], result: secret }
  })
}

const newSecret = (random: Context['random']): string => random.bytes(32).toString('base64url')

export const toClient = (row: OauthClientRow): OauthClient => ({
  clientId: row.client_id,
  name: row.name,
  isPublic: row.secret_digest === null,
  secretDigest: row.secret_digest ?? undefined,
  redirectUris: JSON.parse(row.redirect_uris),
  idTokenAlg: row.id_token_alg,
  pkce: row.pkce,
  groups: readGroups(row.member_groups),
  createdAt: row.created_at,
})
