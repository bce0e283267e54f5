import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { linesOf } from '../../../src/lib/files/lines.ts'

async function read(chunks: readonly (string | Buffer)[], maxLineBytes = 100) {
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const lines = []
  for await (const { number, bytes, length } of linesOf(source, maxLineBytes)) {
    lines.push([number, bytes?.toString(), length])
  }
  return lines
}

test('numbers the lines from 1 and counts their bytes, including line feeds', async () => {
  assert.deepEqual(await read(['one\n\ntwo é\r\nlast']), [
    [1, 'one', 4],
    [2, '', 1],
    [3, 'two é\r', 8],
    [4, 'last', 4],
  ])
})

test('there is no line after the last line feed, and none in an empty file', async () => {
  assert.deepEqual(await read(['one\n']), [[1, 'one', 4]])
  assert.deepEqual(await read(['']), [])
  assert.deepEqual(await read([]), [])
})

test('a line may arrive in pieces, even cut inside a character', async () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = [
    Buffer.from('é\nö').subarray(0, 1),
    Buffer.from('é\nö').subarray(1),
  ]
  assert.deepEqual(await read([first, second]), [
    [1, 'é', 3],
    [2, 'ö', 2],
  ])
})

test('a line of the allowed length is read, one byte more is too long, in one piece or several', async () => {
  const expected = [
    [1, '12345', 6],
    [2, undefined, 7],
    [3, 'ok', 3],
    [4, undefined, 6],
  ]
  const text = '12345\n123456\nok\n123456'
  assert.deepEqual(await read([text], 5), expected)
  assert.deepEqual(await read([...text], 5), expected)
})

test('however the bytes are cut, the lines are those of split', async () => {
  const pieces = fc.array(fc.stringMatching(/^[ab\n]{0,6}$/), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(pieces, async (chunks) => {
      const text = chunks.join('')
      const expected = text.split('\n')
      if (expected.at(-1) === '') expected.pop()
      const lines = await read(chunks)
      assert.deepEqual(
        lines.map(([, line]) => line),
        expected,
      )
      assert.equal(
        lines.reduce((sum, [, , length]) => sum + Number(length), 0),
        text.length,
      )
    }),
  )
})
