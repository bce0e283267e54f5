import { changeClient } from '../../domain/oauth/change-client.ts'
import { createClient, listClients, renewSecret, showClient } from '../../domain/oauth/clients.ts'
import { deleteClient } from '../../domain/oauth/deleted-clients.ts'
import { clientFields, newClientFields } from '../../model/fields/client.ts'
import { shownClient, shownClientDetails } from '../../present/client.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

export async function create(given: Values, output: Output): Promise<void> {
  const fields = fromOptions(newClientFields, given)
  await withContext(output, async (context) => {
    const { client, secret } = await createClient(context, commandActor(), fields)
    const { client_id, ...rest } = shownClient(client)
    output.object({ client_id, ...(secret !== undefined && { client_secret: secret }), ...rest })
    if (secret !== undefined) output.note('The secret is shown only once.')
  })
}

export async function set(given: Values & { id: string }, output: Output): Promise<void> {
  const fields = fromOptions(clientFields, given)
  await withContext(output, async (context) => {
    output.object(shownClient(await changeClient(context, commandActor(), given.id, fields)))
  })
}

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listClients(context)).map(shownClient)
  await output.list(rows, { client_id: 32, public: 6, client_name: 24, redirect_uris: 13 })
})

export const show = readCommand(async (context, given: { id: string }, output) => {
  output.object(shownClientDetails(await showClient(context, given.id)))
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
