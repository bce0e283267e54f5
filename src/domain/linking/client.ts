import { isLine } from '../../model/accounts/label.ts'
import type { Neighbour, NeighbourClient } from '../../model/community/neighbour.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { deleteLinkSignIns } from '../../storage/community/link-sign-ins.ts'
import { updateNeighbour } from '../../storage/community/neighbours.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { clientSecretPlace } from '../../storage/schema/encryption.ts'
import type { ChangeContext, NeighbourContext, SecretContext, SiteContext } from '../context.ts'
import { checkUrl } from '../neighbours/place.ts'

/** The longest id and the longest secret of a client. */
const maxLength = 500

/** The longest time for reading the metadata and the discovery document. */
const timeoutMs = 5000

/** A client whose neighbour was asked. */
export interface NewNeighbourClient extends NeighbourClient {
  /** Undefined if the stored one stays. */
  secret: string | undefined
}

/** A client as an operator gives it. What is omitted stays as it is. */
export interface GivenClient {
  clientId: string | undefined
  secret: string | undefined
}

/** Returns the address to which the neighbour sends the browser back. It is registered there. */
export const redirectUriOf = ({ baseUrl }: SiteContext, { id }: Pick<Neighbour, 'id'>): string =>
  `${baseUrl()}/account/linked/${id}/callback`

/**
 * Reads the discovery document of a neighbour for a new or changed client. Throws Refused
 * `neighbour_client_malformed`, `neighbour_without_sign_in`.
 */
export async function newClient(
  { log, neighbours }: ChangeContext & NeighbourContext,
  { id, kind, root, isPrivate, client }: Neighbour,
  { clientId = client?.clientId, secret }: GivenClient,
): Promise<NewNeighbourClient> {
  const isComplete = secret !== undefined || clientId === client?.clientId
  if (clientId === undefined || !isComplete || ![clientId, secret ?? '-'].every(isUsable)) {
    throw new Refused('neighbour_client_malformed')
  }
  if (kind !== 'authlib-injector' || root === null) throw new Refused('neighbour_without_sign_in')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { discovery } = await neighbours.readMetadata(root, isPrivate, signal)
    if (discovery === undefined) throw new Refused('neighbour_without_sign_in')
    checkUrl(discovery, isPrivate)
    const server = await neighbours.readDiscovery(discovery, isPrivate, signal)
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      checkUrl(server[name], isPrivate)
    }
    return { clientId, server, secret }
  } catch (cause) {
    log.warn({ err: cause, neighbour: id }, 'the discovery document of a neighbour could not be used')
    throw new Refused('neighbour_without_sign_in', { cause })
  }
}

const isUsable = (text: string): boolean => text.length > 0 && isLine(text, maxLength)

/**
 * Stores the client that this service is at a neighbour, or forgets it. Sign-ins that were begun before can't be
 * finished.
 */
export async function storeClient(
  { secrets }: SecretContext,
  tx: Transaction,
  neighbour: string,
  client: NewNeighbourClient | null,
): Promise<void> {
  await secrets.lock(tx)
  const { clientId, server, secret } = client ?? {}
  const isKept = client && secret === undefined
  await updateNeighbour(tx, neighbour, {
    client_id: clientId ?? null,
    authorization_server: server ? JSON.stringify(server) : null,
    ...(!isKept && {
      client_secret: secret === undefined ? null : secrets.seal(clientSecretPlace(neighbour), secret),
    }),
  })
  await deleteLinkSignIns(tx, neighbour)
}
