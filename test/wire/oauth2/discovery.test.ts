// How clients discover the service: RFC 8414, OpenID Connect Discovery, and the metadata that launchers read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../service.ts'

const names = ['openid-configuration', 'oauth-authorization-server']

onEveryDatabase('discovery', (start, shared) => {
  test('the document is the same under both names, and at the place that RFC 8414 defines', async () => {
    const baseUrl = 'https://example.test/accounts'
    const service = await start({ NORN_BASE_URL: baseUrl })
    const { origin } = new URL(service.baseUrl)
    const texts = new Set<string>()
    for (const name of names) {
      for (const at of [`${service.baseUrl}/.well-known/${name}`, `${origin}/.well-known/${name}/accounts`]) {
        const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
        const answer = await fetch(at, { headers })
        assert.equal(answer.status, 200, at)
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
        texts.add(await answer.text())
      }
    }
    assert.equal(texts.size, 1)
    const [document] = [...texts].map((text) => JSON.parse(text))
    assert.equal(document.issuer, baseUrl)
    assert.equal(document.token_endpoint, `${baseUrl}/oauth2/token`)
    const elsewhere = await fetch(`${origin}/.well-known/openid-configuration`)
    assert.equal(elsewhere.status, 404)
    const form = new URLSearchParams({ client_id: 'launchers', scope: 'openid' })
    const device = await fetch(`${service.baseUrl}/oauth2/device_authorization`, {
      method: 'POST',
      body: form,
    })
    const { verification_uri } = (await device.json()) as { verification_uri: string }
    assert.equal(verification_uri, `${baseUrl}/device`)
  })

  test('it lists what this service supports, and nothing else', async () => {
    const service = await shared()
    const { json } = await service.get('/.well-known/openid-configuration')
    const at = (name: string) => `${service.baseUrl}/oauth2/${name}`
    assert.deepEqual(json, {
      issuer: service.baseUrl,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      device_authorization_endpoint: at('device_authorization'),
      userinfo_endpoint: at('userinfo'),
      jwks_uri: at('jwks'),
      revocation_endpoint: at('revoke'),
      end_session_endpoint: at('end-session'),
      introspection_endpoint: at('introspect'),
      scopes_supported: [
        'openid',
        'offline_access',
        'profile',
        'email',
        'account_info',
        'account_email',
        'groups',
        'game_server_session',
        'Yggdrasil.Server.Join',
        'profile_write',
        'wardrobe_read',
        'wardrobe_write',
        'Yggdrasil.PlayerProfiles.Select',
        'Yggdrasil.PlayerProfiles.Read',
      ],
      claims_supported: [
        'sub',
        'auth_time',
        'preferred_username',
        'name',
        'picture',
        'locale',
        'email',
        'email_verified',
        'id',
        'uuid',
        'username',
        'registeredAt',
        'preferredLanguage',
        'groups',
        'selectedProfile',
        'availableProfiles',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      service_documentation: `${service.baseUrl}/docs`,
      shared_client_id: 'launchers',
    })
  })

  test('launchers find it by themselves', async () => {
    const service = await shared()
    const { meta } = (await service.get('/authlib-injector/')).json
    assert.equal(meta['feature.no_email_login'], true)
    assert.equal(
      meta['feature.openid_configuration_url'],
      `${service.baseUrl}/.well-known/openid-configuration`,
    )
  })
})
