// Services with mistakes in the roots of single game servers.
import type { Came, Sent } from './proxy.ts'
import { answers, came, instead, members, pathOf, requests, type Wrong } from './wrong.ts'

const isBelow = ({ path }: Sent): boolean => path.startsWith('/at/')
const asks = (end: RegExp) => (request: Sent) => isBelow(request) && end.test(pathOf(request))
const asksHasJoined = asks(/\/hasJoined$/)
const asksMetadata = asks(/\/authlib-injector\/?$/)

const atPlainRoot = (request: Sent): Sent => ({
  ...request,
  path: request.path.replace(/^\/at\/[^/]+/, '') || '/',
})

export const belowServerRoots: Wrong[] = [
  { what: 'any key is good', caughtBy: 'servers.key.wrong', server: requests(isBelow, atPlainRoot) },
  {
    what: 'a wrong key uses the join up',
    caughtBy: 'servers.key.wrong',
    server: () => {
      let good = ''
      return async (request, forward) => {
        const answer = await forward(request)
        const [key = ''] = /^\/at\/[^/]+/.exec(request.path) ?? []
        if (answer.status === 200) good ||= key
        if (key !== good && asksHasJoined(request))
          await forward({ ...request, path: request.path.replace(key, good) })
        return answer
      }
    },
  },
  {
    what: 'a key that is nearly right is good',
    caughtBy: 'servers.key.wrong',
    server: () => {
      let good = ''
      return async (request, forward) => {
        const [key = ''] = /^\/at\/[^/]+/.exec(request.path) ?? []
        const isNear = good !== '' && key.slice(5) === good.slice(5)
        const answer = await forward(isNear ? { ...request, path: request.path.replace(key, good) } : request)
        if (answer.status === 200 && isBelow(request)) good ||= key
        return answer
      }
    },
  },
  {
    what: 'hasJoined with a wrong key is 404',
    caughtBy: 'servers.key.no',
    server: answers(asksHasJoined, () => came(404, { error: 'Not Found', errorMessage: 'unknown' })),
  },
  {
    what: 'nobody has a profile below a wrong key',
    caughtBy: 'servers.key.status',
    server: answers(isBelow, (answer) => (answer.status === 404 ? came(204) : answer)),
  },
  {
    what: 'everybody is the first player below it',
    caughtBy: 'servers.profile.each',
    server: () => {
      const first = new Map<string, Came>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (!isBelow(request) || answer.status !== 200) return answer
        const kind = pathOf(request).replace(/[0-9a-f]{32}$/, '')
        if (!first.has(kind)) first.set(kind, answer)
        return first.get(kind) ?? answer
      }
    },
  },
  {
    what: 'launchers sign in below it',
    caughtBy: 'servers.launcher.closed',
    server: requests(isBelow, atPlainRoot),
  },
  {
    what: 'nobody is found below it',
    caughtBy: 'servers.joined.yes',
    server: instead(asksHasJoined, () => came(204)),
  },
  {
    what: 'another player is found below it',
    caughtBy: 'servers.joined.yes',
    server: members(asksHasJoined, (json) => ({ ...json, id: 'f'.repeat(32) })),
  },
  {
    what: 'it breaks where nobody has joined',
    caughtBy: 'servers.joined.none',
    server: instead(asksHasJoined, () => came(500)),
  },
  {
    what: 'profiles are not found below it',
    caughtBy: 'servers.profile.found',
    server: instead(asks(/\/profile\/[^/]+$/), () => came(204)),
  },
  {
    what: 'names are not found below it',
    caughtBy: 'servers.profile.found',
    server: instead(asks(/\/profiles\/[^/]+$/), () => came(200, [])),
  },
  {
    what: 'the metadata below it has another key',
    caughtBy: 'servers.metadata.key',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({ ...json, signaturePublickey: 'other' })),
  },
]
