// Servers with mistakes in the links of Bedrock players.
import type { Came, Sent } from './proxy.ts'
import {
  answers,
  asksMetadata,
  at,
  came,
  instead,
  jsonOf,
  members,
  pathOf,
  type Wrong,
  withJson,
  without,
} from './wrong.ts'

const isBelow = (request: Sent): boolean => pathOf(request).includes('/geyser/')
const isLink = at(/\/geyser\/v2\/link\/bedrock\/[^/]+$/)
const isEmpty = ({ status, body }: Came): boolean => status === 200 && body.toString() === '{}'

/** In the form of other places of the same service. */
const inOtherForm = answers(isBelow, (answer) =>
  answer.status >= 400 ? came(answer.status, { error: 'x', errorMessage: 'x' }) : answer,
)

const wrongs: Omit<Wrong, 'layouts'>[] = [
  {
    what: 'the metadata does not lead here',
    caughtBy: 'bedrock.metadata.said',
    server: members(asksMetadata, (json) => ({
      ...json,
      meta: without('feature.floodgate_global_linking')(json.meta),
    })),
  },
  {
    what: 'the metadata leads nowhere',
    caughtBy: 'bedrock.metadata.said',
    server: instead(isBelow, (request) =>
      came(404, { path: pathOf(request), error: 'x', errorMessage: 'x' }),
    ),
  },
  {
    what: 'no link is 204',
    caughtBy: 'bedrock.none.empty',
    server: answers(isLink, (answer) => (isEmpty(answer) ? came(204) : answer)),
  },
  {
    what: 'no link is 404',
    caughtBy: 'bedrock.none.empty',
    server: answers(isLink, (answer) => (isEmpty(answer) ? came(404, { message: 'x' }) : answer)),
  },
  {
    what: 'any text is a XUID',
    caughtBy: 'bedrock.refused.malformed',
    server: answers(isLink, (answer) => (answer.status === 400 ? came(200, {}) : answer)),
  },
  { what: 'a malformed XUID has an error', caughtBy: 'bedrock.refused.malformed', server: inOtherForm },
  { what: 'another path has an error', caughtBy: 'bedrock.refused.message', server: inOtherForm },
  {
    what: 'a XUID went through a float',
    caughtBy: 'bedrock.link.form',
    server: answers(isLink, (answer) => withJson(answer, jsonOf(answer))),
  },
  {
    what: 'a XUID is a text',
    caughtBy: 'bedrock.link.form',
    server: answers(isLink, (answer) => ({
      ...answer,
      body: Buffer.from(answer.body.toString().replace(/"bedrock_id":(\d+)/, '"bedrock_id":"$1"')),
    })),
  },
  {
    what: 'a UUID has no hyphens',
    caughtBy: 'bedrock.link.form',
    server: answers(isLink, (answer) => ({
      ...answer,
      body: Buffer.from(
        answer.body
          .toString()
          .replace(/"java_id":"([^"]*)"/, (_, id) => `"java_id":"${id.replaceAll('-', '')}"`),
      ),
    })),
  },
  {
    what: 'a suspended player stays linked',
    caughtBy: 'bedrock.link.suspended',
    server: () => {
      let linked: Came | undefined
      return async (request, forward) => {
        const answer = await forward(request)
        if (!isLink(request)) return answer
        if (!isEmpty(answer)) linked = answer
        return linked ?? answer
      }
    },
  },
  {
    what: 'anybody is told the XUID of a player',
    caughtBy: 'bedrock.link.private',
    server: () => {
      let xuid = ''
      return async (request, forward) => {
        if (isLink(request)) xuid = pathOf(request).split('/').at(-1) ?? ''
        const isOther = pathOf(request).includes('/link/java/')
        return isOther ? { ...came(200, {}), body: Buffer.from(`{"bedrock_id":${xuid}}`) } : forward(request)
      }
    },
  },
]

export const aboutBedrock: Wrong[] = wrongs.map((wrong) => ({ ...wrong, layouts: ['authlib-injector'] }))
