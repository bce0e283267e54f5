import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from '../../../src/lib/net/reach.ts'

test('addresses that everybody can reach are distinguished from those of this machine, its network or nobody', () => {
  const open = ['1.1.1.1', '203.0.114.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1']
  const closed = [
    '0.0.0.0 0.1.2.3 127.0.0.1 127.8.8.8 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1',
    '192.0.0.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1',
    '4000::1 e000::1 fe80::1 fc00::1 fd00::1 fec0::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 100::1',
    'localhost 1.1 0x7f.1',
  ].flatMap((line) => line.split(' '))
  assert.deepEqual(open.filter(isPublicAddress), open)
  assert.deepEqual(closed.filter(isPublicAddress), [])
})
