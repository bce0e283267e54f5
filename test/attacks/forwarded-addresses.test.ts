import assert from 'node:assert/strict'
import { attackStored, type Installed } from './installed.ts'

async function served(norn: Installed, trusted: string) {
  const serving = await norn.serve({ NORN_TRUST_PROXY: trusted, NORN_GUESS_ADDRESS: '3' })
  const guess = async (from: string, n: number) => {
    const { status } = await fetch(`${serving.baseUrl}/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ username: `nobody${n}`, password: 'wrong', clientToken: 'c' }),
    })
    return status
  }
  return { serving, guess }
}

attackStored('all ports of a forwarded address are the same client', async (norn) => {
  const { guess } = await served(norn, '127.0.0.1')
  const forms = {
    v4: ['10.9.0.9:1234', '10.9.0.9:1235', '10.9.0.9', '"10.9.0.9:1"'],
    v6: ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1', '[2001:db8::2]:1'],
    // For an invalid address, the address of the peer counts.
    none: ['unknown', 'x:1', '10.9.0.9, y', '[::1'],
  }
  for (const [name, entries] of Object.entries(forms)) {
    const statuses = []
    for (const [n, entry] of entries.entries()) statuses.push(await guess(entry, n))
    assert.deepEqual(statuses, [401, 401, 401, 429], name)
  }
})

attackStored('headers of an untrusted proxy are ignored, with one warning', async (norn) => {
  const { guess, serving } = await served(norn, 'off')
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push(await guess(`192.0.2.${n}`, n))
  assert.deepEqual(statuses, [401, 401, 401, 429])
  serving.kill('SIGTERM')
  const { stdout, stderr } = await serving.ended
  const warnings = `${stdout}\n${stderr}`.split('\n').filter((line) => line.includes('NORN_TRUST_PROXY'))
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    /"level":"warn".*"peer":"127\.0\.0\.1".*X-Forwarded-For from 127\.0\.0\.1 is not/,
  )
  assert.match(warnings[0] ?? '', /if it is your proxy, set NORN_TRUST_PROXY=127\.0\.0\.1"/)
})

attackStored('trusted ranges that include strangers cause a warning', async (norn) => {
  const { serving } = await served(norn, '0.0.0.0/0')
  serving.kill('SIGTERM')
  const { stdout, stderr } = await serving.ended
  assert.match(stdout + stderr, /NORN_TRUST_PROXY=0\.0\.0\.0\/0 lets every client/)
})
