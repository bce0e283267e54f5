// Texts in an import that no column can store, or that nothing checks, ended it with a stack trace.
import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

attackStored(
  'an odd text in an import is refused with its line, and the import continues',
  async ({ run, json }) => {
    const account = (number: number, more: object) =>
      JSON.stringify({
        username: `Player_${number}`,
        email: `p${number}@example.org`,
        password: 'x',
        ...more,
      })
    const django = (salt: string) => `pbkdf2_sha256$1000$${salt}$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=`
    const bad = [
      { usernameHistory: [{ name: 'a\0b' }] },
      { usernameHistory: [{ name: '\ud800' }] },
      { usernameHistory: [{ name: '\u001b[2J' }] },
      { usernameHistory: [{ name: 'two\nlines' }] },
      { email: '\udc00@example.org' },
      { password: undefined, passwordHash: django('\0') },
      { password: undefined, passwordHash: django('\ud83d') },
      { language: 'en\0' },
    ]
    const good = { usernameHistory: [{ name: 'Zoë die Große 👋' }] }
    const stdin = [...bad, good].map((more, index) => account(index, more)).join('\n')
    const { status, stdout, stderr } = await run(['account', 'import', '-', '--json'], { stdin })
    assert.equal(status, 1, stderr)
    const { added, refused } = JSON.parse(stdout)
    assert.equal(added, 1)
    assert.deepEqual(
      refused.map(({ line }: { line: number }) => line),
      bad.map((_, index) => index + 1),
    )
    assert.doesNotMatch(stderr, /\n\s+at /)
    const { usernameHistory } = await json('account', 'show', `Player_${bad.length}`)
    assert.equal(usernameHistory[0].name, 'Zoë die Große 👋')
  },
)
