import { hasJoinedPath, hostOptionPrefix, servicesPath, velocityOption } from './vendor-words.ts'

/** What launchers, games and servers are given so that they use this service: lines to copy. */
export interface ClientSetup {
  /** The base URL, which most launchers ask for. */
  address: string
  /** The root of authlib-injector, which some ask for. */
  apiRoot: string
  /** A launcher takes this as a server that was dragged into its window. */
  dragAndDrop: string
  /** The Java option that loads authlib-injector. */
  javaAgent: string
  /** Java options of unmodified games and servers; each version uses those that it knows and ignores the others. */
  hosts: readonly string[]
  /** The one of them that is enough for 26.3 and newer. */
  discovery: string
  /** Java options of proxies without authlib-injector. */
  velocity: string
  waterfall: string
}

/** What a game server with a root of its own is given. It signs nobody in, and so needs no host for that. */
export function serverSetup(root: string): Omit<ClientSetup, 'address' | 'apiRoot' | 'dragAndDrop'> {
  const { javaAgent, discovery, hosts, velocity, waterfall } = clientSetup(root)
  const asked = hosts.filter((line) => !/\.(?:auth|account)\.host=/.test(line))
  return { javaAgent, discovery, hosts: asked, velocity, waterfall }
}

/** docs/clients.md has the same lines, and says what has been tried with which. */
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
