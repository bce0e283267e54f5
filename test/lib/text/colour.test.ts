import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, inkOn, readableOn } from '../../../src/lib/text/colour.ts'

test('contrast is computed as in WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
})

test('a readable colour stays as it is, any other one is changed until it is readable', () => {
  assert.equal(readableOn('#ffffff', '#1f7a5c'), '#1f7a5c')
  for (const background of ['#ffffff', '#f4f6f8', '#1d2228', '#000000']) {
    for (const colour of ['#ffee00', '#808080', '#0000ff', '#000000', '#ffffff', '#ff5500']) {
      const readable = readableOn(background, colour)
      assert.match(readable, /^#[0-9a-f]{6}$/)
      assert.ok(contrast(readable, background) >= 4.5, `${colour} on ${background}`)
      assert.ok(contrast(inkOn(readable), readable) >= 4.5, `ink on ${readable}`)
    }
  }
})
