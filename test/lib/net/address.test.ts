import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalAddress, clientNetwork, networkGroups } from '../../../src/lib/net/address.ts'

test('an address has one written form (RFC 5952), and an IPv4-mapped one is IPv4', () => {
  const forms: Record<string, string[]> = {
    '192.0.2.7': ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:C000:0207', '0:0:0:0:0:ffff:c000:207'],
    '2001:db8::1': ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001', '2001:db8::1%eth0'],
    '2001:db8::1:0:0:1': ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    '::1': ['::1', '0:0:0:0:0:0:0:1'],
    '::': ['::', '0::0'],
  }
  for (const [canonical, same] of Object.entries(forms)) {
    for (const form of same) assert.equal(canonicalAddress(form), canonical, form)
  }
})

test('an invalid address is rejected, and nothing is guessed', () => {
  const none = [
    '',
    ' ',
    'x',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.07',
    '3221225991',
    '0xc0.0.2.7',
    '192.0.2.7/32',
  ]
  const none6 = ['[::1]', '::1/128', ':::', '2001:db8::1::2', '::192.0.2.7', '1:2:3:4:5:6:7:8:9', 'localhost']
  for (const text of [...none, ...none6])
    assert.equal(canonicalAddress(text), undefined, JSON.stringify(text))
})

test('a client is an IPv4 address, or the /64 of an IPv6 one', () => {
  assert.equal(clientNetwork('192.0.2.7'), '192.0.2.7')
  assert.equal(clientNetwork('::ffff:192.0.2.7'), '192.0.2.7')
  const network = clientNetwork('2001:db8:1:2:3:4:5:6')
  assert.equal(clientNetwork('2001:db8:1:2::'), network)
  assert.equal(clientNetwork('2001:DB8:1:2:ffff:ffff:ffff:ffff'), network)
  assert.notEqual(clientNetwork('2001:db8:1:3::'), network)
  const networks: Record<string, string> = {
    '1::2:3:4:5:6:7': '1:0:2:3::/64',
    '::1': '0:0:0:0::/64',
    '::1:2:3:4:5': '0:0:0:1::/64',
    '0:0:1::': '0:0:1:0::/64',
    '2001:0db8::192.0.2.7': '2001:db8:0:0::/64',
    '0:0:0:0:0:ffff:c000:207': '192.0.2.7',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '192.0.2.7:1234': '192.0.2.7:1234',
    unknown: 'unknown',
  }
  for (const [address, expected] of Object.entries(networks)) {
    assert.equal(clientNetwork(address), expected, address)
  }
})

test('an IPv6 client belongs to a /48, a /56 and a /64, an IPv4 one to itself', () => {
  const groups = ['2001:db8:1::/48', '2001:db8:1:1200::/56', '2001:db8:1:1234::/64']
  assert.deepEqual(networkGroups('2001:db8:1:1234::5'), groups)
  assert.deepEqual(networkGroups('2001:db8::5'), [
    '2001:db8:0::/48',
    '2001:db8:0:000::/56',
    '2001:db8:0:0::/64',
  ])
  assert.deepEqual(networkGroups('::ffff:192.0.2.1'), ['192.0.2.1'])
})
