import { isIP } from 'node:net'
import type { ConfigSoFar } from './options.ts'

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** Warns about addresses that games and servers are given and that Java, or another client, can't read. */
export function unreadable({ baseUrl, skinSystemUrl }: ConfigSoFar): string[] {
  return [
    ['NORN_BASE_URL', baseUrl],
    ['NORN_SKIN_SYSTEM_URL', skinSystemUrl],
  ].flatMap(([name, value]) => {
    const url = URL.parse(value ?? '')
    const why = url && problemOf(url)
    return why ? [`${name}=${value} ${why}`] : []
  })
}

/** Java reads host names by RFC 2396, section 3.2.2, which is stricter than what browsers take. */
function problemOf({ hostname, port }: URL): string | undefined {
  if (port === '0') return 'has port 0, where nothing can be reached; write the port that clients use'
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (hostname.endsWith('.'))
    return 'has a dot at the end of its host name, which certificates and lists of hosts lack; leave it out'
  const labels = hostname.split('.')
  const wrong = labels.find((each) => !label.test(each)) ?? labels.slice(-1).find((last) => /^\d/.test(last))
  if (wrong === undefined) return undefined
  const what = wrong.includes('_') ? 'an underscore' : `"${wrong}"`
  return `has ${what} in its host name, which Java can't read: games get no skins and servers let nobody in; use a name of letters, digits and hyphens between dots, whose last part begins with a letter`
}
