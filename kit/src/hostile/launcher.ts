// The five requests of launchers, answered as strictly as the specification allows.
import { isObject, textAt } from '../json.ts'
import type { Chance } from '../random.ts'
import type { HostileAccount, Profile, Store, Token } from './store.ts'

/** The answer to send; a remark is a mistake of the launcher's. */
export interface Reply {
  status: number
  json?: unknown
  remark?: string
}

type Body = Record<string, unknown>
export type Action = (body: Body, store: Store, chance: Chance) => Reply

const refusal = (error: string, errorMessage: string, status: number, remark?: string): Reply => ({
  status,
  json: { error, errorMessage },
  ...(remark && { remark }),
})

/** Texts change from server to server; the error does not. */
const forbidden = (chance: Chance, remark?: string): Reply =>
  refusal(
    'ForbiddenOperationException',
    chance.pick(['Invalid token.', 'Jeton refusé.', '無効です。']),
    403,
    remark,
  )

const wrong = (remark: string): Reply => refusal('IllegalArgumentException', remark, 400, remark)

const members: Record<string, readonly string[]> = {
  authenticate: ['username', 'password', 'clientToken', 'requestUser', 'agent'],
  refresh: ['accessToken', 'clientToken', 'requestUser', 'selectedProfile'],
  validate: ['accessToken', 'clientToken'],
  invalidate: ['accessToken', 'clientToken'],
  signout: ['username', 'password'],
}

/** Says what is wrong with the members of a request; undefined where nothing is. */
export function mistakeIn(action: string, body: Body): string | undefined {
  const unknown = Object.keys(body).filter((name) => !members[action]?.includes(name))
  if (unknown.length > 0) return `${action}: the specification has no member ${unknown.join(', ')}`
  const [first = '', second = ''] = members[action] ?? []
  for (const name of second === 'password' ? [first, second] : [first])
    if (typeof body[name] !== 'string' || body[name] === '')
      return `${action}: ${name} is missing, or not text`
  if ('clientToken' in body && typeof body['clientToken'] !== 'string')
    return `${action}: clientToken is not text`
  if ('requestUser' in body && typeof body['requestUser'] !== 'boolean')
    return `${action}: requestUser is not a boolean`
  return undefined
}

function signedIn(token: Token, { requestUser }: Body, withProfiles: boolean): Reply {
  const { accessToken, clientToken, account, profile } = token
  return {
    status: 200,
    json: {
      accessToken,
      clientToken,
      ...(withProfiles && { availableProfiles: account.profiles }),
      ...(profile && { selectedProfile: profile }),
      ...(requestUser === true && { user: userOf(account) }),
    },
  }
}

const userOf = ({ id }: HostileAccount): unknown => ({
  id,
  properties: [
    { name: 'preferredLanguage', value: 'zh_CN' },
    { name: `x_${id.slice(0, 4)}`, value: '' },
  ],
})

/** The token of a request, where the clientToken fits it too. */
function tokenOf(body: Body, store: Store): Token | undefined {
  const token = store.token(String(body['accessToken']))
  return token && (body['clientToken'] ?? token.clientToken) === token.clientToken ? token : undefined
}

export const actions: Record<string, Action> = {
  authenticate(body, store, chance) {
    if (!isObject(body['agent'])) return wrong('authenticate: agent is missing')
    const account = store.account(String(body['username']), String(body['password']))
    if (!account) return forbidden(chance)
    const clientToken = typeof body['clientToken'] === 'string' ? body['clientToken'] : chance.uuid()
    const [only] = account.profiles
    return signedIn(
      store.issue(account, clientToken, account.profiles.length === 1 ? only : undefined),
      body,
      true,
    )
  },

  refresh(body, store, chance) {
    const token = tokenOf(body, store)
    if (!token)
      return forbidden(
        chance,
        store.token(String(body['accessToken'])) && 'refresh: the clientToken is not the one of the sign-in',
      )
    const wanted = body['selectedProfile']
    let { profile } = token
    if (wanted !== undefined) {
      if (profile)
        return refusal(
          'IllegalArgumentException',
          'Access token already has a profile assigned.',
          400,
          'refresh: selectedProfile, although the token has one',
        )
      profile = token.account.profiles.find(({ id }) => id === textAt(wanted, 'id'))
      if (!profile) return forbidden(chance, "refresh: selectedProfile is none of the account's")
    }
    store.end(token.accessToken)
    if (profile && chance.below(3) === 0) store.rename(profile)
    return signedIn(store.issue(token.account, token.clientToken, profile), body, false)
  },

  validate(body, store, chance) {
    const token = tokenOf(body, store)
    if (!token) return forbidden(chance)
    // A launcher has to refresh then, and must not ask for the password.
    if (chance.below(4) === 0) token.isStale = true
    return token.isStale ? forbidden(chance) : { status: 204 }
  },

  invalidate(body, store) {
    store.end(String(body['accessToken']))
    return { status: 204 }
  },

  signout(body, store, chance) {
    const account = store.account(String(body['username']), String(body['password']))
    if (!account) return forbidden(chance)
    store.endAll(account)
    return { status: 204 }
  },
}

/** A game joins a server. */
export function join(body: Body, store: Store, chance: Chance): Reply {
  const { accessToken, selectedProfile, serverId } = body
  if (typeof serverId !== 'string' || serverId === '') return wrong('join: serverId is missing, or not text')
  const token = store.token(String(accessToken))
  if (!token) return forbidden(chance)
  if (token.isStale) return forbidden(chance, 'join: validate has said that the token needs a refresh')
  if (!token.profile) return forbidden(chance, 'join: no profile was chosen (refresh with selectedProfile)')
  if (selectedProfile !== token.profile.id)
    return forbidden(chance, "join: selectedProfile is not the token's, in 32 hex digits")
  store.join(token.profile, serverId)
  return { status: 204 }
}

/** The textures of a profile: nothing, in the form that a textures property has. */
export const texturesOf = ({ id, name }: Profile, now: number): string =>
  Buffer.from(JSON.stringify({ timestamp: now, profileId: id, profileName: name, textures: {} })).toString(
    'base64',
  )
