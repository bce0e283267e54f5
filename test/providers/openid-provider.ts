// A real provider of OpenID Connect in the test's process, whose login page answers at once.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const callback = 'https://norn.example/sign-in/with/school/callback'

/** The clients that it knows, by the way in which they send their secret. */
export const clients = {
  basic: { id: 'client-basic', secret: 'secret-of-the-basic-client-0123456789' },
  post: { id: 'client-post', secret: 'secret-of-the-posting-client-0123456789' },
} as const

export interface OpenidProvider {
  issuer: string
  close(): Promise<void>
}

/** Its clients are sent back to the callback alone. */
export async function startOpenidProvider(redirectUri = callback): Promise<OpenidProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: (['basic', 'post'] as const).map((method) => ({
      client_id: clients[method].id,
      client_secret: clients[method].secret,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: `client_secret_${method}` as const,
    })),
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: 'Steve',
        groups: ['players'],
        email: 'steve@example.org',
        email_verified: true,
      }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void answer(request, response)
  })
  return {
    issuer,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Signs somebody in, or agrees on their behalf. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  const accountId = session?.accountId ?? 'person'
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

/** A browser that follows redirects until one leaves the provider, and keeps its cookies. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  async follow(url: URL): Promise<URL> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`status ${response.status} at ${url.pathname}`)
    const next = new URL(location, url)
    return next.origin === url.origin ? this.follow(next) : next
  }
}
