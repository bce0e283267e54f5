// Servers with mistakes towards games and game servers.
import { generateKeyPairSync } from 'node:crypto'
import type { Came, Sent } from './proxy.ts'
import {
  answers,
  asksHasJoined,
  asksMetadata,
  asksNames,
  asksProfile,
  at,
  authenticates,
  came,
  firstAnswer,
  instead,
  isSuccess,
  joins,
  jsonOf,
  members,
  pathOf,
  queryOf,
  requests,
  spoilt,
  subjectOf,
  textures,
  type Wrong,
  withBody,
  withJson,
  without,
  withoutHeader,
  withoutQuery,
} from './wrong.ts'

const refusal = { error: 'ForbiddenOperationException', errorMessage: 'Invalid token.' }
const isYes = (answer: Came): boolean => answer.status === 200
const signatures = (
  change: (signature: string | undefined) => string | undefined,
  isOne: (request: Sent) => boolean,
) =>
  members(isOne, (profile) => ({
    ...profile,
    properties: profile.properties.map(({ signature, ...property }: any) => {
      const changed = change(signature)
      return changed === undefined ? property : { ...property, signature: changed }
    }),
  }))

/** Asks with what was joined last, where what is asked has this relation to it. */
const nearJoin =
  (member: 'serverId' | 'username', isNear: (asked: string, right: string) => boolean) => () => {
    const joined: string[] = []
    return async (request: Sent, forward: (request: Sent) => Promise<Came>) => {
      if (authenticates(request)) {
        const answer = await forward(request)
        if (member === 'username') joined.push(jsonOf(answer)?.selectedProfile?.name)
        return answer
      }
      if (joins(request) && member === 'serverId') joined.push(jsonOf(request).serverId)
      const query = queryOf(request)
      const asked = query.get(member)
      const right = joined.find((each) => each && asked !== null && asked !== each && isNear(asked, each))
      if (!asksHasJoined(request) || right === undefined) return forward(request)
      query.set(member, right)
      return forward({ ...request, path: `${pathOf(request)}?${query.toString()}` })
    }
  }

export const towardsGames: Wrong[] = [
  {
    what: 'a second UUID is answered with the first player',
    caughtBy: 'session.profile.each',
    server: firstAnswer(asksProfile),
  },
  {
    what: 'a second player joins as the first one',
    caughtBy: 'session.joined.each',
    server: firstAnswer(asksHasJoined),
  },
  {
    what: 'a list of names is answered with one id',
    caughtBy: 'session.names.each',
    server: members(asksNames, (found) => found.map((each: any) => ({ ...each, id: found[0].id }))),
  },
  {
    what: 'a second name is answered with the first player',
    caughtBy: 'session.name.each',
    server: firstAnswer(at(/\/users\/profiles\//)),
  },
  {
    what: 'the names of a second UUID are those of the first',
    caughtBy: 'session.history.each',
    layouts: ['native'],
    server: firstAnswer(at(/\/names$/)),
  },
  {
    what: 'a serverId is compared by its beginning',
    caughtBy: 'session.joined.wrong-server',
    server: nearJoin('serverId', (asked, right) => right.startsWith(asked)),
  },
  {
    what: 'what follows a serverId is ignored',
    caughtBy: 'session.joined.wrong-server',
    server: nearJoin('serverId', (asked, right) => asked.startsWith(right)),
  },
  {
    what: 'a serverId is a pattern of SQL',
    caughtBy: 'session.joined.wrong-server',
    server: nearJoin('serverId', (asked) => asked === '%'),
  },
  {
    what: 'a name is compared by its beginning',
    caughtBy: 'session.joined.wrong-name',
    server: nearJoin('username', (asked, right) => right.startsWith(asked)),
  },
  {
    what: 'a name is a pattern of SQL',
    caughtBy: 'session.joined.wrong-name',
    server: nearJoin('username', (asked) => asked === '%'),
  },
  {
    what: 'an underscore in a name stands for any letter, as in SQL',
    caughtBy: 'session.joined.wrong-name',
    server: nearJoin('username', (asked, right) => new RegExp(`^${asked.replaceAll('_', '.')}$`).test(right)),
  },
  {
    what: 'addresses of IPv6 are not compared',
    caughtBy: 'session.joined.other-ip',
    server: requests(asksHasJoined, (request) =>
      queryOf(request).get('ip')?.includes(':') ? withoutQuery(request, 'ip') : request,
    ),
  },
  {
    what: 'the nil UUID joins as anybody',
    caughtBy: 'session.join.other-profile',
    server: answers(joins, (answer, request) =>
      /^0+$/.test(jsonOf(request)?.selectedProfile) ? came(204) : answer,
    ),
  },
  {
    what: 'the header names a root that is not there',
    caughtBy: 'probe.root.leads',
    layouts: ['authlib-injector'],
    server: answers(
      () => true,
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'x-authlib-injector-api-location': '/check-nowhere/' },
      }),
    ),
  },
  {
    what: 'nobody has joined: 500',
    caughtBy: 'probe.joined.none',
    server: answers(asksHasJoined, (answer) => (isYes(answer) ? answer : came(500, refusal))),
  },
  {
    what: 'nobody has joined: 404',
    caughtBy: 'probe.joined.none',
    server: answers(asksHasJoined, (answer) => (isYes(answer) ? answer : came(404, refusal))),
  },
  {
    what: 'nobody has joined: 200 with null',
    caughtBy: 'probe.joined.none',
    server: answers(asksHasJoined, (answer) => (isYes(answer) ? answer : came(200, null))),
  },
  {
    what: 'a join is found for ever',
    caughtBy: 'session.joined.once',
    server: () => {
      const found = new Map<string, Came>()
      return async (request, forward) => {
        const answer = await forward(request)
        if (!asksHasJoined(request)) return answer
        if (isYes(answer)) found.set(request.path, answer)
        return found.get(request.path) ?? answer
      }
    },
  },
  {
    what: 'hasJoined compares no serverId',
    caughtBy: 'session.joined.wrong-server',
    server: () => {
      const servers = new Map<string, string>()
      return async (request, forward) => {
        if (joins(request)) servers.set('last', jsonOf(request).serverId)
        const right = servers.get('last')
        if (!asksHasJoined(request) || right === undefined) return forward(request)
        const query = queryOf(request)
        query.set('serverId', right)
        return forward({ ...request, path: `${pathOf(request)}?${query.toString()}` })
      }
    },
  },
  {
    what: 'hasJoined compares no name',
    caughtBy: 'session.joined.wrong-name',
    server: () => async (request, forward) => {
      if (!asksHasJoined(request)) return forward(request)
      const query = queryOf(request)
      query.set('username', 'Steve')
      return forward({ ...request, path: `${pathOf(request)}?${query.toString()}` })
    },
  },
  {
    what: 'hasJoined does not look at ip',
    caughtBy: 'session.joined.other-ip',
    server: requests(asksHasJoined, (request) => withoutQuery(request, 'ip')),
  },
  {
    what: 'hasJoined answers the name as it was asked',
    caughtBy: 'session.joined.name-case',
    server: members(asksHasJoined, (profile, request) => ({
      ...profile,
      name: queryOf(request).get('username'),
    })),
  },
  {
    what: 'hasJoined compares names in their letter case',
    caughtBy: 'session.joined.name-case',
    server: answers(asksHasJoined, (answer, request) =>
      isYes(answer) && jsonOf(answer).name !== queryOf(request).get('username') ? came(204) : answer,
    ),
  },
  {
    what: 'of two joins the later one counts alone',
    caughtBy: 'session.join.two-servers',
    server: () => {
      let last = ''
      return async (request, forward) => {
        if (joins(request)) last = jsonOf(request).serverId
        return asksHasJoined(request) && queryOf(request).get('serverId') !== last
          ? came(204)
          : forward(request)
      }
    },
  },
  {
    what: 'a serverId has to be 40 hex digits',
    caughtBy: 'session.join.server-id',
    server: () => async (request, forward) =>
      joins(request) && !/^[0-9a-f]{40}$/.test(jsonOf(request).serverId)
        ? came(400, refusal)
        : forward(request),
  },
  {
    what: 'join does not compare the profile',
    caughtBy: 'session.join.other-profile',
    server: requests(joins, (request) => {
      const body = jsonOf(request)
      return String(body.accessToken).includes('.')
        ? withBody(request, { ...body, selectedProfile: subjectOf(body.accessToken) })
        : request
    }),
  },
  {
    what: "join takes one account's token for another",
    caughtBy: 'session.join.other-account',
    server: () => {
      const tokens = new Map<string, string>()
      return async (request, forward) => {
        const body = jsonOf(request)
        const accessToken = joins(request) && tokens.get(body.selectedProfile)
        const answer = await forward(accessToken ? withBody(request, { ...body, accessToken }) : request)
        if (authenticates(request) && isYes(answer))
          tokens.set(jsonOf(answer).selectedProfile.id, jsonOf(answer).accessToken)
        return answer
      }
    },
  },
  {
    what: 'join answers {}',
    caughtBy: 'session.join.answer',
    server: answers(joins, (answer) => (isSuccess(answer) ? came(200, {}) : answer)),
  },
  { what: 'join takes every token', caughtBy: 'probe.token.join', server: instead(joins, () => came(204)) },
  {
    what: 'refusals of join have no errorMessage',
    caughtBy: 'probe.token.text',
    server: answers(joins, (answer) =>
      isSuccess(answer) ? answer : withJson(answer, without('errorMessage')(jsonOf(answer))),
    ),
  },
  {
    what: 'join refuses with an empty body',
    caughtBy: 'probe.token.join',
    server: answers(joins, (answer) => (isSuccess(answer) ? answer : { ...answer, body: Buffer.alloc(0) })),
  },
  {
    what: 'hasJoined signs nothing',
    caughtBy: 'session.joined.signed',
    server: signatures(() => undefined, asksHasJoined),
  },
  {
    what: 'signatures are wrong',
    caughtBy: 'session.joined.signed',
    server: signatures((signature) => signature && spoilt(signature), asksHasJoined),
  },
  {
    what: 'signatures of profiles are wrong',
    caughtBy: 'session.profile.signed',
    server: signatures((signature) => signature && spoilt(signature), asksProfile),
  },
  {
    what: 'unsigned=false is not read',
    caughtBy: 'session.profile.signed',
    server: signatures(() => undefined, asksProfile),
  },
  {
    what: 'unsigned=true is not read',
    caughtBy: 'session.profile.unsigned',
    server: requests(asksProfile, (request) => ({ ...request, path: `${pathOf(request)}?unsigned=false` })),
  },
  {
    what: 'profiles are signed where they should not be, and the other way round',
    caughtBy: 'session.profile.default',
    layouts: ['authlib-injector', 'vendor', 'native'],
    server: () => async (request, forward) => {
      if (!asksProfile(request) || request.path.includes('?')) return forward(request)
      const isNative = pathOf(request).startsWith('/session/profile/')
      return forward({ ...request, path: `${request.path}?unsigned=${isNative}` })
    },
  },
  {
    what: 'the signature covers what the value decodes to (it is another value)',
    caughtBy: 'session.joined.signed',
    server: textures((payload) => ({ ...payload, checked: true })),
  },
  {
    what: 'the timestamp is in seconds',
    caughtBy: 'session.textures.timestamp',
    server: textures((payload) => ({ ...payload, timestamp: Math.floor(payload.timestamp / 1000) })),
  },
  {
    what: 'textures is an array',
    caughtBy: 'session.textures.value',
    server: textures((payload) => ({ ...payload, textures: [] })),
  },
  {
    what: 'textures is null where nothing is worn',
    caughtBy: 'textures.value.empty',
    server: textures((payload) => ({ ...payload, textures: null })),
  },
  {
    what: 'textures name another player',
    caughtBy: 'session.textures.value',
    server: textures((payload) => ({ ...payload, profileName: 'Somebody' })),
  },
  {
    what: 'the value is base64url',
    caughtBy: 'session.textures.value',
    server: members(asksHasJoined, (profile) => ({
      ...profile,
      properties: profile.properties.map((property: any) => ({
        ...property,
        value: `${property.value.slice(0, -2)}_-`,
      })),
    })),
  },
  {
    what: 'another property comes first',
    caughtBy: 'session.textures.first',
    server: members(asksHasJoined, (profile) => ({
      ...profile,
      properties: [{ name: 'rank', value: 'x' }, ...profile.properties],
    })),
  },
  {
    what: 'a property has a number for a value',
    caughtBy: 'session.joined.properties',
    server: members(asksHasJoined, (profile) => ({
      ...profile,
      properties: [...profile.properties, { name: 'level', value: 7 }],
    })),
  },
  {
    what: 'hasJoined has no name',
    caughtBy: 'session.joined.answer',
    server: members(asksHasJoined, without('name')),
  },
  {
    what: 'a UUID that nobody has is 404',
    caughtBy: 'probe.profile.unknown',
    server: answers(asksProfile, (answer) => (answer.status === 204 ? came(404, refusal) : answer)),
  },
  {
    what: 'what is not a UUID breaks it',
    caughtBy: 'probe.profile.malformed',
    server: answers(asksProfile, (answer) => (answer.status === 400 ? came(500, refusal) : answer)),
  },
  {
    what: 'UUIDs are found without hyphens alone',
    caughtBy: 'session.profile.hyphens',
    server: answers(asksProfile, (answer, request) =>
      /-/.test(pathOf(request).split('/').at(-1) ?? '') ? came(204) : answer,
    ),
  },
  {
    what: 'names are found in their letter case alone',
    caughtBy: 'session.names.case',
    server: members(asksNames, (found, request) =>
      found.filter(({ name }: any) => (jsonOf(request) as string[]).includes(name)),
    ),
  },
  {
    what: 'names that nobody has are null',
    caughtBy: 'probe.names.unknown',
    server: members(asksNames, (found, request) =>
      found.length === 0 ? (jsonOf(request) as string[]).map(() => null) : found,
    ),
  },
  {
    what: 'lists are answered the other way round',
    caughtBy: 'session.names.order',
    server: members(asksNames, (found) => found.toReversed()),
  },
  {
    what: 'a name that is asked for twice is answered twice',
    caughtBy: 'session.names.duplicates',
    server: members(asksNames, (found, request) =>
      (jsonOf(request) as string[]).flatMap((name) =>
        found.filter((each: any) => each.name.toLowerCase() === name.toLowerCase()),
      ),
    ),
  },
  {
    what: 'any number of names is looked up',
    caughtBy: 'probe.names.many',
    server: () => async (request, forward) => {
      const names = jsonOf(request)
      return asksNames(request) && Array.isArray(names)
        ? forward(withBody(request, names.slice(0, 100)))
        : forward(request)
    },
  },
  {
    what: 'a list that is not JSON breaks it',
    caughtBy: 'probe.names.malformed',
    server: answers(asksNames, (answer) => (answer.status === 400 ? came(500, refusal) : answer)),
  },
  {
    what: 'a single name is found in its letter case alone',
    caughtBy: 'session.name.found',
    server: answers(at(/\/users\/profiles\//), (answer, request) =>
      isYes(answer) && jsonOf(answer).name !== pathOf(request).split('/').at(-1) ? came(204) : answer,
    ),
  },
  {
    what: 'a name that nobody has is an empty object',
    caughtBy: 'probe.name.unknown',
    server: answers(at(/\/users\/profiles\//), (answer) => (answer.status === 204 ? came(200, {}) : answer)),
  },
  {
    what: 'the names of a UUID are those of before',
    caughtBy: 'session.history.found',
    layouts: ['native'],
    server: members(at(/\/names$/), () => [{ name: 'Before' }]),
  },
  {
    what: 'the key file is not a key',
    caughtBy: 'probe.keys.file',
    layouts: ['native'],
    server: answers(at(/verification-key\.der$/), (answer) => ({ ...answer, body: Buffer.from('key') })),
  },
  {
    what: 'the metadata has no key',
    caughtBy: 'probe.metadata.form',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, without('signaturePublickey')),
  },
  {
    what: 'the key in the metadata is no PEM',
    caughtBy: 'probe.metadata.key',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({
      ...json,
      signaturePublickey: json.signaturePublickey.replace(/-----[^-]+-----|\n/g, ''),
    })),
  },
  {
    what: 'skinDomains are addresses',
    caughtBy: 'probe.metadata.skin-domains',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({ ...json, skinDomains: ['https://127.0.0.1'] })),
  },
  {
    what: 'skinDomains name another host',
    caughtBy: 'textures.url.host',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({ ...json, skinDomains: ['skins.example.test'] })),
  },
  {
    what: 'flags are text',
    caughtBy: 'probe.metadata.flags',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({
      ...json,
      meta: { ...json.meta, 'feature.non_email_login': 'true' },
    })),
  },
  {
    what: 'links have no scheme',
    caughtBy: 'probe.metadata.links',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({
      ...json,
      meta: { ...json.meta, links: { homepage: 'example.test' } },
    })),
  },
  {
    what: 'nothing says which implementation it is',
    caughtBy: 'probe.metadata.implementation',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({ ...json, meta: { serverName: 'x' } })),
  },
  {
    what: 'the root redirects to itself with a slash',
    caughtBy: 'probe.metadata.redirect',
    layouts: ['authlib-injector'],
    server: answers(at(/\/authlib-injector$/), () =>
      came(301, undefined, { location: '/authlib-injector/' }),
    ),
  },
  {
    what: 'the address is a page, and no header names the root',
    caughtBy: 'probe.root.named',
    layouts: ['authlib-injector'],
    server: answers(
      () => true,
      (answer, request) =>
        pathOf(request) === '/'
          ? came(200, 'home')
          : withoutHeader('x-authlib-injector-api-location')(answer),
    ),
  },
  {
    what: 'two slashes below the root are an unknown path',
    caughtBy: 'probe.root.reached',
    layouts: ['authlib-injector'],
    server: answers(
      (request) => request.path.includes('//'),
      () => came(404, refusal),
    ),
  },
  {
    what: 'HEAD is not known',
    caughtBy: 'probe.metadata.head',
    layouts: ['authlib-injector'],
    server: answers(
      (request) => request.method === 'HEAD',
      () => came(405),
    ),
  },
  {
    what: 'an unknown path is a page of status 200',
    caughtBy: 'probe.connection.unknown-path',
    server: answers(at(/\/check-/), () => came(200, 'home')),
  },
  {
    what: 'a slash at the end is redirected',
    caughtBy: 'probe.connection.slash',
    layouts: ['authlib-injector', 'vendor', 'native'],
    server: answers(at(/\/validate\/$/), () => came(301, undefined, { location: '/x' })),
  },
  {
    what: 'the key has 1024 bits',
    caughtBy: 'probe.metadata.key-size',
    layouts: ['authlib-injector'],
    server: members(asksMetadata, (json) => ({ ...json, signaturePublickey: shortKey })),
  },
  {
    what: 'join without parameters breaks it',
    caughtBy: 'probe.token.join-missing',
    server: answers(joins, (answer, request) => (jsonOf(request)?.accessToken ? answer : came(500, refusal))),
  },
  {
    what: 'hasJoined without a serverId is a yes',
    caughtBy: 'probe.joined.missing',
    server: answers(asksHasJoined, (answer, request) =>
      queryOf(request).has('serverId') ? answer : came(200, { id: '0'.repeat(32), name: 'Steve' }),
    ),
  },
  {
    what: 'an odd name breaks hasJoined',
    caughtBy: 'probe.joined.odd-name',
    server: answers(asksHasJoined, (answer, request) =>
      /^\w*$/.test(queryOf(request).get('username') ?? '') ? answer : came(500, refusal),
    ),
  },
  {
    what: 'an empty list is refused',
    caughtBy: 'probe.names.none',
    layouts: ['native'],
    server: answers(asksNames, (answer, request) =>
      request.body.toString() === '[]' ? came(400, refusal) : answer,
    ),
  },
  {
    what: 'the names of a UUID that nobody has are an empty array',
    caughtBy: 'probe.history.unknown',
    layouts: ['native'],
    server: answers(at(/\/names$/), (answer) => (answer.status === 204 ? came(200, []) : answer)),
  },
  {
    what: 'selectedProfile with hyphens is another profile',
    caughtBy: 'session.join.hyphens',
    server: () => async (request, forward) =>
      joins(request) && String(jsonOf(request)?.selectedProfile).includes('-')
        ? came(403, refusal)
        : forward(request),
  },
  {
    what: 'the server remembers one join',
    caughtBy: 'session.join.two-players',
    server: () => {
      let last = ''
      return async (request, forward) => {
        if (joins(request)) last = jsonOf(request).serverId
        return asksHasJoined(request) && queryOf(request).get('serverId') !== last
          ? came(204)
          : forward(request)
      }
    },
  },
  {
    what: 'those who ask at the same time are told yes, too',
    caughtBy: 'session.joined.race',
    server: () => {
      const asked = new Map<string, Promise<Came>>()
      return (request, forward) => {
        const answer = asked.get(request.path) ?? forward(request)
        if (asksHasJoined(request)) asked.set(request.path, answer)
        return answer
      }
    },
  },
  {
    what: 'a profile has no properties',
    caughtBy: 'session.profile.answer',
    server: members(asksProfile, without('properties')),
  },
  {
    what: 'a list of names is answered by the name alone',
    caughtBy: 'session.names.found',
    server: members(asksNames, (found) => found.map(({ name }: any) => ({ name }))),
  },
]

const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .publicKey.export({ format: 'pem', type: 'spki' })
  .toString()
