import { shownRoot } from '../../domain/community/server-keys.ts'
import { findServer } from '../../domain/community/servers.ts'
import { type ClientSetup, clientSetup, serverSetup } from '../../http/paths/client-setup.ts'
import type { GameServer } from '../../model/community/game-server.ts'
import { rootMetadata } from '../../wire/authlib-injector/root-metadata.ts'
import { CommandRefused } from '../line/command.ts'
import { readCommand } from '../line/with-context.ts'

interface Given {
  server: string | undefined
}

export const printClientSetup = readCommand(async (context, given: Given, output) => {
  const { baseUrl } = context.config
  if (baseUrl === undefined) {
    throw new CommandRefused('the base URL is not known while NORN_PORT is 0; set NORN_BASE_URL')
  }
  if (context.keys.published('textures').length === 0) {
    throw new CommandRefused(
      'there are no signing keys yet; run "norn serve" (npm start) once to create them',
    )
  }
  if (given.server !== undefined) {
    const server = await findServer(context, given.server)
    const setup = serverSetup(await shownRoot({ ...context, baseUrl: () => baseUrl }, server.id))
    if (output.json) output.object(setup)
    else output.text(serverText(server, setup))
    return
  }
  const metadata = Buffer.from(JSON.stringify(await rootMetadata(context))).toString('base64')
  const setup = { ...clientSetup(baseUrl), prefetched: `-Dauthlibinjector.yggdrasil.prefetched=${metadata}` }
  if (output.json) output.object(setup)
  else output.text(setupText(setup))
})

function setupText(setup: ClientSetup & { prefetched: string }): string {
  return `Launchers that support authlib-injector: enter this address, or drag the line below it into the window:
${setup.address}
${setup.dragAndDrop}

Game servers, and launchers that only take Java options: load authlib-injector:
${setup.javaAgent}

To start even while this service is down (valid until the textures key changes):
${setup.prefetched}

Games and servers without authlib-injector, from version 1.16.4 on:
${setup.hosts.join(' \\\n')}

Velocity, and Waterfall, without authlib-injector:
${setup.velocity}
${setup.waterfall}
`
}

function serverText(server: GameServer, setup: ReturnType<typeof serverSetup>): string {
  return `Only for the game server ${server.name}. Keep these lines secret: they contain its key.
${noteOnLinks(server)}
With authlib-injector:
${setup.javaAgent}

Without it, from version 1.16.4 on:
${setup.hosts.join(' \\\n')}

Velocity, and Waterfall, without authlib-injector:
${setup.velocity}
${setup.waterfall}
`
}

/** A linked player's game signs chat for the UUID that it knows, which is not that of the account. */
const noteOnLinks = ({ links, neighbours }: GameServer): string =>
  links === 'as_account' && neighbours.length > 0
    ? '\nLinked players join as their accounts, so from version 1.19 on this game server needs authlib-injector.\nWithout it, it disconnects those whose game signs chat, whatever enforce-secure-profile says.\n'
    : ''
