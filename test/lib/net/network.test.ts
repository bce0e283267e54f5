import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNetwork } from '../../../src/lib/net/network.ts'

test('an address or a network has one written form, and host bits are ignored', () => {
  const forms: Record<string, string> = {
    '192.0.2.7': '192.0.2.7',
    '192.0.2.7/32': '192.0.2.7',
    '192.0.2.7/24': '192.0.2.0/24',
    '10.255.255.255/8': '10.0.0.0/8',
    '192.0.2.129/25': '192.0.2.128/25',
    '::ffff:192.0.2.7/24': '192.0.2.0/24',
    '2001:DB8::1': '2001:db8:0:0::/64',
    '2001:db8::/64': '2001:db8:0:0::/64',
    '2001:db8:ffff::/33': '2001:db8:8000::/33',
    '2001:db8:1:2:3:4:5:6/48': '2001:db8:1::/48',
    '2001:db8::/16': '2001::/16',
  }
  for (const [text, network] of Object.entries(forms)) {
    assert.equal(parseNetwork(text), network, text)
    assert.equal(parseNetwork(network), network, network)
  }
})

test('a network that is too wide, too narrow or invalid is rejected', () => {
  const wide = ['10.0.0.0/7', '0.0.0.0/0', '2000::/15', '::/0', '::ffff:10.0.0.0/104']
  const narrow = ['10.0.0.0/33', '2001:db8::/65', '2001:db8::1/128']
  const none = [
    '',
    '/',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '10/8',
    'a/8',
    '10.0.0.0 /8',
  ]
  for (const text of [...wide, ...narrow, ...none]) assert.equal(parseNetwork(text), undefined, text)
})
