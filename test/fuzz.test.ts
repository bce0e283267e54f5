// The parts of the fuzzer (npm run fuzz). test/fuzz.alone.test.ts runs it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Expectations } from '../fuzz/document.ts'
import { judge } from '../fuzz/judge.ts'
import { Random } from '../fuzz/random.ts'
import { renewed } from '../fuzz/vectors.ts'

test('the same seed and index give the same random values', () => {
  const draw = (seed: number, index: number) => {
    const random = new Random(seed, index)
    return Array.from({ length: 5 }, () => random.below(1_000_000))
  }
  assert.deepEqual(draw(7, 1), draw(7, 1))
  assert.notDeepEqual(draw(7, 1), draw(7, 2))
  assert.notDeepEqual(draw(7, 1), draw(8, 1))
})

test('the judge notices forbidden answers', () => {
  const expectations = new Expectations([
    {
      method: 'GET',
      template: '/a/{b}',
      query: [],
      fields: undefined,
      limit: 0,
      takesFile: false,
      responses: { 200: {} },
    },
  ])
  const rule = (target: string, status: number, body = '', ms = 1, isFramed = true) =>
    judge(
      Buffer.from(`${target} HTTP/1.1\r\n\r\n`),
      { status, ms, body: Buffer.from(body), headers: new Map([['content-type', 'application/json']]) },
      expectations,
      isFramed,
    )?.rule
  const error = '{"error":"x"}'
  assert.equal(rule('GET /a/b', 200), undefined)
  assert.equal(rule('GET /a/b', 500, error), 'server error')
  assert.equal(rule('GET /a/b', 200, '', 1001), 'slow')
  assert.equal(rule('GET /a/b', 404, error), 'not in the document')
  assert.equal(rule('POST /a/b', 405, error), undefined)
  assert.equal(rule('POST /a/b', 405, '{}'), 'error without error')
  assert.equal(rule('GET /a/b', 0), 'broken answer')
  assert.equal(rule('GET /unknown', 404, error), undefined)
  assert.equal(rule('\0', 400, '', 1, false), 'error without error')
})

test('a vector takes the current token', () => {
  const stored = Buffer.from(`GET / HTTP/1.1\r\nAuthorization: Bearer ${'TOKEN'.padEnd(40, '_')}\r\n\r\n`)
  assert.match(
    renewed(stored, { token: 'abc', apiToken: '', writeToken: '', cookie: '', csrf: '' }).toString(),
    /Bearer abc\r\n/,
  )
})
