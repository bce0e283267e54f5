// Every email in every language has all its values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateIn, testTemplateIn } from '../../src/mail/template.ts'
import type { MailContent, Notice } from '../../src/model/records/mail.ts'
import { catalogue } from '../../src/texts/catalogue.ts'
import { languageNames, languages } from '../../src/texts/languages.ts'

const values = { server: 'Midgard', hours: 2, path: '/x', hasRecovery: true }
/** All that notices mention, so that each finds its own. */
const facts = {
  role: 'moderator',
  texture: 'cape',
  from: 'Thor',
  to: 'Odin',
  left: 3,
  name: 'Phone',
  neighbour: 'friends',
  provider: 'discord',
  reason: 'griefing',
  until: Date.UTC(2031, 4, 6),
  at: Date.UTC(2031, 4, 6),
  others: ['Loki', 'Sif'],
  owner: 'Frigg',
  device: 'HMCL/3.6',
  address: '192.0.2.7',
}
const mails: readonly MailContent[] = [
  { kind: 'register', username: 'Thor', token: 't' },
  { kind: 'registered', username: 'Thor' },
  { kind: 'recover', username: 'Thor', token: 't' },
  { kind: 'email', username: 'Thor', token: 't' },
  { kind: 'code', username: 'Thor', token: '012345' },
  ...Object.keys(catalogue('en').mail.notices).map(
    (about) =>
      ({ kind: 'notice', username: 'Thor', notice: { ...facts, about } as unknown as Notice }) as const,
  ),
]

for (const language of languages) {
  test(`every email has its values in ${languageNames[language]}`, () => {
    const written = [
      ...mails.map((mail) => templateIn(language, mail, values)),
      testTemplateIn(language, 'Midgard'),
    ]
    for (const { subject, parts } of written) {
      const words = [subject, ...parts.map((part) => (typeof part === 'string' ? part : part.label))]
      for (const sentence of words) assert.match(sentence, /^[^{}]+$/)
      assert.ok(subject.includes('Midgard'), subject)
    }
    const [renamed = ''] = templateIn(
      language,
      { kind: 'notice', username: 'Thor', notice: { about: 'renamed', from: 'Thor', to: 'Odin' } },
      values,
    ).parts
    assert.match(String(renamed), /Thor.*Odin/)
  })
}
