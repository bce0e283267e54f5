// Two services, of which one is a client at the other.
import { newClient } from '../../src/domain/linking/client.ts'
import { findNeighbour, setNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { operator, type RunningService } from '../service.ts'
import { befriend } from '../wire/link-door/game.ts'
import { application } from '../wire/oauth2/oauth.ts'

/** Adds `there` as a neighbour of `here`, with a client that is registered there. */
export async function partners(here: RunningService, there: RunningService, id = 'friends') {
  await befriend(here, there, id)
  const redirectUri = `${here.baseUrl}/account/linked/${id}/callback`
  const client = await application(there, { redirectUri, name: 'Here' })
  await setClient(here, id, client)
  return client
}

export async function setClient(here: RunningService, id: string, client: { id: string; secret: string }) {
  const neighbour = await findNeighbour(here.context, id)
  const given = { clientId: client.id, secret: client.secret }
  await setNeighbour(here.context, operator, id, { client: await newClient(here.context, neighbour, given) })
}
