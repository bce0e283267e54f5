import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStrictJson } from '../../../src/lib/text/strict-json.ts'

const parse = (text: string, maxDepth = 8) => parseStrictJson(Buffer.from(text), maxDepth)

test('values are the same as with JSON.parse', () => {
  for (const text of ['{"a":{"a":[1,"a",{"a":null}]},"b":"\\"a\\":1,"}', '[]', '"{,"', '1', 'null']) {
    assert.deepEqual(parse(text), { value: JSON.parse(text), hasDuplicates: false }, text)
  }
})

test('duplicate members are found at each level, and in each spelling', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":1 , "c":"}" , "a" : 2}}]',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ]) {
    assert.equal(parse(text).hasDuplicates, true, text)
  }
  assert.equal(parse('{"a":{"b":1},"b":{"a":1},"c":["a","a"],"A":"a"}').hasDuplicates, false)
})

test('invalid JSON, excessive depth and invalid UTF-8 are refused', () => {
  for (const text of [
    '',
    '{',
    '{"a"',
    '"',
    '{"a":1}}',
    '<html>',
    '{"a":1,}',
    "{'a':1}",
    '\ufeff{}',
    '{"\\x":1}',
  ]) {
    assert.throws(() => parse(text), SyntaxError, text)
  }
  assert.doesNotThrow(() => parse('[[{"a":[]}]]', 4))
  assert.throws(() => parse('[[{"a":[]}]]', 3), SyntaxError)
  assert.throws(() => parse('['.repeat(100_000)), SyntaxError)
  assert.throws(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]), 8), TypeError)
})
