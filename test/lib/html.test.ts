import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlText } from '../../src/lib/html.ts'

test('the five letters that mean something in HTML are escaped, each time', () => {
  assert.equal(
    htmlText(`<a href="x" title='y'>&&</a>`),
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&amp;&lt;/a&gt;',
  )
})

test('what looks like an entity is text too', () => {
  assert.equal(htmlText('&lt;'), '&amp;lt;')
})

test('every other letter stays as it is', () => {
  const text = 'Norn — ein Dienst für 50 % aller Spieler; `x` = {y}/\\ \u{1f600}\n'
  assert.equal(htmlText(text), text)
  assert.equal(htmlText(''), '')
})
