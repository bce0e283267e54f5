import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { logoFileOf, logoOf, readLogo } from '../../src/model/community/setting.ts'
import { makePng, noise } from '../png.ts'

/** Returns a picture with a comment, as programs and cameras write it, before its end. */
function withComment(png: Buffer, comment: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${comment}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)])
}

test('a logo is stored without the comments in its file', () => {
  const file = withComment(makePng(8, 8, noise(1)), 'taken at home')
  assert.ok(file.includes('taken at home'))
  const stored = readLogo(logoOf(file))
  assert.ok(stored !== undefined)
  assert.ok(!logoFileOf(stored).includes('taken at home'))
})
