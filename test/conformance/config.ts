// The one module of the plan "Config OP".
import assert from 'node:assert/strict'
import type { RunningService } from '../service.ts'
import { passed, type Result } from './result.ts'

const endpoints = [
  'authorization',
  'token',
  'userinfo',
  'device_authorization',
  'revocation',
  'introspection',
]

export async function discoveryEndpointVerification(service: RunningService): Promise<Result> {
  const answer = await service.get('/.well-known/openid-configuration')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
  const document = answer.json
  assert.equal(document.issuer, service.context.baseUrl())
  assert.match(document.issuer, /^https:\/\/[^?#]+$/)
  for (const name of endpoints) assert.match(document[`${name}_endpoint`], /^https:\/\//, name)
  const lists = {
    response_types_supported: 'code',
    grant_types_supported: 'authorization_code',
    subject_types_supported: 'public',
    id_token_signing_alg_values_supported: 'RS256',
    scopes_supported: 'openid',
    claims_supported: 'sub',
    code_challenge_methods_supported: 'S256',
  }
  for (const [name, word] of Object.entries(lists)) assert.ok(document[name].includes(word), name)
  // RFC 6749, section 3.3: the characters of a scope.
  for (const scope of document.scopes_supported) assert.match(scope, /^[\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.equal(document.jwks_uri, `${document.issuer}/oauth2/jwks`)
  const { keys } = (await service.get('/oauth2/jwks')).json
  assert.equal(new Set(keys.map(({ kid }: { kid: string }) => kid)).size, keys.length)
  for (const key of keys) {
    assert.ok(key.kty === 'RSA' || key.kty === 'EC')
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.equal(key[secret], undefined)
  }
  return passed()
}
