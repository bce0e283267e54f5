import { reachOf } from '../lib/net/reach.ts'
import type { ConfigSoFar } from './options.ts'

const remedy = 'set it to the address that clients use, such as https://accounts.example.org'

/** Warns about a base URL that players elsewhere can't use, since launchers and games are given it. */
export function unreachable({ host = '', baseUrl, trustProxy = [] }: ConfigSoFar): string[] {
  const url = URL.parse(baseUrl ?? '')
  if (!url) return []
  const reach = reachOf(url.hostname)
  const named = `NORN_BASE_URL=${baseUrl}`
  if (reach === 'nowhere') {
    return [
      `${named} cannot be reached from other machines; set it to the address that clients use (NORN_HOST is ${host})`,
    ]
  }
  const isBehindProxy = trustProxy.length > 0
  if (reach === 'machine' && (isBehindProxy || reachOf(host) !== 'machine')) {
    const others = isBehindProxy ? 'NORN_TRUST_PROXY names a proxy' : `NORN_HOST=${host} lets others connect`
    return [`${named} means only this machine, but ${others}; ${remedy}`]
  }
  if (reach === 'network' && isBehindProxy) {
    return [
      `${named} means only your own network, but NORN_TRUST_PROXY names a proxy; if players come from outside, ${remedy}`,
    ]
  }
  if (url.protocol === 'http:' && isBehindProxy) {
    return [
      `${named} is not https, but NORN_TRUST_PROXY names a proxy; if the proxy uses TLS, set it to the https:// address; without TLS, passwords and tokens can be read in transit`,
    ]
  }
  return []
}
