// The rows of the benchmark's table. A new route is a new row.
import { deviceGrant } from './oauth.ts'
import { type OauthTokens, type Player, password } from './players.ts'
import { clientToken } from './sign-in.ts'

/** An answer as it arrived. */
export interface Answer {
  status: number
  body: string
}

/** A request in bytes, and a check of its answer. A wrong answer ends the benchmark. */
export interface Step {
  request: string
  isRight(answer: Answer): boolean
}

/** The data that operations need in addition to their player. */
export interface World {
  players: readonly Player[]
  /** The path of a skin file. */
  skin: string
}

export interface Row {
  name: string
  /**
   * The required share of the bare server's operations per second (or of the bare hash rate), if there is a target.
   */
  target?: number
  /** The reference for the share. */
  limit: 'bare' | 'hash'
  /** The players that the operation needs. */
  players: 'signed in' | 'signed in by OAuth' | 'signing in' | 'with friends' | 'any'
  /** Returns one operation of a player: its steps are sent one after the other on one connection. */
  operation(player: Player, count: number, world: World): Step[]
}

export const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: norn\r\n${headers}\r\n`

const authorized = ({ accessToken }: Player): string => `Authorization: Bearer ${accessToken}\r\n`

const post = (path: string, body: object, headers = ''): string => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: norn\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const postForm = (path: string, fields: Record<string, string>): string => {
  const text = new URLSearchParams(fields).toString()
  return `POST ${path} HTTP/1.1\r\nHost: norn\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

function heldBy({ username, oauth }: Player): OauthTokens {
  if (!oauth) throw new Error(`${username} has not signed in by OAuth`)
  return oauth
}

const isEmpty = ({ status, body }: Answer): boolean => status === 200 && body === ''

/** Checks for the right player's signed profile. */
export const isProfileOf =
  ({ id, username }: Player) =>
  ({ status, body }: Answer): boolean =>
    status === 200 &&
    body.startsWith(`{"id":"${id}","name":"${username}","properties":[{"name":"textures","value":"`) &&
    body.includes('","signature":"')

const accessTokenOf = ({ body }: Answer): string => /^\{"accessToken":"([^"]+)"/.exec(body)?.[1] ?? ''

/** Returns a join and its hasJoined, so that no other player's join is ever used up. */
function joinAndHasJoined(player: Player, count: number, accessToken = player.accessToken): Step[] {
  const { id, username } = player
  const serverId = `-${id.slice(0, 16)}${count.toString(16)}`
  return [
    { request: post('/session/join', { accessToken, selectedProfile: id, serverId }), isRight: isEmpty },
    {
      request: get(`/session/hasJoined?username=${username}&serverId=${serverId}`),
      isRight: isProfileOf(player),
    },
  ]
}

const entry = ({ id, username }: Player) => ({ id, name: username })

/** Looks up the names of consecutive players, answered in order. */
const bulk =
  (size: number) =>
  (_player: Player, count: number, { players }: World): Step[] => {
    const start = (count * size) % Math.max(1, players.length - size)
    const asked = players.slice(start, start + size)
    const expected = JSON.stringify(asked.map(entry))
    return [
      {
        request: post(
          '/api/profiles/game',
          asked.map(({ username }) => username),
        ),
        isRight: ({ status, body }) => status === 200 && body === expected,
      },
    ]
  }

const services = '/authlib-injector/minecraftservices'

export const rows: readonly Row[] = [
  {
    name: 'authenticate',
    target: 0.9,
    limit: 'hash',
    players: 'signing in',
    operation: (player) => [
      {
        request: post('/auth/authenticate', { username: player.username, password, clientToken }),
        isRight: (answer) =>
          answer.status === 200 && accessTokenOf(answer) !== '' && answer.body.includes(player.id),
      },
    ],
  },
  {
    name: 'refresh',
    target: 0.25,
    limit: 'bare',
    players: 'signed in',
    operation: (player) => [
      {
        request: post('/auth/refresh', { accessToken: player.accessToken, clientToken }),
        isRight: (answer) => {
          player.accessToken = accessTokenOf(answer)
          return answer.status === 200 && player.accessToken !== '' && answer.body.includes(player.id)
        },
      },
    ],
  },
  {
    name: 'validate',
    target: 0.6,
    limit: 'bare',
    players: 'signed in',
    operation: (player) => [
      { request: post('/auth/validate', { accessToken: player.accessToken, clientToken }), isRight: isEmpty },
    ],
  },
  {
    name: 'join + hasJoined',
    target: 0.4,
    limit: 'bare',
    players: 'signed in',
    operation: (player, count) => joinAndHasJoined(player, count),
  },
  {
    name: 'profile',
    target: 0.75,
    limit: 'bare',
    players: 'any',
    operation: (player) => [{ request: get(`/session/profile/${player.id}`), isRight: isProfileOf(player) }],
  },
  {
    name: 'lookup',
    target: 0.75,
    limit: 'bare',
    players: 'any',
    operation: (player) => [
      {
        request: get(`/api/users/profiles/game/${player.username}`),
        isRight: ({ status, body }) => status === 200 && body === JSON.stringify(entry(player)),
      },
    ],
  },
  {
    name: 'friends',
    limit: 'bare',
    players: 'with friends',
    operation: (player) => [
      {
        request: get(`${services}/friends`, authorized(player)),
        isRight: ({ status, body }) => status === 200 && body.startsWith('{"friends":[{"profileId":"'),
      },
    ],
  },
  { name: 'one name by POST', limit: 'bare', players: 'any', operation: bulk(1) },
  { name: 'bulk of 10', target: 0.6, limit: 'bare', players: 'any', operation: bulk(10) },
  { name: 'bulk of 100', target: 0.3, limit: 'bare', players: 'any', operation: bulk(100) },
  {
    name: 'skin file',
    limit: 'bare',
    players: 'any',
    operation: (_player, _count, { skin }) => [
      { request: get(skin), isRight: ({ status, body }) => status === 200 && body.startsWith('\x89PNG') },
    ],
  },
  {
    name: 'metadata',
    target: 0.8,
    limit: 'bare',
    players: 'any',
    operation: () => [
      {
        request: get('/authlib-injector/'),
        isRight: ({ status, body }) => status === 200 && body.includes('"signaturePublickey":"-----BEGIN'),
      },
    ],
  },
  {
    name: 'OAuth join',
    limit: 'bare',
    players: 'signed in by OAuth',
    operation: (player, count) => joinAndHasJoined(player, count, heldBy(player).accessToken),
  },
  {
    name: 'OAuth refresh',
    limit: 'bare',
    players: 'signed in by OAuth',
    operation: (player) => {
      const oauth = heldBy(player)
      const { clientId: client_id, refreshToken: refresh_token } = oauth
      const fields = { grant_type: 'refresh_token', client_id, refresh_token }
      return [
        {
          request: postForm('/oauth2/token', fields),
          isRight: ({ status, body }) => {
            oauth.refreshToken = /"refresh_token":"([^"]+)"/.exec(body)?.[1] ?? ''
            return status === 200 && oauth.refreshToken !== ''
          },
        },
      ]
    },
  },
  {
    // Each device waits for a person and polls far too often, which it is told once the database was asked.
    name: 'OAuth device polling',
    limit: 'bare',
    players: 'signed in by OAuth',
    operation: (player) => {
      const { clientId: client_id, deviceCode: device_code } = heldBy(player)
      const fields = { grant_type: deviceGrant, client_id, device_code }
      return [
        {
          request: postForm('/oauth2/token', fields),
          isRight: ({ status, body }) => status === 400 && /"(slow_down|authorization_pending)"/.test(body),
        },
      ]
    },
  },
]

const statuses = ['ONLINE', 'PLAYING_SERVER']

/** Reports of games, measured at a rate. Of one player, every fourth says something new, or is old enough to be written. */
export const presence: Row = {
  name: 'presence',
  limit: 'bare',
  players: 'with friends',
  operation: (player) => {
    player.reports = (player.reports ?? Number.parseInt(player.id.slice(0, 2), 16)) + 1
    const status = statuses[(player.reports >> 2) % 2]
    return [
      {
        request: post(`${services}/presence`, { status }, authorized(player)),
        isRight: ({ status, body }) => status === 200 && body.startsWith('{"presence":['),
      },
    ]
  },
}

/** All rows, also those that are not measured as fast as they can go. */
export const everyRow: readonly Row[] = [...rows, presence]
