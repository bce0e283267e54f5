// Servers with mistakes towards launchers.
import type { Came, Sent } from './proxy.ts'
import {
  answers,
  at,
  authenticates,
  came,
  instead,
  isSuccess,
  joins,
  jsonOf,
  members,
  pathOf,
  requests,
  type Wrong,
  withBody,
  withJson,
  without,
} from './wrong.ts'

const validates = at(/\/validate$/)
const refreshes = at(/\/refresh$/)
const success = (request: Sent): Came => came(pathOf(request).startsWith('/auth/') ? 200 : 204)
const isRefused = ({ status }: Came): boolean => status === 401 || status === 403
const refusal = { error: 'ForbiddenOperationException', errorMessage: 'Invalid token.' }

/** Every refusal of credentials. */
const refusals = (change: (answer: Came) => Came) =>
  answers(
    (request) => request.method === 'POST',
    (answer) => (isRefused(answer) ? change(answer) : answer),
  )

/** Answers every player with what the first one was answered. */
const firstPlayer = (isOne: (request: Sent) => boolean, member: string) => () => {
  let first: unknown
  return async (request: Sent, forward: (request: Sent) => Promise<Came>) => {
    const answer = await forward(request)
    if (!isOne(request) || answer.status !== 200) return answer
    first ??= jsonOf(answer)[member]
    return withJson(answer, { ...jsonOf(answer), [member]: first })
  }
}

/** Takes passwords of this form for right ones; those of the accounts are `correct horse` and a number. */
const takesPasswords = (isOne: (request: Sent) => boolean, form: RegExp) =>
  answers(isOne, (answer, request) =>
    isRefused(answer) && form.test(jsonOf(request)?.password)
      ? authenticates(request)
        ? came(200, { accessToken: 'x' })
        : success(request)
      : answer,
  )

/** Takes each clientToken that has been issued for every token. */
const anyClientToken = (isOne: (request: Sent) => boolean) => () => {
  const owners = new Map<string, string>()
  const issued = new Set<string>()
  return async (request: Sent, forward: (request: Sent) => Promise<Came>) => {
    const { accessToken, clientToken } = jsonOf(request) ?? {}
    const isOthers = isOne(request) && issued.has(clientToken) && owners.has(accessToken)
    const answer = await forward(
      isOthers ? withBody(request, { accessToken, clientToken: owners.get(accessToken) }) : request,
    )
    if (authenticates(request) && answer.status === 200) {
      owners.set(jsonOf(answer).accessToken, jsonOf(answer).clientToken)
      issued.add(jsonOf(answer).clientToken)
    }
    return answer
  }
}

const unsignedAre = (isOne: (request: Sent) => boolean) =>
  answers(isOne, (answer, request) =>
    String(jsonOf(request)?.accessToken).endsWith('.') ? success(request) : answer,
  )

export const towardsLaunchers: Wrong[] = [
  {
    what: 'everybody is the first player',
    caughtBy: 'core.authenticate.each',
    server: firstPlayer(authenticates, 'selectedProfile'),
  },
  {
    what: 'after refresh everybody is the first player',
    caughtBy: 'core.refresh.each',
    server: firstPlayer(refreshes, 'selectedProfile'),
  },
  {
    what: 'any password that somebody has is right',
    caughtBy: 'core.authenticate.other-password',
    server: takesPasswords(authenticates, /^correct horse \d$/),
  },
  {
    what: 'signout ends all tokens of everybody',
    caughtBy: 'core.signout.others-alive',
    server: () => {
      let isOver = false
      return async (request, forward) => {
        if (at(/\/signout$/)(request)) isOver = true
        return isOver && validates(request) ? came(403, refusal) : forward(request)
      }
    },
  },
  {
    what: 'a clientToken that any launcher has is good for validate',
    caughtBy: 'core.validate.other-client',
    server: anyClientToken(validates),
  },
  {
    what: 'a clientToken that any launcher has is good for refresh',
    caughtBy: 'core.refresh.other-client',
    server: anyClientToken(refreshes),
  },
  {
    what: 'a token is compared by its beginning',
    caughtBy: 'core.validate.altered',
    server: () => {
      const issued = new Set<string>()
      return async (request, forward) => {
        const token = String(jsonOf(request)?.accessToken ?? '')
        const isNear = [...issued].some((each) => each !== token && each.slice(0, 20) === token.slice(0, 20))
        if (validates(request) && token.length > 20 && isNear) return success(request)
        const answer = await forward(request)
        if (authenticates(request) && answer.status === 200) issued.add(jsonOf(answer).accessToken)
        return answer
      }
    },
  },
  {
    what: 'validate takes unsigned tokens',
    caughtBy: 'probe.token.validate',
    server: unsignedAre(validates),
  },
  { what: 'refresh takes unsigned tokens', caughtBy: 'probe.token.refresh', server: unsignedAre(refreshes) },
  { what: 'join takes unsigned tokens', caughtBy: 'probe.token.join', server: unsignedAre(joins) },
  {
    what: 'an empty token is good',
    caughtBy: 'probe.token.validate',
    server: answers(validates, (answer, request) =>
      jsonOf(request)?.accessToken === '' ? success(request) : answer,
    ),
  },
  {
    what: 'an empty password is right',
    caughtBy: 'core.authenticate.wrong-password',
    server: answers(authenticates, (answer, request) =>
      jsonOf(request)?.password === '' ? came(200, { accessToken: 'x' }) : answer,
    ),
  },
  {
    what: 'what follows the password is ignored',
    caughtBy: 'core.authenticate.wrong-password',
    server: takesPasswords(authenticates, /^correct horse \d+x$/),
  },
  {
    what: 'the beginning of a password is enough',
    caughtBy: 'core.authenticate.wrong-password',
    server: takesPasswords(authenticates, /^correct horse $/),
  },
  {
    what: 'the beginning of a password is enough to sign out',
    caughtBy: 'core.signout.wrong-password',
    server: takesPasswords(at(/\/signout$/), /^correct horse $/),
  },
  {
    what: 'validate answers {}',
    caughtBy: 'core.validate.no-body',
    server: answers(validates, (answer) => (isSuccess(answer) ? came(200, {}) : answer)),
  },
  {
    what: "validate answers the other layout's status",
    caughtBy: 'core.validate.good',
    layouts: ['authlib-injector', 'native'],
    server: answers(validates, (answer) =>
      isSuccess(answer) ? came(answer.status === 200 ? 204 : 200) : answer,
    ),
  },
  {
    what: 'validate takes every token',
    caughtBy: 'probe.token.validate',
    server: instead(validates, success),
  },
  {
    what: 'validate does not look at the clientToken',
    caughtBy: 'core.validate.other-client',
    server: requests(validates, (request) => withBody(request, { accessToken: jsonOf(request).accessToken })),
  },
  {
    what: 'validate demands a clientToken',
    caughtBy: 'core.validate.no-client-token',
    server: () => async (request, forward) =>
      validates(request) && !jsonOf(request).clientToken ? came(400, refusal) : forward(request),
  },
  {
    what: 'invalidate does nothing',
    caughtBy: 'core.invalidate.ends',
    server: instead(at(/\/invalidate$/), success),
  },
  {
    what: 'invalidate ends every token',
    caughtBy: 'core.invalidate.others-alive',
    server: () => {
      let isOver = false
      return async (request, forward) => {
        if (at(/\/invalidate$/)(request)) isOver = true
        return isOver && validates(request) ? came(403, refusal) : forward(request)
      }
    },
  },
  {
    what: 'invalidate refuses an unknown token',
    caughtBy: 'probe.token.invalidate',
    server: instead(at(/\/invalidate$/), () => came(403, refusal)),
  },
  { what: 'signout does nothing', caughtBy: 'core.signout.ends', server: instead(at(/\/signout$/), success) },
  {
    what: 'signout takes every password',
    caughtBy: 'core.signout.wrong-password',
    server: answers(at(/\/signout$/), (_, request) => success(request)),
  },
  {
    what: 'refresh leaves the old token good',
    caughtBy: 'core.refresh.old-dead',
    server: () => {
      const old = new Set<string>()
      return async (request, forward) => {
        if (refreshes(request)) old.add(jsonOf(request).accessToken)
        return validates(request) && old.has(jsonOf(request).accessToken)
          ? success(request)
          : forward(request)
      }
    },
  },
  {
    what: 'refresh succeeds as often as it is asked',
    caughtBy: 'core.refresh.once',
    server: () => {
      const asked = new Map<string, Promise<Came>>()
      return (request, forward) => {
        if (!refreshes(request)) return forward(request)
        const { accessToken } = jsonOf(request)
        const answer = asked.get(accessToken) ?? forward(request)
        asked.set(accessToken, answer)
        return answer
      }
    },
  },
  {
    what: 'refresh answers another clientToken',
    caughtBy: 'core.refresh.answer',
    server: members(refreshes, (json) => ({ ...json, clientToken: 'other' })),
  },
  {
    what: 'refresh answers no selectedProfile',
    caughtBy: 'core.refresh.answer',
    server: members(refreshes, without('selectedProfile')),
  },
  {
    what: 'refresh refuses a selectedProfile',
    caughtBy: 'core.refresh.selected-profile',
    server: () => async (request, forward) =>
      refreshes(request) && jsonOf(request).selectedProfile
        ? came(400, {
            error: 'IllegalArgumentException',
            errorMessage: 'Access token already has a profile assigned.',
          })
        : forward(request),
  },
  {
    what: 'refresh forgets the user',
    caughtBy: 'core.refresh.user',
    server: members(refreshes, without('user')),
  },
  {
    what: 'a sign-in ends the tokens of other launchers',
    caughtBy: 'core.authenticate.others-alive',
    server: () => {
      const times = new Map<string, number>()
      let signIns = 0
      return async (request, forward) => {
        const answer = await forward(request)
        if (authenticates(request) && answer.status === 200) times.set(jsonOf(answer).accessToken, ++signIns)
        if (validates(request) && (times.get(jsonOf(request).accessToken) ?? signIns) < signIns)
          return came(403, refusal)
        return answer
      }
    },
  },
  {
    what: 'the clientToken comes back in small letters',
    caughtBy: 'core.authenticate.client-token',
    server: members(authenticates, (json) => ({ ...json, clientToken: json.clientToken.toLowerCase() })),
  },
  {
    what: 'a clientToken is demanded',
    caughtBy: 'core.authenticate.no-client-token',
    layouts: ['authlib-injector', 'vendor'],
    server: () => async (request, forward) =>
      authenticates(request) && !jsonOf(request)?.clientToken ? came(400, refusal) : forward(request),
  },
  {
    what: 'UUIDs have hyphens',
    caughtBy: 'core.authenticate.answer',
    server: members(authenticates, (json) => ({
      ...json,
      selectedProfile: {
        ...json.selectedProfile,
        id: json.selectedProfile.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      },
    })),
  },
  {
    what: 'availableProfiles is missing',
    caughtBy: 'core.authenticate.answer',
    server: members(authenticates, without('availableProfiles')),
  },
  {
    what: 'user has no properties',
    caughtBy: 'core.authenticate.user',
    server: members(authenticates, (json) => (json.user ? { ...json, user: { id: json.user.id } } : json)),
  },
  {
    what: 'a charset behind the type is not understood',
    caughtBy: 'core.authenticate.charset',
    server: () => async (request, forward) =>
      authenticates(request) && request.headers['content-type']?.includes('charset')
        ? came(415, refusal)
        : forward(request),
  },
  {
    what: 'logins are compared in their letter case',
    caughtBy: 'core.authenticate.login-case',
    server: () => async (request, forward) =>
      authenticates(request) && /[A-Z]{4}/.test(String(jsonOf(request)?.username))
        ? came(403, refusal)
        : forward(request),
  },
  {
    what: 'names are no logins, though the metadata says so',
    caughtBy: 'core.authenticate.by-name',
    layouts: ['authlib-injector'],
    server: () => async (request, forward) =>
      authenticates(request) && !String(jsonOf(request)?.username).includes('@')
        ? came(403, refusal)
        : forward(request),
  },
  {
    what: 'an unknown login has a text of its own',
    caughtBy: 'core.authenticate.same-refusal',
    server: answers(authenticates, (answer, request) =>
      isRefused(answer) && String(jsonOf(request)?.username).startsWith('Check_')
        ? withJson(answer, { ...jsonOf(answer), errorMessage: 'There is no such player.' })
        : answer,
    ),
  },
  {
    what: 'refusals have no body',
    caughtBy: 'probe.refusal.body',
    server: refusals((answer) => ({ ...answer, body: Buffer.alloc(0) })),
  },
  {
    what: 'refusals are successes',
    caughtBy: 'probe.refusal.body',
    server: refusals((answer) => ({ ...answer, status: 200 })),
  },
  {
    what: 'refusals have no errorMessage',
    caughtBy: 'probe.refusal.body',
    server: refusals((answer) => withJson(answer, { error: jsonOf(answer).error })),
  },
  {
    what: 'refusals are pages',
    caughtBy: 'probe.refusal.type',
    server: refusals((answer) => ({ ...answer, headers: { 'content-type': 'text/html' } })),
  },
  {
    what: 'refusals ask for Basic credentials',
    caughtBy: 'probe.refusal.challenge',
    server: refusals((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'www-authenticate': 'Basic' },
    })),
  },
  {
    what: 'errors have names of their own',
    caughtBy: 'probe.refusal.name',
    server: refusals((answer) => withJson(answer, { ...jsonOf(answer), error: 'invalid_credentials' })),
  },
  {
    what: "refusals have the other layout's status",
    caughtBy: 'probe.refusal.status',
    layouts: ['authlib-injector', 'native'],
    server: refusals((answer) => ({ ...answer, status: answer.status === 401 ? 403 : 401 })),
  },
  {
    what: 'a wrong password is told in words of its own',
    caughtBy: 'probe.refusal.text',
    layouts: ['authlib-injector', 'native'],
    server: refusals((answer) => withJson(answer, { ...jsonOf(answer), errorMessage: 'Nope.' })),
  },
  {
    what: 'who prefers HTML gets a page',
    caughtBy: 'probe.refusal.accept',
    server: answers(authenticates, (answer, request) =>
      request.headers['accept']?.startsWith('text/html')
        ? { ...answer, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>No</p>') }
        : answer,
    ),
  },
  {
    what: 'a body that is not JSON breaks it',
    caughtBy: 'probe.refusal.malformed',
    server: () => async (request, forward) =>
      authenticates(request) && jsonOf(request) === undefined
        ? came(500, { error: 'x', errorMessage: 'x' })
        : forward(request),
  },
  {
    what: 'values of another type break it',
    caughtBy: 'probe.refusal.types',
    server: () => async (request, forward) =>
      authenticates(request) && typeof (jsonOf(request)?.username ?? '') !== 'string'
        ? came(500)
        : forward(request),
  },
  { what: 'join takes every token', caughtBy: 'session.join.dead-token', server: instead(joins, success) },
  {
    what: 'nothing has to be sent to sign in',
    caughtBy: 'probe.refusal.missing',
    server: answers(authenticates, (answer, request) => (jsonOf(request)?.username ? answer : came(200, {}))),
  },
  {
    what: 'what is missing is told as a wrong password',
    caughtBy: 'probe.refusal.missing-name',
    server: answers(authenticates, (answer, request) =>
      jsonOf(request)?.username ? answer : came(403, refusal),
    ),
  },
  {
    what: 'GET where POST belongs is a success',
    caughtBy: 'probe.refusal.method',
    server: answers(authenticates, (answer, request) => (request.method === 'GET' ? came(200, {}) : answer)),
  },
  {
    what: 'refresh takes every token',
    caughtBy: 'probe.token.refresh',
    server: answers(refreshes, () => came(200, { accessToken: 'x', clientToken: 'x' })),
  },
  {
    what: 'user is always there',
    caughtBy: 'core.authenticate.no-user',
    server: members(authenticates, (json) => ({ ...json, user: { id: 'x', properties: [] } })),
  },
  {
    what: 'agent is demanded',
    caughtBy: 'core.authenticate.no-agent',
    server: () => async (request, forward) =>
      authenticates(request) && !jsonOf(request)?.agent ? came(400, refusal) : forward(request),
  },
  {
    what: 'every password is right',
    caughtBy: 'core.authenticate.wrong-password',
    server: answers(authenticates, (answer) =>
      isRefused(answer) ? came(200, { accessToken: 'x' }) : answer,
    ),
  },
  {
    what: 'passwords are compared without their letter case',
    caughtBy: 'core.authenticate.password-case',
    server: answers(authenticates, (answer, request) =>
      /^[A-Z 0-9]+$/.test(String(jsonOf(request)?.password)) ? came(200, { accessToken: 'x' }) : answer,
    ),
  },
  {
    what: 'tokens have colons',
    caughtBy: 'core.authenticate.token-text',
    server: members(authenticates, (json) => ({ ...json, accessToken: `1:${json.accessToken}` })),
  },
  {
    what: 'a second factor is not asked for',
    caughtBy: 'core.second-factor.demanded',
    server: answers(authenticates, (answer) =>
      jsonOf(answer)?.errorMessage?.includes('two factor') ? came(200, { accessToken: 'x' }) : answer,
    ),
  },
  {
    what: 'any code is right',
    caughtBy: 'core.second-factor.demanded',
    server: answers(authenticates, (answer, request) =>
      isRefused(answer) && /:\d{6}$/.test(String(jsonOf(request)?.password))
        ? came(200, { accessToken: 'x' })
        : answer,
    ),
  },
  {
    what: 'a code is good twice',
    caughtBy: 'core.second-factor.demanded',
    server: () => {
      const good = new Map<string, Came>()
      return async (request, forward) => {
        const answer = await forward(request)
        const password = String(jsonOf(request)?.password)
        if (!authenticates(request) || !/:\d{6}$/.test(password)) return answer
        if (answer.status === 200) good.set(password, answer)
        return good.get(password) ?? answer
      }
    },
  },
  {
    what: 'the new token is not good',
    caughtBy: 'core.refresh.good',
    server: members(refreshes, (json) => ({ ...json, accessToken: 'x' })),
  },
  {
    what: 'refresh ends the tokens of other launchers',
    caughtBy: 'core.refresh.others-alive',
    server: () => {
      let isOver = false
      return async (request, forward) => {
        if (refreshes(request)) isOver = true
        return isOver && validates(request) ? came(403, refusal) : forward(request)
      }
    },
  },
  {
    what: 'a refresh that is refused ends the token',
    caughtBy: 'core.refresh.other-client',
    server: () => {
      const ended = new Set<string>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (refreshes(request) && isRefused(answer)) ended.add(jsonOf(request).accessToken)
        return validates(request) && ended.has(jsonOf(request).accessToken) ? came(403, refusal) : answer
      }
    },
  },
  {
    what: 'refresh demands a clientToken',
    caughtBy: 'core.refresh.no-client-token',
    layouts: ['authlib-injector'],
    server: () => async (request, forward) =>
      refreshes(request) && !jsonOf(request).clientToken ? came(400, refusal) : forward(request),
  },
  {
    what: 'invalidate refuses a token that has ended',
    caughtBy: 'core.invalidate.again',
    server: () => {
      const ended = new Set<string>()
      return async (request, forward) => {
        if (!at(/\/invalidate$/)(request)) return forward(request)
        const { accessToken } = jsonOf(request)
        if (ended.has(accessToken)) return came(403, refusal)
        ended.add(accessToken)
        return forward(request)
      }
    },
  },
]
