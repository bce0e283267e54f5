// The prose check (scripts/prose): what it finds, and what it lets pass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Finding, findingsIn } from '../../scripts/prose/findings.ts'

const found = (file: string, text: string): string[] =>
  findingsIn(file, text).map(({ line, words }: Finding) => `${line} ${words}`)

test('foreign-sounding sentences are found, with their line', () => {
  const text = [
    'Who is banned can’t look up profiles.',
    'It is told to whoever asks. The name is none.',
    'A mail goes out. E-mail is optional.',
    'The value is made anew, beside the old one, lately.',
    'It goes on. He is told, else not.',
    'A row that can not be read stays for ever.',
  ].join('\n')
  assert.deepEqual(found('a.md', text), [
    '1 Who is',
    '2 whoever',
    '2 is none',
    '3 A mail',
    '3 E-mail',
    '4 anew',
    '4 beside',
    '4 lately',
    '5 goes on',
    '5 He',
    '5 else',
    '6 for ever',
    '6 can not',
  ])
})

test('questions, code, quotations and good English pass', () => {
  const text = [
    'Who may create an account? There is no way back. It is no longer published.',
    '`credentials can not be null.` and "E-mail" stand as the wire has them.',
    '```',
    'Whoever wrote this is none of ours, anew',
    '```',
    '[somebody else](https://example.org/e-mail#who-is) does it, and nothing else does.',
  ].join('\n')
  assert.deepEqual(found('a.md', text), [])
})

test('of code, comments and texts are checked, and the beginning of doc comments', () => {
  const text = [
    '/** What is kept of it. */',
    "const message = 'Who is here goes on.'",
    '// He is told.',
    "const anew = 'whoever'",
    '',
  ].join('\n')
  assert.deepEqual(found('a.ts', text).toSorted(), ['1 What', '2 Who is', '2 goes on', '3 He'])
})

test('titles of tests and suites, and rules of faults, state what something does', () => {
  const text = [
    "test('what is sent twice is told', () => undefined)",
    'describe(`what ${name} brings`, () => {',
    "  test('nor is a dead token taken', () => undefined)",
    "  await t.test('a name in use is refused', () => undefined)",
    "    rule: 'a link is good once, and is told so',",
    "const message = 'what is sent'",
    '',
  ].join('\n')
  assert.deepEqual(found('a.test.ts', text).toSorted(), [
    '1 is told',
    '1 what',
    '2 what',
    '3 nor',
    '5 is good',
    '5 is told',
  ])
})

test('a test may quote the texts of the service', () => {
  assert.deepEqual(found('a.test.ts', "const message = 'Who is here goes on.'"), [])
})
