import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Html, html, htmlText } from '../../../src/lib/text/html.ts'

test('the five special characters of HTML are escaped, at every occurrence', () => {
  assert.equal(
    htmlText(`<a href="x" title='y'>&&</a>`),
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&amp;&lt;/a&gt;',
  )
})

test('text that looks like an entity is escaped too', () => {
  assert.equal(htmlText('&lt;'), '&amp;lt;')
})

test('every other character stays as it is', () => {
  const text = 'Norn — ein Dienst für 50 % aller Spieler; `x` = {y}/\\ \u{1f600}\n'
  assert.equal(htmlText(text), text)
  assert.equal(htmlText(''), '')
})

test('a template escapes its values, wherever they come from', () => {
  const name = '<b>"Steve" & \'Alex\'</b>'
  assert.equal(
    html`<p title="${name}">${[name, html`<i>${1}</i>`]}${undefined}${null}${false}</p>`.text,
    '<p title="&lt;b&gt;&quot;Steve&quot; &amp; &#39;Alex&#39;&lt;/b&gt;">&lt;b&gt;&quot;Steve&quot; &amp; &#39;Alex&#39;&lt;/b&gt;<i>1</i></p>',
  )
  assert.equal(html`${new Html('<br>')}${0}${''}`.text, '<br>0')
  const disguised = JSON.parse('{"text":"<script>"}')
  assert.equal(html`${disguised.text}`.text, '&lt;script&gt;')
})
