// Servers that admit clients they should not.
import type { Came } from './proxy.ts'
import {
  answers,
  asksHasJoined,
  asksNames,
  asksProfile,
  at,
  authenticates,
  came,
  joins,
  jsonOf,
  queryOf,
  type Wrong,
  withBody,
} from './wrong.ts'

const validates = at(/\/validate$/)
const refused = { error: 'ForbiddenOperationException', errorMessage: 'Invalid token.' }

/** Remembers every answer to hasJoined that would have been a yes, by asking in advance. */
const joinsForEver = (): Wrong['server'] => () => {
  const players = new Map<string, { id: string; name: string }>()
  const byToken = new Map<string, { id: string; name: string }>()
  return async (request, forward) => {
    const answer = await forward(request)
    if (authenticates(request) && answer.status === 200)
      byToken.set(jsonOf(answer).accessToken, jsonOf(answer).selectedProfile)
    const player = joins(request) && byToken.get(jsonOf(request).accessToken)
    if (player) players.set(jsonOf(request).serverId, player)
    const found = asksHasJoined(request) ? players.get(queryOf(request).get('serverId') ?? '') : undefined
    return found && answer.status !== 200 ? came(200, { ...found, properties: [] }) : answer
  }
}

/** Whatever was issued once is valid forever. */
const tokensForEver = (): Wrong['server'] => () => {
  const issued = new Set<string>()
  return async (request, forward) => {
    const answer = await forward(request)
    if (authenticates(request) && answer.status === 200) issued.add(jsonOf(answer).accessToken)
    return validates(request) && issued.has(jsonOf(request).accessToken) ? came(204) : answer
  }
}

/** A token is valid whatever its header and its signature are. */
const unverified = (): Wrong['server'] => () => {
  const payloads = new Set<string>()
  const payloadOf = (token: unknown): string => String(token).split('.')[1] ?? ''
  return async (request, forward) => {
    const answer = await forward(request)
    if (authenticates(request) && answer.status === 200) payloads.add(payloadOf(jsonOf(answer).accessToken))
    return validates(request) && payloads.has(payloadOf(jsonOf(request).accessToken)) ? came(204) : answer
  }
}

export const lettingIn: Wrong[] = [
  { what: 'a new password ends nothing', caughtBy: 'security.password.tokens', server: tokensForEver() },
  { what: 'a suspension ends nothing', caughtBy: 'security.suspension.tokens', server: tokensForEver() },
  { what: 'removing an account ends nothing', caughtBy: 'security.removal.tokens', server: tokensForEver() },
  { what: 'a join outlives a new password', caughtBy: 'security.password.join', server: joinsForEver() },
  { what: 'a join outlives a suspension', caughtBy: 'security.suspension.join', server: joinsForEver() },
  { what: 'a join outlives signing out', caughtBy: 'session.joined.signed-out', server: joinsForEver() },
  {
    what: 'the old password is good, too',
    caughtBy: 'security.password.old',
    server: () => {
      const last = new Map<string, Came>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (!authenticates(request)) return answer
        const login = String(jsonOf(request)?.username)
        if (answer.status === 200) last.set(login, answer)
        // The first wrong password of this login is mistaken for the right one.
        return answer.status === 401 || answer.status === 403
          ? came(200, { accessToken: 'x', clientToken: 'x' })
          : answer
      }
    },
  },
  {
    what: 'a rename shows later',
    caughtBy: 'security.rename.shows',
    server: () => {
      const names = new Map<string, string>()
      return async (request, forward) => {
        const answer = await forward(request)
        const json = jsonOf(answer)
        if (authenticates(request) && answer.status === 200 && !names.has(json.selectedProfile.id))
          names.set(json.selectedProfile.id, json.selectedProfile.name)
        const name = asksProfile(request) && names.get(json?.id)
        return name ? { ...answer, body: Buffer.from(JSON.stringify({ ...json, name })) } : answer
      }
    },
  },
  {
    what: 'the old name is still found',
    caughtBy: 'security.rename.old-name',
    server: answers(asksNames, (answer, request) =>
      answer.body.toString() === '[]'
        ? came(200, [{ id: '0'.repeat(32), name: jsonOf(request)[0] }])
        : answer,
    ),
  },
  { what: 'alg none is taken', caughtBy: 'security.token.none', server: unverified() },
  {
    what: 'the signature of a token is not looked at',
    caughtBy: 'security.token.changed',
    server: answers(validates, (answer, request) =>
      /^eyJ.*\./.test(jsonOf(request).accessToken) ? came(204) : answer,
    ),
  },
  {
    what: 'refusals repeat the token',
    caughtBy: 'security.token.not-shown',
    server: answers(joins, (answer, request) =>
      answer.status >= 400
        ? came(answer.status, { ...refused, errorMessage: `no: ${jsonOf(request)?.accessToken}` })
        : answer,
    ),
  },
  {
    what: 'a large body breaks it',
    caughtBy: 'security.body.large',
    server: answers(authenticates, (answer, request) =>
      request.body.length > 1e6 ? came(500, refused) : answer,
    ),
  },
  {
    what: 'nested JSON breaks it',
    caughtBy: 'security.body.deep',
    server: answers(authenticates, (answer, request) =>
      request.body.subarray(0, 2).toString() === '[[' ? came(502) : answer,
    ),
  },
  {
    what: 'passwords may be guessed without end',
    caughtBy: 'security.guessing.limited',
    // Each guess uses a login of its own, so that none is counted twice.
    server: () => {
      let count = 0
      return (request, forward) => {
        const body = jsonOf(request)
        const isGuess = authenticates(request) && /^[0-9a-f]{16}$/.test(String(body?.password))
        return forward(isGuess ? withBody(request, { ...body, username: `nobody${++count}` }) : request)
      }
    },
  },
  {
    what: 'guesses at one account lock out everybody',
    caughtBy: 'security.guessing.others',
    server: () => {
      let wrong = 0
      return async (request, forward) => {
        if (wrong > 10 && authenticates(request)) return came(403, refused)
        const answer = await forward(request)
        if (authenticates(request) && answer.status !== 200) wrong++
        return answer
      }
    },
  },
  {
    what: 'a wrong password takes longer than an unknown login',
    caughtBy: 'security.timing.login',
    layouts: ['authlib-injector'],
    server: () => async (request, forward) => {
      const answer = await forward(request)
      if (authenticates(request) && String(jsonOf(request)?.username).includes('@'))
        await new Promise((resolve) => setTimeout(resolve, 500))
      return answer
    },
  },
]
