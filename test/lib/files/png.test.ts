// Headers and chunks by hand; test/domain/textures.test.ts tests complete files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyPixels, pngSize } from '../../../src/lib/files/png.ts'
import { chunk, header, imageData, makePng, noise, pngOf, readPng } from '../../png.ts'

const plain = makePng(4, 3, noise(1))

test('the size is read from the header, up to 32 bits', () => {
  assert.deepEqual(pngSize(plain), { width: 4, height: 3 })
  assert.deepEqual(pngSize(pngOf(header(0, 2 ** 32 - 1))), { width: 0, height: 2 ** 32 - 1 })
})

test('33 bytes are enough for the size, and 32 are not', () => {
  assert.deepEqual(pngSize(plain.subarray(0, 33)), { width: 4, height: 3 })
  assert.equal(pngSize(plain.subarray(0, 32)), undefined)
})

test('a file that does not begin with a signature and a header has no size', () => {
  const otherLength = Buffer.from(plain)
  otherLength.writeUInt32BE(14, 8)
  const cases = {
    nothing: Buffer.alloc(0),
    'another signature': Buffer.from(plain).fill('GIF89a', 0, 6),
    'another chunk first': pngOf(chunk('tEXt', Buffer.alloc(13)), header(4, 3)),
    'a header of another length': otherLength,
  }
  for (const [what, file] of Object.entries(cases)) {
    assert.equal(pngSize(file), undefined, what)
    assert.equal(onlyPixels(file), 'malformed', what)
  }
})

test('a file that contains only pixels is returned byte for byte', () => {
  assert.deepEqual(onlyPixels(plain), plain)
})

test('chunks that are not pixels, and anything after the end, are removed', () => {
  const extra = ['tEXt', 'eXIf', 'gAMA', 'prIv'].map((name) => chunk(name, Buffer.from('extra')))
  const file = Buffer.concat([makePng(4, 3, noise(1), extra), Buffer.from('<script>')])
  assert.deepEqual(onlyPixels(file), plain)
})

test('a palette and its transparency are kept as pixels', () => {
  const palette = [chunk('PLTE', Buffer.from([1, 2, 3])), chunk('tRNS', Buffer.from([4]))]
  const kept = onlyPixels(makePng(4, 3, noise(1), palette))
  assert.ok(Buffer.isBuffer(kept))
  assert.deepEqual(readPng(kept).chunks, ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
})

test('an animation is recognized, whichever of its chunks comes first', () => {
  for (const name of ['acTL', 'fcTL', 'fdAT']) {
    assert.equal(onlyPixels(makePng(4, 3, noise(1), [chunk(name, Buffer.alloc(8))])), 'animated', name)
  }
})

test('an unknown critical chunk, a wrong checksum and a missing end are malformed', () => {
  assert.equal(onlyPixels(makePng(4, 3, noise(1), [chunk('EVIL')])), 'malformed')
  const wrong = Buffer.from(plain)
  wrong.writeUInt8(wrong.readUInt8(32) ^ 1, 32)
  assert.equal(onlyPixels(wrong), 'malformed', 'the checksum of the header')
  for (let length = 0; length < plain.length; length++) {
    assert.equal(onlyPixels(plain.subarray(0, length)), 'malformed', `cut off after ${length}`)
  }
})

test('a chunk that claims to be longer than the file is malformed', () => {
  const endless = chunk('tEXt', Buffer.from('x'))
  endless.writeUInt32BE(2 ** 32 - 1)
  assert.equal(onlyPixels(makePng(4, 3, noise(1), [endless])), 'malformed')
})

test('a file of more than 1,024 chunks is malformed, whatever they contain', () => {
  const [head, data, end] = [header(4, 3), chunk('IDAT', imageData(4, 3, noise(1))), chunk('IEND')]
  const texts = (count: number) => Array<Buffer>(count).fill(chunk('tEXt'))
  assert.ok(Buffer.isBuffer(onlyPixels(pngOf(head, ...texts(1021), data, end))))
  assert.equal(onlyPixels(pngOf(head, ...texts(1022), data, end)), 'malformed')
})
