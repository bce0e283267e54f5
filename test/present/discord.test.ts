// A message for Discord keeps the bounds that Discord checks, whatever its texts turn into.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '../../src/model/records/audit.ts'
import { discordMessage } from '../../src/present/discord.ts'

const entry = (details: Record<string, unknown>, name = 'Op'): AuditEntry => ({
  id: '1',
  at: '2026-11-26T12:00:00.000Z',
  event: 'account.suspended',
  account: null,
  actor: { kind: 'account', name },
  address: null,
  details,
})

const letters = ['*', '\\', '#_', 'a*', '😀', '@😀', ' ', '\u{1f468}\u200d\u{1f469}', '\ud800']

function lengthsOf({ embeds: [embed] }: ReturnType<typeof discordMessage>) {
  assert.ok(embed)
  const { title, fields, footer } = embed
  const texts = [title, footer.text, ...fields.flatMap(({ name, value }) => [name, value])]
  return { title, fields, texts, total: texts.reduce((sum, text) => sum + text.length, 0) }
}

test('no text of a message to Discord is longer than it accepts, or broken, once it is escaped', () => {
  for (const letter of letters) {
    for (const length of [1, 128, 255, 256, 257, 511, 512, 513, 990, 1000, 1024, 5000]) {
      const text = letter.repeat(Math.ceil(length / letter.length)).slice(0, length)
      const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`detail${at}`, text]))
      for (const details of [{ reason: text, until: null }, { list: [text, text] }, many]) {
        const { title, fields, texts, total } = lengthsOf(discordMessage(entry(details, text), text))
        assert.ok(title.length <= 256, `title: ${title.length}`)
        assert.ok(fields.length <= 25)
        assert.ok(total <= 6000, `total: ${total}`)
        for (const { value } of fields) assert.ok(value.length <= 1024, `value: ${value.length}`)
        for (const each of texts) {
          assert.notEqual(each.trim(), '')
          assert.ok(each.isWellFormed())
          // A backslash that was cut off from its letter would escape what follows. Alone, "-" is a blank text.
          if (each === '-') continue
          assert.doesNotMatch(each.replaceAll(/\\[\\*_~`|>#[\]()<@-]/g, ''), /\\|[*_~`|>#[\]()<@-]/)
        }
      }
    }
  }
})

test('a text that fits is complete, and one that was cut says so', () => {
  const whole = discordMessage(entry({ reason: '*'.repeat(512) }), 'Steve').embeds[0]
  assert.equal(whole?.fields[1]?.value, '\\*'.repeat(512))
  const cut = discordMessage(entry({ reason: '*'.repeat(513) }), 'Steve').embeds[0]
  assert.equal(cut?.fields[1]?.value, `${'\\*'.repeat(511)}…`)
})
