// Services with mistakes in the roots of single game servers.
import type { Sent } from './proxy.ts'
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
        if (answer.status < 300) good ||= key
        if (answer.status === 404 && asksHasJoined(request))
          await forward({ ...request, path: request.path.replace(key, good) })
        return answer
      }
    },
  },
  {
    what: 'a wrong key is answered as if nobody had joined',
    caughtBy: 'servers.key.status',
    server: answers(isBelow, (answer) => (answer.status === 404 ? came(204) : answer)),
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
