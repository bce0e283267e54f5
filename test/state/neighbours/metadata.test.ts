import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { AddressRefused, ResponseTooLarge } from '../../../src/lib/net/outgoing.ts'
import { MetadataUnusable } from '../../../src/state/neighbours/metadata.ts'
import { Neighbours } from '../../../src/state/neighbours/neighbours.ts'

const neighbours = new Neighbours(
  () => 0,
  () => undefined,
)

async function asked(listener: RequestListener, path = '/', isPrivate = true) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const metadata = await neighbours.readMetadata(url + path, isPrivate, AbortSignal.timeout(5000))
    return { ...metadata, root: metadata.root.replace(url, ''), seen }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const answering =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.end(typeof body === 'string' ? body : JSON.stringify(body))

test('the hosts of textures are taken, patterns for several hosts are not', async () => {
  const skinDomains = [
    'a.example',
    '.b.example',
    '*.c.example',
    'a.example',
    7,
    'd.example:8080',
    'e.example/x',
  ]
  const read = await asked(answering({ meta: {}, skinDomains }), '/api')
  const rest = { texturesKey: undefined, discovery: undefined, seen: ['/api'] }
  assert.deepEqual(read, { root: '/api', hosts: ['a.example'], ...rest })
  assert.deepEqual((await asked(answering({ meta: {} }))).hosts, [])
})

test('the header that names the root is followed once', async () => {
  const read = await asked((request, response) => {
    response.setHeader('x-authlib-injector-api-location', `${request.url}deeper/`)
    response.end(JSON.stringify({ meta: {}, skinDomains: [request.url === '/' ? 'page' : 'root'] }))
  })
  assert.deepEqual(read, {
    root: '/deeper/',
    hosts: ['root'],
    texturesKey: undefined,
    discovery: undefined,
    seen: ['/', '/deeper/'],
  })
})

test('a header to another scheme, a redirect, an error and other documents are refused', async () => {
  for (const listener of [
    answering('<html>'),
    answering({}),
    answering([]),
    answering({ meta: {}, skinDomains: 'a' }),
    ((_request, response) => response.writeHead(302, { location: '/x' }).end()) as RequestListener,
    ((_request, response) => response.writeHead(500).end('{"meta":{}}')) as RequestListener,
    ((_request, response) => {
      response.setHeader('x-authlib-injector-api-location', 'file:///etc/passwd')
      response.end('{"meta":{}}')
    }) as RequestListener,
  ]) {
    await assert.rejects(asked(listener), MetadataUnusable)
  }
  await assert.rejects(asked(answering('x'.repeat(300_000))), ResponseTooLarge)
  await assert.rejects(asked(answering({ meta: {} }), '/', false), AddressRefused)
})
