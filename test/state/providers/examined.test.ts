// What norn provider test says of a provider by the answers of its token endpoint.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Providers } from '../../../src/state/providers/providers.ts'
import {
  configured,
  type HostileProvider,
  json,
  type Respond,
  secret,
  startHostile,
} from '../../providers/hostile.ts'

let mock: HostileProvider
before(async () => {
  mock = await startHostile()
  mock.answers['/authorize'] = (response) => response.end()
})
after(() => mock.close())

const page =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Nothing here</html>')

const answers: Record<string, [Respond, string[]]> = {
  'finds fault with the code': [(response) => json(response, { error: 'invalid_grant' }, 400), []],
  'does so with status 200, as GitHub': [
    (response) => json(response, { error: 'bad_verification_code' }),
    [],
  ],
  'has words of its own, as Twitch': [
    (response) => json(response, { status: 400, message: 'Invalid authorization code' }, 400),
    [],
  ],
  'does not know the client': [(response) => json(response, { error: 'invalid_client' }, 401), ['secret']],
  'does not know the client, with a page': [page(401), ['secret']],
  'refuses the secret in words of its own, as Twitch': [
    (response) => json(response, { status: 403, message: 'invalid client secret' }, 403),
    ['secret'],
  ],
  'does not know the callback': [
    (response) => json(response, { error: 'redirect_uri_mismatch' }),
    ['callback'],
  ],
  'is not there': [page(404), ['tokens']],
  'is not there, in JSON': [(response) => json(response, { error: 'not_found' }, 404), ['tokens']],
  'takes no forms': [(response) => json(response, { error: 'method_not_allowed' }, 405), ['tokens']],
  'is a page': [page(200), ['tokens']],
  'is a page for those who may not': [page(403), ['tokens']],
  'has moved': [(response) => response.writeHead(302, { location: '/elsewhere' }).end(), ['tokens']],
  'says nothing': [(response) => response.end(), ['tokens']],
  'is out of order': [page(502), ['unreachable']],
}

for (const [what, [answer, expected]] of Object.entries(answers)) {
  test(`a token endpoint that ${what}`, async () => {
    mock.answers['/token'] = answer
    const provider = configured(mock.url, { kind: 'oauth2', issuer: undefined })
    const client = { secret, redirectUri: 'https://norn.example/sign-in/with/school/callback' }
    const { faults } = await new Providers(() => undefined).test(provider, client, Date.now())
    assert.deepEqual(
      faults.map(({ fault }) => fault),
      expected,
    )
    assert.ok(!mock.asked.includes('/elsewhere'))
  })
}
