// Servers with mistakes in the friends list, in what friends play, and in skins for mods.
import type { Came, Mutate, Sent } from './proxy.ts'
import {
  answers,
  at,
  came,
  firstAnswer,
  isSuccess,
  jsonOf,
  members,
  requests,
  spoilt,
  subjectOf,
  takesEndedTokens,
  type Wrong,
  withBody,
  withJson,
  without,
  withoutHeader,
} from './wrong.ts'

const isFriends = at(/\/friends$/)
const reads = (request: Sent): boolean => request.method === 'GET' && isFriends(request)
const changes = (request: Sent): boolean => request.method === 'PUT' && isFriends(request)
const reports = at(/\/presence$/)
const isAttributes = at(/\/player\/attributes$/)
const writes = (request: Sent): boolean => request.method === 'POST' && isAttributes(request)
const removes = (request: Sent): boolean => changes(request) && jsonOf(request)?.updateType === 'REMOVE'
const asReading = (request: Sent): Sent => ({
  ...request,
  headers: without('content-length')(request.headers) as Sent['headers'],
  method: 'GET',
  body: Buffer.alloc(0),
})
const refusal = (status: string): Came => came(400, { error: 'x', errorMessage: 'x', details: { status } })
const callerOf = ({ headers }: Sent): string =>
  subjectOf(String(headers['authorization']).slice('Bearer '.length))
const hyphenated = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Takes a token that nobody was given for a good one. */
const anyToken = (isOne: (request: Sent) => boolean, success: unknown) =>
  answers(isOne, (answer, request) =>
    request.headers['authorization'] !== undefined && answer.status === 401 ? came(200, success) : answer,
  )

/** Refuses changes whose body is of this kind, as one of an unknown player. */
const refuses = (isOne: (body: any) => boolean): (() => Mutate) =>
  answers(changes, (answer, request) => (isOne(jsonOf(request)) ? refusal('UNKNOWN_PROFILE') : answer))

const changesEach = (change: (entry: any) => unknown) =>
  members(reports, (json) => ({ presence: json.presence.map(change) }))

const layouts = ['authlib-injector', 'vendor'] as const

const wrongs: Omit<Wrong, 'layouts'>[] = [
  {
    what: 'the list has no outgoing requests',
    caughtBy: 'friends.list.form',
    server: members(isFriends, without('outgoingRequests')),
  },
  {
    what: 'every list is empty',
    caughtBy: 'friends.list.empty',
    server: members(isFriends, (json) => ({ ...json, empty: true })),
  },
  {
    what: 'ids of friends have hyphens',
    caughtBy: 'friends.list.players',
    server: members(isFriends, (json) => ({
      ...json,
      friends: json.friends.map((each: any) => ({ ...each, profileId: hyphenated(each.profileId) })),
    })),
  },
  {
    what: 'friends have no names',
    caughtBy: 'friends.list.players',
    server: members(isFriends, (json) => ({ ...json, friends: json.friends.map(without('name')) })),
  },
  {
    what: 'any token reads a list',
    caughtBy: 'friends.list.no-token',
    server: anyToken(reads, { friends: [] }),
  },
  {
    what: 'a token that has ended reads a list',
    caughtBy: 'friends.list.no-token',
    server: takesEndedTokens(reads, came(200, {})),
  },
  {
    what: 'without a token the list is 403',
    caughtBy: 'friends.list.no-token',
    server: answers(reads, (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)),
  },
  {
    what: 'the list has no ETag',
    caughtBy: 'friends.list.known',
    server: answers(reads, withoutHeader('etag')),
  },
  {
    what: 'a 304 has no ETag',
    caughtBy: 'friends.list.known',
    server: answers(reads, (answer) => (answer.status === 304 ? withoutHeader('etag')(answer) : answer)),
  },
  {
    what: 'a tag is good for ever',
    caughtBy: 'friends.list.changed',
    server: answers(reads, (answer, request) =>
      request.headers['if-none-match'] === undefined ? answer : { ...came(304), headers: { etag: '"x"' } },
    ),
  },
  {
    what: 'a request is not shown to whom it is for',
    caughtBy: 'friends.request.shown',
    server: members(reads, (json) => ({ ...json, incomingRequests: [] })),
  },
  {
    what: 'who was asked is a friend at once',
    caughtBy: 'friends.request.consent',
    server: members(isFriends, (json) => ({ ...json, friends: [...json.friends, ...json.outgoingRequests] })),
  },
  {
    what: 'an accepted request stays',
    caughtBy: 'friends.request.accepted',
    server: members(isFriends, (json) => ({ ...json, incomingRequests: json.friends })),
  },
  {
    what: 'only friends can be removed',
    caughtBy: 'friends.request.ended',
    server: () => async (request, forward) => {
      if (!removes(request)) return forward(request)
      const answer = await forward(asReading(request))
      return jsonOf(answer)?.friends.length > 0 ? forward(request) : answer
    },
  },
  { what: 'nobody can be removed', caughtBy: 'friends.remove.both', server: requests(removes, asReading) },
  {
    what: 'a change is answered without the list',
    caughtBy: 'friends.change.answer',
    server: answers(changes, (answer) => (isSuccess(answer) ? came(204) : answer)),
  },
  {
    what: 'nobody is found by an id with hyphens',
    caughtBy: 'friends.change.names',
    server: refuses(({ profileId }) => String(profileId).includes('-')),
  },
  {
    what: 'names count in their own letter case',
    caughtBy: 'friends.change.names',
    server: refuses(({ name }) => name && name === name.toUpperCase()),
  },
  {
    what: 'null is no text',
    caughtBy: 'friends.change.null',
    server: refuses(({ name, profileId }) => name === null || profileId === null),
  },
  {
    what: 'name and profileId exclude each other',
    caughtBy: 'friends.change.null',
    server: refuses(({ name, profileId }) => Boolean(name && profileId)),
  },
  {
    what: 'a refusal does not say why',
    caughtBy: 'friends.refused.unknown',
    server: answers(changes, (answer) =>
      isSuccess(answer) ? answer : withJson(answer, without('details')(jsonOf(answer))),
    ),
  },
  {
    what: 'oneself is nobody',
    caughtBy: 'friends.refused.self',
    server: answers(changes, (answer) => (isSuccess(answer) ? answer : refusal('UNKNOWN_PROFILE'))),
  },
  {
    what: 'one preference is missing',
    caughtBy: 'friends.preferences.form',
    server: members(isAttributes, (json) => ({ ...json, friendsPreferences: { friends: 'ENABLED' } })),
  },
  {
    what: 'preferences are flags',
    caughtBy: 'friends.preferences.form',
    server: members(isAttributes, (json) => ({
      ...json,
      friendsPreferences: { friends: true, acceptInvites: true },
    })),
  },
  {
    what: 'a preference that is not sent is the default',
    caughtBy: 'friends.preferences.one',
    server: requests(writes, (request) => {
      const { friendsPreferences } = jsonOf(request)
      return withBody(request, { friendsPreferences: { acceptInvites: 'ENABLED', ...friendsPreferences } })
    }),
  },
  {
    what: 'nobody can refuse requests',
    caughtBy: 'friends.preferences.kept',
    server: requests(writes, (request) => withBody(request, { friendsPreferences: {} })),
  },
  {
    what: 'ids of presence have no hyphens',
    caughtBy: 'friends.presence.form',
    server: changesEach((each) => ({ ...each, profileId: each.profileId.replaceAll('-', '') })),
  },
  { what: 'presence has no pmid', caughtBy: 'friends.presence.form', server: changesEach(without('pmid')) },
  {
    what: 'presence has no time',
    caughtBy: 'friends.presence.form',
    server: changesEach(without('lastUpdated')),
  },
  {
    what: 'everybody sees what everybody plays',
    caughtBy: 'friends.presence.friends',
    server: () => {
      const playing = new Map<string, unknown>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (!reports(request) || answer.status !== 200) return answer
        const caller = callerOf(request)
        const others = [...playing].flatMap(([id, each]) => (id === caller ? [] : [each]))
        playing.set(caller, { profileId: hyphenated(caller), status: jsonOf(request).status })
        return withJson(answer, { presence: others })
      }
    },
  },
  {
    what: 'a friend who is offline stays',
    caughtBy: 'friends.presence.offline',
    server: () => {
      const before = new Map<string, Came>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (!reports(request) || answer.status !== 200) return answer
        if (jsonOf(answer).presence.length > 0) before.set(callerOf(request), answer)
        return before.get(callerOf(request)) ?? answer
      }
    },
  },
  {
    what: 'a player who hides sees nobody',
    caughtBy: 'friends.presence.offline',
    server: members(reports, (json, request) =>
      jsonOf(request).status === 'OFFLINE' ? { presence: [] } : json,
    ),
  },
  {
    what: 'the value of a joinInfo is null',
    caughtBy: 'friends.presence.join-info',
    server: changesEach((each) =>
      each.joinInfo ? { ...each, joinInfo: { ...each.joinInfo, value: null } } : each,
    ),
  },
  {
    what: 'everybody has a joinInfo',
    caughtBy: 'friends.presence.join-info',
    server: changesEach((each) => ({ joinInfo: { value: 'x', invited: true }, ...each })),
  },
  {
    what: 'any status will do',
    caughtBy: 'friends.presence.status',
    server: answers(reports, (answer) => (answer.status === 400 ? came(200, { presence: [] }) : answer)),
  },
  {
    what: 'a 304 of presence has no ETag',
    caughtBy: 'friends.presence.known',
    server: answers(reports, (answer) => (answer.status === 304 ? withoutHeader('etag')(answer) : answer)),
  },
  {
    what: 'any token reports',
    caughtBy: 'friends.presence.no-token',
    server: anyToken(reports, { presence: [] }),
  },
]

/** The discovery document is part of one layout alone. */
const inDocument: Wrong = {
  what: 'the discovery document names a list that is not there',
  caughtBy: 'friends.discovery.there',
  layouts: ['authlib-injector'],
  server: members(at(/\/discovery$/), (json) => {
    const { endpoints } = json.discovery.player
    const moved = { ...endpoints, getFriends: { uri: `${endpoints.getFriends.uri}x` } }
    return { ...json, discovery: { ...json.discovery, player: { endpoints: moved } } }
  }),
}

export const aboutFriends: Wrong[] = [...wrongs.map((wrong) => ({ ...wrong, layouts })), inDocument]

const isPlayer = at(/\/csl\/[^/]+\.json$/)
const isFile = at(/\/csl\/textures\/[^/]+$/)
const native = ['native'] as const

export const aboutMods: Wrong[] = (
  [
    {
      what: 'skins are a list',
      caughtBy: 'csl.player.form',
      server: members(isPlayer, (json) => ({ ...json, skins: Object.values(json.skins) })),
    },
    {
      what: 'an answer is an error',
      caughtBy: 'csl.player.form',
      server: members(isPlayer, (json) => ({ ...json, errno: 1 })),
    },
    {
      what: 'every skin is of the default model',
      caughtBy: 'csl.player.model',
      server: members(isPlayer, (json) => ({ ...json, skins: { default: Object.values(json.skins)[0] } })),
    },
    {
      what: 'names count in their own letter case',
      caughtBy: 'csl.player.case',
      server: answers(isPlayer, (answer, { path }) => (/\/STEVE\.json/.test(path) ? came(404, {}) : answer)),
    },
    {
      what: 'nobody is 204',
      caughtBy: 'csl.player.unknown',
      server: answers(isPlayer, (answer) => (answer.status === 404 ? came(204) : answer)),
    },
    {
      what: 'a player who wears nothing is an answer without textures',
      caughtBy: 'csl.player.each',
      server: answers(isPlayer, (answer) =>
        answer.status === 404 ? came(200, { username: 'x', skins: {} }) : answer,
      ),
    },
    {
      what: 'everybody wears what the first player wears',
      caughtBy: 'csl.player.each',
      server: anybodyAsFirst(),
    },
    { what: 'files are not there', caughtBy: 'csl.file.there', server: answers(isFile, () => came(404, {})) },
    { what: 'files are pages', caughtBy: 'csl.file.there', server: answers(isFile, () => came(200, {})) },
    {
      what: 'every file is there',
      caughtBy: 'csl.file.unknown',
      server: answers(isFile, () => came(200, {})),
    },
    {
      what: 'an answer is kept for a day',
      caughtBy: 'csl.cache.minutes',
      server: answers(isPlayer, (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'cache-control': 'max-age=86400' },
      })),
    },
    {
      what: 'the tag is always another one',
      caughtBy: 'csl.cache.known',
      server: requests(isPlayer, ({ headers, ...request }) => ({
        ...request,
        headers: headers['if-none-match'] ? { ...headers, 'if-none-match': spoilt('"x"') } : headers,
      })),
    },
  ] satisfies Omit<Wrong, 'layouts'>[]
).map((wrong) => ({ ...wrong, layouts: native }))

function anybodyAsFirst(): () => Mutate {
  return () => {
    const keep = firstAnswer(isPlayer)()
    let isKept = false
    return async (request, forward) => {
      const answer = await keep(request, forward)
      isKept ||= isPlayer(request) && answer.status === 200
      return isKept && isPlayer(request) && answer.status === 404
        ? keep({ ...request, path: '/csl/Steve.json' }, forward)
        : answer
    }
  }
}
