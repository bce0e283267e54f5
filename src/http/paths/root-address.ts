import type { IncomingMessage } from 'node:http'
import { wantsPage } from '../headers/accept.ts'
import { servicesPath } from './vendor-words.ts'

/** The authlib-injector root, below the base URL. */
const root = '/authlib-injector'

/** Launchers that do not search for the root look here. */
const guessedRoot = '/api/yggdrasil'

/** Paths below the root that launchers append to the base URL. No native path begins with them. */
const appended = ['/authserver', '/sessionserver', servicesPath]
const appendedTexture = /^\/api\/user\/profile\/[^/]+\/(?:skin|cape)\/?$/

const ownProfile = /^\/authserver\/[a-z0-9-]{1,32}\/profile(?:\/|$)/

/** A native path that some launchers append with a slash too many. */
const bulkLookup = '/api/profiles/'

/** The beginning of the root of a game server, below the base URL. */
const serverRoot = '/at/'

/**
 * Matches the address of a game server whose key was left out, as in `{base}/at//session/…`. Some plugins take any answer
 * but a no for a yes, so hasJoined is answered there as it is below a wrong key.
 */
const withoutServerKey =
  /^\/at(?=(?:(?:\/authlib-injector)?\/sessionserver\/session\/(?!legacy\/)[\w-]+|\/session(?:\/(?!session\/)[\w-]+)?)\/hasJoined\/?$)/

/** Stands for the key that was left out. No key is this short. */
const noServerKey = '/at/-'

/** Matches the beginning of every path with a counterpart below the root. Each request is compared with it. */
const mayHaveCounterpart = new RegExp(`^(?:${[root, guessedRoot, '/api/user/', ...appended].join('|')})`)

/** No launcher's address is this long; longer ones are not worth the time to read them. */
const maxLength = 2048

/** Returns a request target as a path if it is in absolute form (RFC 9112, section 3.2.2). */
export const withoutOrigin = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')

/** Matches the path of the base URL, with as many slashes as launchers and players put at its end. */
const isStart = (path: string): boolean => /^\/*$/.test(path)

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

const isAppended = (path: string): boolean =>
  appended.some((prefix) => isBelow(path, prefix)) || appendedTexture.test(path)

/** Returns undefined for a path without a counterpart below the root. */
function pathBelowRoot(path: string): string | undefined {
  if (!mayHaveCounterpart.test(path)) return undefined
  const at = [root, guessedRoot].find((prefix) => isBelow(path, prefix))
  if (at === undefined && !isAppended(path)) return undefined
  const below = path.slice(at?.length ?? 0)
  // One launcher library reads and uploads skins below the address that it signs in at.
  if (below.startsWith('/authserver/session/')) return `/sessionserver${below.slice('/authserver'.length)}`
  if (ownProfile.test(below)) return `${servicesPath}${below.slice('/authserver'.length)}`
  return below
}

/** Returns whether a program reads this address, which is also a page for people. */
const isRead = ({ method, headers }: Asked): boolean =>
  (method === 'GET' || method === 'HEAD') && !wantsPage(headers.accept)

type Asked = Pick<IncomingMessage, 'headers' | 'method' | 'url'>

/**
 * Maps every address that launchers derive from the authlib-injector root to its one route (J5): repeated slashes
 * count as one, and paths appended to the base URL, or to a guessed root, are moved below the root. The base URL itself
 * is the root for programs. Other paths, and very long ones, stay as they are. `base` is the path of the base URL.
 */
export const rootAddress = (base: string) => {
  return (request: Asked): string => {
    const { url: target = '/' } = request
    const url = withoutOrigin(target)
    if (!url.startsWith(base)) return target
    const query = url.indexOf('?')
    const end = query < 0 ? url.length : query
    if (end > maxLength) return target
    const sent = url.slice(base.length, end)
    if (isStart(sent)) return isRead(request) ? base + root + url.slice(end) : target
    if (!sent.startsWith('/')) return target
    const merged = sent.includes('//') ? sent.replaceAll(/\/{2,}/g, '/') : sent
    const path = merged.startsWith(serverRoot) ? merged.replace(withoutServerKey, noServerKey) : merged
    // The root of a game server works the same way.
    const keyEnd = path.startsWith(serverRoot) ? path.indexOf('/', serverRoot.length) : -1
    if (keyEnd > serverRoot.length) {
      const below = pathBelowRoot(path.slice(keyEnd))
      if (below === undefined) return path !== sent ? base + path + url.slice(end) : target
      return base + path.slice(0, keyEnd) + root + below + url.slice(end)
    }
    const belowRoot = pathBelowRoot(path)
    if (belowRoot !== undefined) return base + root + belowRoot + url.slice(end)
    return path.startsWith(bulkLookup) ? base + path + url.slice(end) : target
  }
}
