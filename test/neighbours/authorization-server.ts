// A neighbour at which players sign in, as an OpenID Connect provider: honest, or hostile in one way at a time.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { SeenRequest } from './mock.ts'

export type Answer = (response: ServerResponse) => void

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export interface MockAuthorizationServer {
  url: string
  /** The root of its API for authlib-injector. */
  root: string
  /** The requests for tokens. */
  asked: SeenRequest[]
  /** The paths of all requests. */
  paths: string[]
  /** Replaces what its documents say. */
  metadata: Record<string, unknown>
  discovery: Record<string, unknown>
  /** Replaces the claims of its ID tokens. */
  claims: JWTPayload
  /** Makes the ID token of these claims, if not as usual. */
  signs: ((claims: JWTPayload) => Promise<string>) | undefined
  /** Answers requests by their path, if not as usual. */
  answers: Record<string, Answer>
  close(): Promise<void>
}

/** The private key with which all of them sign, and the public one that they publish. */
export const signing = await generateKeyPair('RS256', { extractable: true })

const published = { ...(await exportJWK(signing.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }

export const signed = (claims: JWTPayload, key = signing.privateKey, alg = 'RS256'): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key)

/** Starts one on loopback. It gives out an ID token for any code. `now` is in epoch milliseconds. */
export async function startAuthorizationServer(now: () => number): Promise<MockAuthorizationServer> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    const { pathname } = new URL(path, 'http://neighbour')
    mock.paths.push(pathname)
    const other = mock.answers[pathname]
    if (other) return other(response)
    if (pathname === '/api/yggdrasil') {
      const meta = { 'feature.openid_configuration_url': `${mock.url}/.well-known/openid-configuration` }
      return json(response, { meta, skinDomains: [], ...mock.metadata })
    }
    if (pathname === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: mock.url,
        authorization_endpoint: `${mock.url}/authorize?tenant=1`,
        token_endpoint: `${mock.url}/token`,
        jwks_uri: `${mock.url}/jwks`,
        authorization_response_iss_parameter_supported: true,
        ...mock.discovery,
      })
    }
    if (pathname === '/jwks') return json(response, { keys: [published] })
    if (pathname !== '/token') return json(response, {}, 404)
    mock.asked.push({ method, path, headers, body })
    const seconds = Math.floor(now() / 1000)
    const claims = { iss: mock.url, aud: 'norn', sub: 's', iat: seconds, exp: seconds + 60, ...mock.claims }
    const token = await (mock.signs ?? signed)(claims)
    json(response, { access_token: 'at-secret', token_type: 'Bearer', expires_in: 60, id_token: token })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mock: MockAuthorizationServer = {
    url,
    root: `${url}/api/yggdrasil`,
    asked: [],
    paths: [],
    metadata: {},
    discovery: {},
    claims: {},
    signs: undefined,
    answers: {},
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
  return mock
}
