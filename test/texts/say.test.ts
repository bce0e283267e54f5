import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { completed } from '../../src/texts/catalogue.ts'
import { filled } from '../../src/texts/filled.ts'
import { day, instant, say, short, withoutIsolates } from '../../src/texts/say.ts'

describe('a text', () => {
  test('contains its values unchanged', () => {
    assert.equal(
      say('en', '{name}, {name} and {other}', { name: '$& {other}', other: 'x' }),
      '$& {other}, $& {other} and x',
    )
    assert.equal(say('en', 'Left: {toString} {left}', {}), 'Left: {toString} {left}')
  })

  test('formats numbers and times for its language', () => {
    const at = Date.UTC(2031, 4, 6, 7, 8)
    const write = (language: 'en' | 'ru') =>
      say(language, '{count} | {day} | {at} | {short}', {
        count: 12345,
        day: day(at),
        at: instant(at),
        short: short(at),
      })
    assert.equal(write('en'), '12,345 | May 6, 2031 | May 6, 2031 at 7:08 AM UTC | May 6, 2031, 7:08 AM')
    assert.equal(
      write('ru').replaceAll('\u00a0', ' '),
      '12 345 | 6 мая 2031 г. | 6 мая 2031 г. в 07:08 UTC | 6 мая 2031 г., 07:08',
    )
  })

  test('keeps a right-to-left value in its place, except for terminals and programs', () => {
    const said = say('en', 'Remove: {name} ({other})', { name: 'שרת!', other: 'Größe' })
    assert.equal(said, 'Remove: \u2068שרת!\u2069 (Größe)')
    assert.equal(say('en', '{name}.', { name: 'خادم' }), '\u2068خادم\u2069.')
    assert.equal(withoutIsolates(said), 'Remove: שרת! (Größe)')
  })

  test('uses the form for the exact number, or else its plural form', () => {
    const keys = { '0': 'нет', one: '{count} ключ', few: '{count} ключа', many: '{count} ключей' }
    assert.deepEqual(
      [0, 1, 2, 5, 11, 21, 101, 112].map((count) => say('ru', keys, { count })),
      ['нет', '1 ключ', '2 ключа', '5 ключей', '11 ключей', '21 ключ', '101 ключ', '112 ключей'],
    )
    assert.equal(say('zh-CN', { other: '{count} 个' }, { count: 1 }), '1 个')
  })

  test('uses the form that its caller names', () => {
    const words = { forever: 'for ever', until: 'until {until}' }
    assert.equal(say('en', words, { form: 'forever' }), 'for ever')
    assert.equal(say('en', words, { form: 'until', until: 'noon' }), 'until noon')
    assert.equal(say('en', 'plain', { form: 'until' }), 'plain')
  })
})

test('texts with values are functions of them, and a value without a text is returned unchanged', () => {
  const texts = { plain: 'Sign in', group: { sent: 'Sent to {email}.', none: 'Nothing' } }
  const text = filled('en', texts, {
    group: { sent: (email: string) => ({ email }) },
    count: (count: number) => ({ count }),
  })
  assert.deepEqual([text.plain, text.group.none], ['Sign in', 'Nothing'])
  assert.equal(text.group.sent('a@b.test'), 'Sent to a@b.test.')
  assert.equal(text.count(1234), '1,234')
})

test('a text that a language lacks falls back to English', () => {
  const english = { heading: 'Sign in', group: { one: 'One', more: { deep: 'Deep' } } }
  assert.deepEqual(completed({ group: { one: 'Один' } }, english), {
    heading: 'Sign in',
    group: { one: 'Один', more: { deep: 'Deep' } },
  })
  assert.deepEqual(completed({ heading: 'Войти', group: 'нет' }, english), { heading: 'Войти', group: 'нет' })
})
