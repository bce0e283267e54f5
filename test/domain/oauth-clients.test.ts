// What can be registered as an application: names that people read, and redirect URIs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { onEveryDatabase, operator } from '../service.ts'

const https = 'https://app.example.test/back'

onEveryDatabase('registering an application', (_start, shared) => {
  const create = async (given: { name?: string; uris?: string[]; isPublic?: boolean }) => {
    const { name = 'An application', uris = [https], isPublic = false } = given
    const { context } = await shared()
    return createClient(context, operator, { client_name: name, redirect_uris: uris, public: isPublic })
  }

  test('accepts addresses that only the application can read', async () => {
    const everybody = [
      https,
      `${https}?a=b`,
      'http://127.0.0.1:8000/',
      'http://[::1]/back',
      'http://localhost/',
    ]
    for (const uri of everybody) await create({ uris: [uri] })
    const { client } = await create({
      uris: [https, 'launcher://back', 'org.example.app:/back', https],
      isPublic: true,
    })
    assert.deepEqual(client.redirect_uris, [https, 'launcher://back', 'org.example.app:/back'])
  })

  test('refuses all others, with the reason', async () => {
    const refused: [Parameters<typeof create>[0], string][] = [
      [{ uris: [] }, 'redirect_uri_missing'],
      [{ uris: Array(33).fill(https) }, 'malformed'],
      [{ uris: [https, 'back'] }, 'redirect_uri_malformed'],
      [{ uris: ['https://*.example.test/'] }, 'redirect_uri_malformed'],
      [{ uris: ['https://user:password@example.test/'] }, 'redirect_uri_malformed'],
      [{ uris: ['https://example.test/a b'] }, 'redirect_uri_rewritten'],
      [{ uris: ['https://exämple.test/'] }, 'redirect_uri_rewritten'],
      [{ uris: [`https://example.test/${'a'.repeat(2000)}`] }, 'redirect_uri_malformed'],
      [{ uris: [`${https}#`] }, 'redirect_uri_fragment'],
      [{ uris: ['http://example.test/'] }, 'redirect_uri_insecure'],
      [{ uris: ['http://127.0.0.1.example.test/'], isPublic: true }, 'redirect_uri_insecure'],
      [{ uris: ['https://localhost/'], isPublic: true }, 'redirect_uri_insecure'],
      [{ uris: ['launcher://back'] }, 'redirect_uri_scheme'],
      [{ uris: ['javascript:alert(1)'], isPublic: true }, 'redirect_uri_scheme'],
      [{ uris: ['data:text/html,x'], isPublic: true }, 'redirect_uri_scheme'],
      [{ name: '' }, 'malformed'],
      [{ name: ' x' }, 'malformed'],
      [{ name: 'x'.repeat(65) }, 'malformed'],
      [{ name: 'a\u202eb' }, 'malformed'],
      [{ name: 'a\nb' }, 'malformed'],
    ]
    for (const [given, reason] of refused) {
      await assert.rejects(create(given), { reason }, JSON.stringify(given).slice(0, 200))
    }
  })
})
