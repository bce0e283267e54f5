import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composed } from '../../../src/lib/text/composed.ts'
import { typedCode } from '../../../src/lib/text/typed-code.ts'

test('a text is composed, unless that takes more time than any text is worth', () => {
  for (const text of ['Zoë', 'Việt', '한국', 'plain', '', '\u212b'.repeat(1024)]) {
    assert.equal(composed(text.normalize('NFD')), text.normalize('NFC'))
  }
  for (const text of [`a${'\u0345\u0316'.repeat(16)}`, 'e\u0301'.repeat(1025)]) {
    assert.equal(composed(text), text)
  }
})

test('a code is read whatever separates its groups and however wide its digits are', () => {
  for (const typed of [
    '123456',
    ' 123 456 ',
    '123-456',
    '123\u2013456',
    '１２３ ４５６',
    '123\u00a0456',
    '123_456',
  ]) {
    assert.equal(typedCode(typed), '123456', typed)
  }
  assert.equal(typedCode(`1${'\u0345\u0316'.repeat(100_000)}`).length, 64)
})
