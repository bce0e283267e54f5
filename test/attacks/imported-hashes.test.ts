// Imported hashes could demand gigabytes and hours from every sign-in, or cause errors.
import assert from 'node:assert/strict'
import { hashesOfPassword } from '../passwords/known-hashes.ts'
import { attackStored } from './installed.ts'

const argon2 = (costs: string, salt = 'c29tZXNhbHQ') =>
  `$argon2id$v=19$${costs}$${salt}$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`
const key = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

const costly = [
  argon2('m=9999999,t=1,p=1'),
  argon2('m=65536,t=9999,p=1'),
  `$scrypt$ln=19,r=29,p=19$AAAA$${key}`,
  `$pbkdf2-sha512$9999999$AAAA$${key}`,
]
const damaged = [
  argon2('m=1,t=1,p=1'),
  argon2('m=1024,t=1,p=1', 'c29tZXNhbHR'),
  `$scrypt$ln=0,r=8,p=1$AAAA$${key}`,
  `$scrypt$ln=16,r=1,p=1$AAAA$${key}`,
  `$pbkdf2$0$AAAA$${key}`,
  `pbkdf2_sha256$0$salt$${key}`,
]

attackStored('hashes that cost too much and damaged hashes are refused with their line', async ({ run }) => {
  const hashes = [...costly, ...damaged, ...Object.values(hashesOfPassword)]
  const stdin = hashes
    .map((passwordHash, number) =>
      JSON.stringify({ username: `Player_${number}`, email: `p${number}@example.org`, passwordHash }),
    )
    .join('\n')
  const { status, stdout } = await run(['account', 'import', '-', '--json'], { stdin })
  assert.equal(status, 1)
  const { added, refused } = JSON.parse(stdout)
  assert.equal(added, Object.keys(hashesOfPassword).length)
  assert.deepEqual(
    refused.map(({ line, reason }: { line: number; reason: string }) => [line, reason.slice(0, 35)]),
    [
      ...costly.map((_, index) => [index + 1, 'passwordHash costs too much to chec']),
      ...damaged.map((_, index) => [costly.length + index + 1, 'passwordHash is incomplete or of an']),
    ],
  )
})
