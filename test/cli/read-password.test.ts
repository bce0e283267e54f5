// Typing a password; test/cli/terminal.slow.test.ts does it on a real terminal.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { askPassword } from '../../src/cli/accounts/read-password.ts'
import { CommandRefused } from '../../src/cli/line/command.ts'

async function ask(...typed: string[]) {
  const [terminal, prompts] = [new PassThrough(), new PassThrough()]
  const answer = askPassword(terminal, prompts)
  for (const text of typed) terminal.write(text)
  const outcome = await answer.catch((error: unknown) => {
    assert.ok(error instanceof CommandRefused, String(error))
    return { refused: error.message }
  })
  return { outcome, shown: String(prompts.read() ?? '') }
}

const enter = '\r'
const interrupt = '\u0003'
const end = '\u0004'
const backspace = '\u007F'

test('is requested twice and not shown', async () => {
  const { outcome, shown } = await ask(`hunter 2${enter}`, `hunter 2${enter}`)
  assert.equal(outcome, 'hunter 2')
  assert.equal(shown, 'Password: \nThe same again: \n')
})

test('may be pasted, corrected, and contain any letters', async () => {
  assert.equal((await ask(`aé😀x${backspace}y${enter}aé😀y${enter}`)).outcome, 'aé😀y')
})

test('is refused if the two entries differ', async () => {
  const { outcome, shown } = await ask(`first${enter}`, `second${enter}`)
  assert.deepEqual(outcome, { refused: 'the two passwords differ; nothing was changed' })
  assert.doesNotMatch(shown, /first|second/)
})

test('is refused if the input ends or is interrupted', async () => {
  const nothing = { refused: 'no password was given; nothing was changed' }
  for (const key of [interrupt, end]) {
    assert.deepEqual((await ask(key)).outcome, nothing)
    assert.deepEqual((await ask(`x${enter}`, key)).outcome, nothing)
  }
})
