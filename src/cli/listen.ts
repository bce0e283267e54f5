import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { httpUrlOf, type ListenAddress } from '../config/values.ts'
import { CommandRefused } from './command.ts'

/** The settings that an address comes from, for whoever has to change them. */
interface Named {
  readonly host: string
  readonly port: string
}

/** Listens and answers the address as a URL, with the port that was picked. Throws CommandRefused. */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'server'>,
  { host, port }: ListenAddress,
  named: Named,
): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const sentence = whyNot((error as NodeJS.ErrnoException).code, httpUrlOf({ host, port }), named)
    throw sentence === undefined ? error : new CommandRefused(sentence, { cause: error })
  }
  return httpUrlOf({ host, port: (app.server.address() as AddressInfo).port })
}

/**
 * Takes no new connections and waits for the requests in flight. Their connections, which clients like
 * to keep, are closed once they have been answered.
 */
export async function drain(app: Pick<FastifyInstance, 'close' | 'server'>): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(idle)
}

function whyNot(code: string | undefined, url: string, { host, port }: Named): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `${port}: something else listens at ${url} already; stop it or set ${port} to another port`
    case 'EACCES':
      return `${port}: this user may not listen at ${url}; set ${port} to a port above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host}: this machine has no address to listen at ${url}; set ${host} to one it has, or to 0.0.0.0 for all`
    default:
      return undefined
  }
}
