import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkBits, parseNetwork, prefixOf } from '../../../src/lib/net/network.ts'

test('an address or a network has one written form, and the bits of a host do not matter', () => {
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

test('what is too wide, too narrow or no network is none', () => {
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

test('the bits of a client or a network, and the first of them', () => {
  assert.deepEqual(networkBits('192.0.2.7'), { size: 32, high: 0xc0000207, low: 0 })
  assert.deepEqual(networkBits('255.0.0.0/8'), { size: 32, high: 0xff000000, low: 0 })
  assert.deepEqual(networkBits('ffff:db8:1:a::/64'), { size: 64, high: 0xffff0db8, low: 0x0001000a })
  assert.deepEqual(networkBits('2001:db8::/32'), { size: 64, high: 0x20010db8, low: 0 })
  assert.equal(networkBits('unknown'), undefined)
  const bits = { size: 64, high: 0xffff0db8, low: 0x8001000a } as const
  assert.equal(prefixOf(bits, 16), 0xffff)
  assert.equal(prefixOf(bits, 32), 0xffff0db8)
  assert.notEqual(prefixOf(bits, 33), prefixOf({ ...bits, low: 0x7fff0000 }, 33))
  assert.equal(prefixOf(bits, 33), prefixOf({ ...bits, low: 0xffffffff }, 33))
})
