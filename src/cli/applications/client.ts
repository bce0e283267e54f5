import { changeClient } from '../../domain/oauth/change-client.ts'
import {
  createClient,
  deleteClient,
  listClients,
  renewSecret,
  showClient,
} from '../../domain/oauth/clients.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { IdTokenAlg, PkceMode } from '../../model/community/oauth.ts'
import { shownClient } from '../../present/client.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

interface NewClient {
  name: string
  'redirect-uri': readonly string[]
  public: boolean
  'id-token-alg': IdTokenAlg | undefined
  pkce: PkceMode | undefined
  group: readonly string[] | undefined
  'post-logout-redirect-uri': readonly string[] | undefined
}

export const create = writeCommand(async (context, given: NewClient, output) => {
  const { client, secret } = await createClient(context, commandActor(), {
    name: given.name,
    redirectUris: given['redirect-uri'],
    isPublic: given.public,
    idTokenAlg: given['id-token-alg'] ?? 'RS256',
    pkce: given.pkce,
    groups: given.group,
    logoutUris: given['post-logout-redirect-uri'],
  })
  const { client_id, ...rest } = shownClient(client)
  output.object({ client_id, ...(secret !== undefined && { client_secret: secret }), ...rest })
  if (secret !== undefined) output.note('The secret is shown only once.')
})

interface Changes extends Omit<NewClient, 'name' | 'redirect-uri' | 'public' | 'id-token-alg'> {
  id: string
  name: string | undefined
  'redirect-uri': readonly string[] | undefined
  'no-groups': boolean
}

export async function set(given: Changes, output: Output): Promise<void> {
  if (given['no-groups'] && given.group) throw new UsageError('--group and --no-groups exclude each other')
  await withContext(output, async (context) => {
    const client = await changeClient(context, commandActor(), given.id, {
      name: given.name,
      redirectUris: given['redirect-uri'],
      pkce: given.pkce,
      groups: given['no-groups'] ? [] : given.group,
      // An empty one removes them.
      logoutUris: given['post-logout-redirect-uri']?.filter((uri) => uri !== ''),
    })
    output.object(shownClient(client))
  })
}

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listClients(context)).map(shownClient)
  await output.list(rows, { client_id: 32, public: 6, client_name: 24, redirect_uris: 13 })
})

export const show = readCommand(async (context, given: { id: string }, output) => {
  const { client, grants } = await showClient(context, given.id)
  const { idTokenAlg, pkce, createdAt } = client
  const more = { id_token_alg: idTokenAlg, pkce, createdAt: isoTime(createdAt), grants }
  output.object({ ...shownClient(client), ...more })
})

export const remove = writeCommand(async (context, given: { id: string }, output) => {
  await deleteClient(context, commandActor(), given.id)
  output.object({ client_id: given.id }, `The client ${given.id} and all its tokens were deleted.`)
})

export const secret = writeCommand(async (context, given: { id: string }, output) => {
  const client_secret = await renewSecret(context, commandActor(), given.id)
  output.object({ client_id: given.id, client_secret })
  output.note('The secret is shown only once; the old one no longer works.')
})
