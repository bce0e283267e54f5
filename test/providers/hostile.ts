// A provider of OpenID Connect: honest, or hostile in one way at a time. Its tokens are signed by jose.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload } from 'jose'
import type { Provider } from '../../src/model/community/provider.ts'

export const clientId = 'norn'
export const secret = 'the secret: of, this & that'
export const nonce = 'nonce-of-this-sign-in'
export const code = 'code-secret'

/** An instant at which everything happens, in epoch milliseconds. */
export const now = Date.UTC(2026, 5, 1)
const seconds = now / 1000

export type Respond = (response: ServerResponse) => unknown

export interface Token {
  header?: Record<string, unknown>
  claims?: JWTPayload & Record<string, unknown>
  /** The claims as text, instead. */
  payload?: string
  key?: CryptoKey | Uint8Array
}

export interface HostileProvider {
  url: string
  /** The ID token that it issues for any code; undefined for none. */
  token: Token | undefined
  /** Added to the answer of the token endpoint. */
  tokens: Record<string, unknown>
  userInfo: Record<string, unknown>
  keys: JWK[]
  /** Answers requests by their path, if not as usual. */
  answers: Record<string, Respond>
  /** The paths of the requests. */
  asked: string[]
  /** The forms of the requests for tokens, with their header `authorization`. */
  forms: { form: Record<string, string>; authorization: string | undefined }[]
  close(): Promise<void>
}

/** Without its own key each of them would take a second to start. */
export const own = await generateKeyPair('RS256', { extractable: true })

export const ownKey: JWK = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startHostile(): Promise<HostileProvider> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://provider')
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    mock.asked.push(pathname)
    if (pathname === '/token') mock.forms.push({ form, authorization: request.headers.authorization })
    const other = mock.answers[pathname]
    if (other) return void other(response)
    if (pathname === '/jwks') return json(response, { keys: mock.keys })
    if (pathname === '/userinfo') return json(response, mock.userInfo)
    if (pathname !== '/token') return json(response, {}, 404)
    const token = mock.token && (await minted(mock, mock.token))
    json(response, { access_token: 'at-secret', token_type: 'Bearer', id_token: token, ...mock.tokens })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mock: HostileProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: {},
    tokens: {},
    userInfo: { sub: 'person' },
    keys: [ownKey],
    answers: {},
    asked: [],
    forms: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return mock
}

/** The claims of an honest ID token. */
export const honest = (issuer: string): Record<string, unknown> => ({
  iss: issuer,
  aud: clientId,
  sub: 'person',
  nonce,
  iat: seconds,
  exp: seconds + 60,
  preferred_username: 'Steve',
  email: 'steve@example.org',
  email_verified: true,
})

export async function minted({ url }: Pick<HostileProvider, 'url'>, token: Token): Promise<string> {
  const { header, claims, payload, key = own.privateKey } = token
  const body = payload ?? JSON.stringify({ ...honest(url), ...claims })
  const protectedHeader = { alg: 'RS256', kid: 'one', ...header }
  if (protectedHeader.alg === 'none') {
    const part = (text: string) => Buffer.from(text).toString('base64url')
    return `${part(JSON.stringify(protectedHeader))}.${part(body)}.`
  }
  return new CompactSign(Buffer.from(body)).setProtectedHeader(protectedHeader).sign(key)
}

/** The provider as it is configured here. */
export const configured = (url: string, changes: Partial<Provider> = {}): Provider => ({
  name: 'school',
  createdAt: 0,
  preset: null,
  kind: 'openid',
  issuer: url,
  server: {
    issuer: url,
    authorization_endpoint: `${url}/authorize?tenant=1`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    authorization_response_iss_parameter_supported: true,
  },
  clientId,
  title: 'School',
  registration: 'as-setting',
  email: 'claim',
  scope: 'openid profile email',
  claims: { subject: 'sub', username: 'preferred_username', email: 'email', groups: null },
  groupMap: {},
  auth: 'basic',
  tenant: null,
  hostedDomain: null,
  guild: null,
  guildRequired: false,
  isPrivate: true,
  ...changes,
})

/** The answer with which a browser comes back, with these changes; undefined leaves a parameter out. */
export function cameBack(url: string, changes: Record<string, string | undefined> = {}) {
  const parameters = new URLSearchParams()
  const said = { code, state: 'state-of-this-sign-in', iss: url, ...changes }
  for (const [name, value] of Object.entries(said)) if (value !== undefined) parameters.set(name, value)
  return {
    parameters,
    state: 'state-of-this-sign-in',
    nonce,
    codeVerifier: 'v'.repeat(43),
    redirectUri: 'https://norn.example/sign-in/with/school/callback',
  }
}
