import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

onEveryDatabase('GET /openapi.json', (start) => {
  test('is an OpenAPI 3.1 document of the routes, below the base URL', async () => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
    const { status, headers, json } = await service.get('/openapi.json')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(json.openapi, '3.1.0')
    assert.deepEqual(json.servers, [{ url: 'https://accounts.example.test/norn' }])
    const { post } = json.paths['/auth/authenticate']
    assert.deepEqual(Object.keys(post.requestBody.content), [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    const refused = post.responses[401].content['application/json'].schema.properties
    assert.deepEqual(refused.error.enum, ['ForbiddenOperationException'])
    assert.ok(refused.errorMessage.enum.includes('Account protected with two factor auth.'))
  })
})
