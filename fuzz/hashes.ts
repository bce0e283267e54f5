import type { Random } from './random.ts'

/** Text forms of password hashes, of low cost. */
const shapes = [
  '$2b$04$abcdefghijklmnopqrstuuJ8pVbPwHDVE3l7nd5RbmGyHr8oa5sPe',
  '$scrypt$ln=4,r=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
  '$pbkdf2-sha256$10$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
  'pbkdf2_sha256$10$salt$aGFzaGhhc2hoYXNoaGFzaA==',
  `$SHA$salt$${'ab'.repeat(32)}`,
  '{SSHA}aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo',
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
  '$argon2i$v=16$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
]
const swaps = ['0', '1', '=', '$', '.', '-', 'A', '']

/** Makes a hash that may be malformed. The digits of its costs stay: other tests check their bounds. */
export function passwordHash(random: Random): string {
  const shape = random.pick(shapes)
  const saltAt = shape.lastIndexOf('$', shape.lastIndexOf('$') - 1) + 1
  const begin = Math.max(saltAt, shape.indexOf('}') + 1)
  let tail = shape.slice(begin)
  for (let changes = random.below(3); changes > 0; changes--) {
    const at = random.below(tail.length + 1)
    tail = random.chance(0.2)
      ? tail.slice(0, at)
      : tail.slice(0, at) + random.pick(swaps) + tail.slice(at + 1)
  }
  return shape.slice(0, begin) + tail
}
