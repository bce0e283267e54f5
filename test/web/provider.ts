// A provider of sign-ins, and people who come back from it.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { providerSecretPlace } from '../../src/storage/schema/encryption.ts'
import type { ProviderRow } from '../../src/storage/schema/rows/providers.ts'
import { type MockAuthorizationServer, startAuthorizationServer } from '../neighbours/authorization-server.ts'
import type { RunningService } from '../service.ts'
import type { Browser, PageView } from './browser.ts'

export const below = ({ pathname, search }: URL): string => pathname + search

/** Adds a provider to a service, as the command does, and starts it. */
export async function providerOf(
  t: TestContext,
  service: RunningService,
  given: Partial<ProviderRow> = {},
): Promise<MockAuthorizationServer> {
  const mock = await startAuthorizationServer(service.now)
  t.after(() => mock.close())
  await addProvider(service, mock.url, given)
  return mock
}

/** Adds a provider with this issuer, which need not be there. */
export async function addProvider(
  service: RunningService,
  issuer: string,
  given: Partial<ProviderRow> = {},
): Promise<void> {
  const name = given.name ?? 'school'
  const server = {
    issuer: issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const { db, secrets } = service.context
  const row: ProviderRow = {
    name,
    preset: null,
    kind: 'openid',
    issuer: issuer,
    server: JSON.stringify(server),
    client_id: 'norn',
    client_secret: secrets.seal(providerSecretPlace(name), 'the secret of the client'),
    bot_token: null,
    title: 'The School',
    registration: 'as-setting',
    email: 'claim',
    scope: 'openid profile email',
    claims: JSON.stringify({ subject: 'sub', username: 'preferred_username', email: 'email', groups: null }),
    group_map: '{}',
    auth: 'post',
    tenant: null,
    hosted_domain: null,
    guild: null,
    guild_required: 0,
    is_private: 1,
    created_at: service.now(),
    last_sign_in_at: null,
    last_problem: null,
    last_problem_at: null,
    all_due_at: null,
    next_question_at: null,
    ...given,
  }
  await db.query.insertInto('provider').values(row).execute()
  service.advance(1000)
}

export interface Person {
  sub: string
  preferred_username?: string
  email?: string
  email_verified?: boolean | string
  groups?: unknown
}

export const startPath = '/sign-in/with/school'

/** Begins a sign-in, and returns the address to which the browser is sent. */
export async function begin(browser: Browser, path = startPath): Promise<URL> {
  const { sentTo, text } = await browser.get(path)
  assert.ok(sentTo, text)
  return sentTo
}

/** Lets the provider prove somebody, and returns the path with which the browser comes back. */
export function proved(mock: MockAuthorizationServer, asked: URL, person: Person, code = 'c'): string {
  const nonce = asked.searchParams.get('nonce') ?? ''
  mock.claims = { ...person, nonce }
  return back(mock, asked, { code })
}

/** Returns the path with which the browser comes back. */
export function back(mock: MockAuthorizationServer, asked: URL, answer: Record<string, string>): string {
  const url = new URL(asked.searchParams.get('redirect_uri') ?? '')
  const state = asked.searchParams.get('state') ?? ''
  for (const [name, value] of Object.entries({ state, iss: mock.url, ...answer })) {
    url.searchParams.set(name, value)
  }
  return below(url)
}

/** Signs in as somebody at the provider. */
export async function comeBack(
  browser: Browser,
  mock: MockAuthorizationServer,
  person: Person,
  path = startPath,
): Promise<PageView> {
  return browser.get(proved(mock, await begin(browser, path), person))
}

/** The form in which a newcomer chooses a username. */
export const form = '/register/with/school'
