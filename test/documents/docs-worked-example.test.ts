// The worked example in docs/protocol/yggdrasil.md is correct.
import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const page = readFileSync(new URL('../../docs/protocol/yggdrasil.md', import.meta.url), 'utf8')

/** Returns the only code block of this kind. */
function block(kind: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)\\n\`\`\`$`, 'gms'))]
  assert.equal(blocks.length, 1, kind)
  return blocks[0]?.[1] ?? ''
}

test('the textures property on the page is decoded correctly there, and its signature verifies', () => {
  const value = block('value')
  assert.equal(Buffer.from(value, 'base64').toString(), block('payload'))
  const signature = Buffer.from(block('signature'), 'base64')
  const isGood = (text: string) => verify('sha1', Buffer.from(text), block('pem'), signature)
  assert.ok(isGood(value))
  assert.ok(!isGood(`${value.slice(0, -4)}AAAA`))
})
