import { hasJoinedPath, hostOptionPrefix, servicesPath, velocityOption } from './vendor-words.ts'

/** The lines to copy into launchers, games and servers so that they use this service. */
export interface ClientSetup {
  /** The base URL, which most launchers ask for. */
  address: string
  /** The authlib-injector root, which some launchers ask for. */
  apiRoot: string
  /** The link that launchers accept as a server when it is dragged into their window. */
  dragAndDrop: string
  /** The Java option that loads authlib-injector. */
  javaAgent: string
  /** Java options of unmodified games and servers. Each version wants all of those it knows (test/clients/authlib.ts). */
  hosts: readonly string[]
  /** The one option of `hosts` that is enough from version 26.3 on. */
  discovery: string
  /** Java options of proxies without authlib-injector. */
  velocity: string
  waterfall: string
}

/**
 * Returns the lines for a game server with a root of its own. It signs nobody in, but a game that misses one of the hosts
 * that its version wants ignores the others and asks the vendor.
 */
export function serverSetup(root: string): Omit<ClientSetup, 'address' | 'apiRoot' | 'dragAndDrop'> {
  const { javaAgent, discovery, hosts, velocity, waterfall } = clientSetup(root)
  return { javaAgent, discovery, hosts, velocity, waterfall }
}

/** Returns the lines for a base URL. docs/clients.md has the same lines, and what was tested with which. */
export function clientSetup(baseUrl: string): ClientSetup {
  const apiRoot = `${baseUrl}/authlib-injector/`
  const hasJoined = baseUrl + hasJoinedPath
  const option = (host: string, address: string) => `-D${hostOptionPrefix}.${host}.host=${address}`
  const discovery = option('discovery', `${baseUrl}/authlib-injector/discovery`)
  return {
    address: baseUrl,
    apiRoot,
    dragAndDrop: `authlib-injector:yggdrasil-server:${encodeURIComponent(apiRoot)}`,
    javaAgent: `-javaagent:authlib-injector.jar=${apiRoot}`,
    hosts: [
      option('auth', `${baseUrl}/auth`),
      option('account', `${baseUrl}/api`),
      option('profiles', `${baseUrl}/api`),
      option('session', baseUrl),
      option('services', `${baseUrl}/authlib-injector${servicesPath}`),
      discovery,
    ],
    discovery,
    velocity: `-D${velocityOption}=${hasJoined}`,
    waterfall: `-Dwaterfall.auth.url="${hasJoined}?username=%s&serverId=%s%s"`,
  }
}
