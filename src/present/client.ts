import { isoTime } from '../lib/text/instant.ts'
import type { OauthClient } from '../model/community/oauth.ts'
import { newClientFields } from '../model/fields/client.ts'
import { shownFields } from '../model/fields/field.ts'

/** Returns an OAuth client as commands and the API list it. */
export const shownClient = (client: OauthClient) => {
  const { id_token_alg: _alg, pkce: _pkce, ...listed } = shownFields(newClientFields, client)
  return { client_id: client.clientId, ...listed }
}

/** Returns one with all of its fields. `grants` is the number of people's consents in force. */
export const shownClientDetails = ({ client, grants }: { client: OauthClient; grants: number }) => ({
  client_id: client.clientId,
  ...shownFields(newClientFields, client),
  createdAt: isoTime(client.createdAt),
  grants,
})
