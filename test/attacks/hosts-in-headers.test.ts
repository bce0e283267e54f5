// A host that URL accepts may have characters that mean something in a header, or a dot behind it: neither gets in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachOf } from '../../src/lib/net/reach.ts'
import { webhookUrlFault } from '../../src/model/records/webhook.ts'
import { contentPolicy, formActionOf } from '../../src/web/page/policy.ts'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

const special = [
  'https://a;sandbox/cb',
  'https://a%3bsandbox/cb',
  'https://a,b.example/cb',
  'https://a%2cb.example/cb',
  'https://%2a/cb',
  'https://%2a.example/cb',
  "https://'self'/cb",
  'https://a!b.example/cb',
  'https://a$b.example/cb',
  'https://a(b).example/cb',
  'https://a"b.example/cb',
  'https://a`b.example/cb',
  'https://a{b}.example/cb',
  'https://a~b.example/cb',
  'https://a&b.example/cb',
  'https://a=b.example/cb',
  'https://a+b.example/cb',
].filter((address) => URL.canParse(address))

test('a policy takes only the host of an address that has no other meaning there', () => {
  assert.ok(special.length > 10)
  for (const address of special) {
    assert.equal(formActionOf(address), undefined, address)
    assert.equal(contentPolicy({ formAction: formActionOf(address) }), contentPolicy(), address)
  }
  const plain: [string, string][] = [
    ['https://app.example/cb?x=;', 'https://app.example'],
    ['https://APP.example:8443/cb', 'https://app.example:8443'],
    ['https://bücher.example/cb', 'https://xn--bcher-kva.example'],
    ['http://127.0.0.1:9/cb', 'http://127.0.0.1:9'],
    ['http://[::1]/cb', 'http:'],
    ['com.example.app:/cb', 'com.example.app:'],
  ]
  for (const [address, expected] of plain) assert.equal(formActionOf(address), expected, address)
})

test('addresses of webhooks that end in a dot, however it is written, are private like those without it', () => {
  const hosts = ['localhost', 'x.internal', 'X.LAN', 'printer.local', 'a.home.arpa', 'localhost.localdomain']
  const dots = ['', '.', '..', '%2e', '%2E', '\u3002', '\uff0e', '\uff61', '.\u3002']
  for (const host of hosts)
    for (const dot of dots) {
      const address = `https://${host}${dot}/hook`
      if (!URL.canParse(address)) continue
      // A name with an empty label leads nowhere.
      const fault = new URL(address).hostname.endsWith('..')
        ? 'webhook_url_malformed'
        : 'webhook_address_private'
      assert.equal(webhookUrlFault(address, false), fault, address)
    }
  for (const address of [
    'https://127.0.0.1./',
    'https://127%2e1/',
    'https://2130706433./',
    'https://0x7f.1\u3002/',
  ])
    assert.equal(webhookUrlFault(address, false), 'webhook_address_private', address)
  assert.equal(webhookUrlFault('https://hooks.example.org./x', false), undefined)
  assert.equal(reachOf('localhost.'), 'machine')
})

onEveryDatabase('addresses of applications', (start) => {
  test('an application or a webhook whose host is not one of DNS is refused, and nothing is created', async () => {
    const service = await start()
    const api = await adminClient(service)
    const codes = new Set<string>()
    for (const address of special) {
      const client = await api.send('POST', '/clients', { client_name: 'App', redirect_uris: [address] })
      assert.equal(client.status, 422, address)
      const hook = await api.send('POST', '/webhooks', { url: address })
      assert.equal(hook.status, 422, address)
      codes.add(client.json.code).add(hook.json.code)
    }
    assert.deepEqual([...codes].toSorted(), ['redirect_uri_malformed', 'webhook_url_malformed'])
    const made = await api.send('POST', '/clients', {
      client_name: 'App',
      redirect_uris: ['https://app.example/cb'],
    })
    assert.equal(made.status, 201)
    const { items } = (await api.send('GET', '/clients')).json
    assert.ok(!special.some((address) => JSON.stringify(items).includes(address)))
    assert.deepEqual((await api.send('GET', '/webhooks')).json.items, [])
  })
})
