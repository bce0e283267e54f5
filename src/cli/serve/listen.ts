import type { AddressInfo, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { httpUrlOf, type ListenAddress } from '../../config/values.ts'
import { closeIdleConnections } from '../../http/server/connections.ts'
import { CommandRefused } from '../line/command.ts'

/** The variables that set the address, for error messages. */
interface Variables {
  readonly host: string
  readonly port: string
}

/** Listens, and returns the address as a URL with the port that was picked. Throws CommandRefused. */
export async function listen(
  app: { listen(at: ListenAddress): Promise<unknown>; server: Pick<Server, 'address'> },
  { host, port }: ListenAddress,
  variables: Variables,
): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const sentence = listenError((error as NodeJS.ErrnoException).code, httpUrlOf({ host, port }), variables)
    throw sentence === undefined ? error : new CommandRefused(sentence, { cause: error })
  }
  return httpUrlOf({ host, port: (app.server.address() as AddressInfo).port })
}

/** Accepts no new connections, closes idle ones, and the others as soon as their requests are answered. */
export async function drain(app: Pick<FastifyInstance, 'close' | 'server'>): Promise<void> {
  const closed = app.close()
  const closeIdle = () => closeIdleConnections(app.server)
  // Data that has arrived is read first.
  setImmediate(closeIdle)
  const idle = setInterval(closeIdle, 50)
  await closed
  clearInterval(idle)
}

function listenError(code: string | undefined, url: string, { host, port }: Variables): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `${port}: another program already listens at ${url}; stop it or set ${port} to another port`
    case 'EACCES':
      return `${port}: this user is not allowed to listen at ${url}; set ${port} to a port above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host}: this machine cannot listen at ${url}; set ${host} to one of its addresses, or to 0.0.0.0 for all of them`
    default:
      return undefined
  }
}
