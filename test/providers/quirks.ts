// What each of the four stand-ins answers.
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Somebody with an account at one of them. */
export interface Person {
  /** Digits: Discord's are text, GitHub's a number. */
  id: string
  name: string
  email: string | null
  isVerified: boolean
  /** The ids of their roles in the guild; not in it if there are none of these. */
  roles?: string[]
  /** Google's hosted domain. */
  hd?: string
  /** Microsoft's tenant. */
  tid?: string
}

/** The client that they know, and its secret. */
export const client = { id: 'client-of-norn', secret: 'secret of norn' }

/** A request that one of them got. */
export interface Asked {
  method: string
  host: string
  path: string
  headers: IncomingMessage['headers']
  form: URLSearchParams
}

/** A sign-in that was answered with a code. */
export interface GivenCode {
  person: Person
  query: URLSearchParams
}

/** The state that all four share. */
export interface Played {
  /** Codes work once. */
  codes: Map<string, GivenCode>
  /** Access tokens. */
  tokens: Map<string, GivenCode>
  /** If Discord issues ID tokens, which nobody has seen. */
  discord: { hasIdTokens: boolean }
  /** The roles that a bot with this token is told, by the ids of members. */
  guild: { id: string; botToken: string; roles: Record<string, string[]> }
  /** Claims that replace those of ID tokens. */
  claims: Record<string, unknown>
  /** In epoch milliseconds. */
  clock: () => number
}

/** The tenant of Microsoft's personal accounts. */
export const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
// From memory: Microsoft's keys name no algorithm.
const keys = [{ ...(await exportJWK(publicKey)), use: 'sig', kid: 'k1' }]

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const document = (issuer: string, more: Record<string, string>) => ({
  issuer,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  ...more,
})

export async function quirks(
  all: Played,
  asked: Asked,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const { host, path } = asked
  if (host === 'discord.com') return discord(all, asked, response)
  if (host === 'github.com' && path === '/login/oauth/access_token') return githubToken(all, asked, response)
  if (host === 'api.github.com') return githubApi(all, asked, response)
  if (path === '/o/oauth2/v2/auth') {
    // Google answers others with an error.
    const prompt = query.get('prompt') ?? 'none'
    return json(response, {}, ['none', 'consent', 'select_account'].includes(prompt) ? 200 : 400)
  }
  if (/\/(certs|discovery\/v2\.0\/keys)$/.test(path)) return json(response, { keys })
  if (host === 'accounts.google.com' && path === '/.well-known/openid-configuration') {
    return json(
      response,
      document('https://accounts.google.com', {
        authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
        token_endpoint: 'https://oauth2.googleapis.com/token',
        jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
        userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
      }),
    )
  }
  if (host === 'oauth2.googleapis.com') {
    return tokenOf(all, asked, response, ({ person }) => ({
      iss: 'accounts.google.com',
      azp: client.id,
      sub: person.id,
      email: person.email,
      email_verified: person.isVerified,
      name: person.name,
      ...(person.hd !== undefined && { hd: person.hd }),
    }))
  }
  if (host === 'login.microsoftonline.com') return microsoft(all, asked, response)
  // A user info says as much as the ID token.
  const given = bearerOf(all, asked)
  json(response, given ? { sub: given.person.id, name: given.person.name } : {}, given ? 200 : 401)
}

async function discord(all: Played, asked: Asked, response: ServerResponse): Promise<void> {
  const { path, headers } = asked
  // What names itself in another way may be blocked by the service in front of it (from others' code).
  if (!/^DiscordBot \(\S+, \S+\)/.test(headers['user-agent'] ?? '')) {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('error code: 1010')
    return
  }
  if (path === '/api/oauth2/keys') return json(response, { keys })
  if (path === '/api/oauth2/token') {
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    if (!isForm) return json(response, { error: 'invalid_request' }, 400)
    return tokenOf(all, asked, response, ({ person }) =>
      all.discord.hasIdTokens ? { iss: 'https://discord.com', sub: person.id } : undefined,
    )
  }
  if (path.startsWith('/api/v10/guilds/')) return guildMember(all, asked, response)
  const given = bearerOf(all, asked)
  if (!given) return json(response, { message: '401: Unauthorized', code: 0 }, 401)
  const { id, name, email, isVerified, roles } = given.person
  if (path === '/api/v10/users/@me') {
    return json(response, {
      id,
      username: name,
      discriminator: '0',
      global_name: name,
      email,
      verified: isVerified,
    })
  }
  const scopes = given.query.get('scope')?.split(' ') ?? []
  const [, guild] = /^\/api\/v10\/users\/@me\/guilds\/(\d+)\/member$/.exec(path) ?? []
  if (guild === undefined) return json(response, { message: '404: Not Found', code: 0 }, 404)
  if (!scopes.includes('guilds.members.read'))
    return json(response, { message: 'Missing Access', code: 50001 }, 403)
  if (!roles) return json(response, { message: 'Unknown Guild', code: 10004 }, 404)
  json(response, { roles, nick: null, pending: false, user: { id, username: name } })
}

/** The codes of those who are not there are from memory. */
function guildMember({ guild }: Played, { path, headers }: Asked, response: ServerResponse): void {
  if (headers.authorization !== `Bot ${guild.botToken}`)
    return json(response, { message: '401: Unauthorized', code: 0 }, 401)
  const [, id, user = ''] = /^\/api\/v10\/guilds\/(\d+)\/members\/(\d+)$/.exec(path) ?? []
  if (id !== guild.id) return json(response, { message: 'Unknown Guild', code: 10004 }, 404)
  const roles = guild.roles[user]
  if (!roles) return json(response, { message: 'Unknown Member', code: 10007 }, 404)
  json(response, { roles, nick: null, pending: false, user: { id: user, username: 'somebody' } })
}

/** Errors have status 200, and without a header `accept` forms come back. */
async function githubToken(all: Played, asked: Asked, response: ServerResponse): Promise<void> {
  const { form, headers } = asked
  const code = form.get('code') ?? ''
  const given = all.codes.get(code)
  all.codes.delete(code)
  const isClient = form.get('client_id') === client.id && form.get('client_secret') === client.secret
  const problem = isClient
    ? isProved(given, form)
      ? undefined
      : 'bad_verification_code'
    : 'incorrect_client_credentials'
  const token = `gho_${code}`
  if (given && !problem) all.tokens.set(token, given)
  const answer: Record<string, string> = problem
    ? { error: problem, error_description: 'Words.', error_uri: 'https://docs.github.com/' }
    : { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  if (headers.accept?.includes('application/json')) return json(response, answer)
  response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' })
  response.end(String(new URLSearchParams(answer)))
}

async function githubApi(all: Played, asked: Asked, response: ServerResponse): Promise<void> {
  const given = bearerOf(all, asked)
  if (asked.headers['user-agent'] === undefined) return json(response, { message: 'Forbidden' }, 403)
  if (!given) return json(response, { message: 'Bad credentials' }, 401)
  const { id, name, email, isVerified } = given.person
  if (asked.path === '/user') return json(response, { id: Number(id), login: name, name: null, email: null })
  if (asked.path !== '/user/emails') return json(response, { message: 'Not Found' }, 404)
  json(response, [
    { email: 'old@example.org', primary: false, verified: true, visibility: null },
    ...(email === null ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }]),
  ])
}

async function microsoft(all: Played, asked: Asked, response: ServerResponse): Promise<void> {
  const [, tenant = '', rest] = asked.path.split('/')
  const base = `https://login.microsoftonline.com/${tenant}`
  if (rest === 'v2.0') {
    const isMany = ['common', 'organizations'].includes(tenant)
    // From memory: the document of personal accounts names their tenant.
    const issuer = isMany ? '{tenantid}' : tenant === 'consumers' ? consumers : tenant
    const urls = {
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
      userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
    }
    return json(response, document(`https://login.microsoftonline.com/${issuer}/v2.0`, urls))
  }
  return tokenOf(all, asked, response, ({ person: { id, name, email, tid = consumers } }) => ({
    iss: `https://login.microsoftonline.com/${tid}/v2.0`,
    tid,
    oid: `00000000-0000-0000-0000-${id.padStart(12, '0')}`,
    // Another one for each application.
    sub: `pairwise-${id}`,
    preferred_username: `${name}@example.onmicrosoft.com`,
    name,
    ...(email !== null && { email }),
    ver: '2.0',
    // From memory: five minutes early.
    iat: secondsOf(all) - 300,
    nbf: secondsOf(all) - 300,
  }))
}

const secondsOf = ({ clock }: Played): number => Math.floor(clock() / 1000)

/** Answers a request for tokens, with an ID token unless there are no claims. */
async function tokenOf(
  all: Played,
  asked: Asked,
  response: ServerResponse,
  claimsOf: (given: GivenCode) => Record<string, unknown> | undefined,
): Promise<void> {
  const { form, headers } = asked
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret.replaceAll(' ', '+')}`).toString('base64')}`
  const isPosted = form.get('client_id') === client.id && form.get('client_secret') === client.secret
  if (!isPosted && headers.authorization !== basic) return json(response, { error: 'invalid_client' }, 401)
  const code = form.get('code') ?? ''
  const given = all.codes.get(code)
  all.codes.delete(code)
  if (!given || !isProved(given, form)) return json(response, { error: 'invalid_grant' }, 400)
  const token = `at-${code}`
  all.tokens.set(token, given)
  const claims = claimsOf(given)
  const iat = secondsOf(all)
  const times = { aud: client.id, nonce: given.query.get('nonce'), iat, exp: iat + 3600 }
  const idToken =
    claims &&
    (await new SignJWT({ ...times, ...claims, ...all.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
      .sign(privateKey))
  json(response, {
    access_token: token,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: given.query.get('scope'),
    ...(idToken !== undefined && { id_token: idToken }),
  })
}

/** PKCE, and the same callback (RFC 6749, section 4.1.3; RFC 7636, section 4.6). */
const isProved = (given: GivenCode | undefined, form: URLSearchParams): boolean =>
  given !== undefined &&
  given.query.get('code_challenge') === hash('sha256', form.get('code_verifier') ?? '', 'base64url') &&
  given.query.get('redirect_uri') === form.get('redirect_uri')

const bearerOf = ({ tokens }: Played, { headers }: Asked): GivenCode | undefined =>
  tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
