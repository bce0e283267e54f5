import { type Html, type HtmlValue, html } from '../../lib/text/html.ts'
import { rowsAtOnce } from '../../model/records/lists.ts'
import type { Text } from '../context/text.ts'

/** A community's own text is folded after so many letters or lines, so that a phone shows the rest of the page. */
const shownWidth = 200
const shownLines = 5

/** The length from which a list is folded, and the room around each of its texts, in letters. */
const maxListWidth = 320
const besideText = 4

/** Capitals and ideographs take about twice the width of other letters. */
const wide = /[\p{Lu}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns the letters of a text, each with its marks. */
const lettersOf = (text: string): readonly string[] => text.match(/\P{M}\p{M}*|\p{M}/gu) ?? []

/** Returns the width of a text in letters. */
const widthOf = (text: string): number =>
  lettersOf(text).reduce((sum: number, letter) => sum + (wide.test(letter) ? 2 : 1), 0)

/** Renders a text as it was typed, line by line; the rest of a long one is folded. */
export function foldedText({ layout }: Text, text: string): Html {
  const shown = beginningOf(text)
  const rest = text.slice(shown.length).trimStart()
  return html`<p class="lead typed" dir="auto">${shown}</p>
${rest !== '' && html`<details><summary>${layout.more}</summary><p class="typed" dir="auto">${rest}</p></details>`}`
}

/** Returns the lines of a text that a page shows at first, up to the end of a word if not all do. */
export function beginningOf(text: string): string {
  const lines = text.split('\n').slice(0, shownLines).join('\n')
  const letters = lettersOf(lines)
  let width = 0
  const end = letters.findIndex((letter) => {
    width += widthOf(letter)
    return width > shownWidth
  })
  if (end < 0) return lines
  const shown = letters.slice(0, end).join('')
  return shown.includes(' ') ? shown.slice(0, shown.lastIndexOf(' ')) : shown
}

/** Renders a card that is folded if its texts take much room. */
export function foldedCard(heading: string, texts: readonly string[], content: Html): Html {
  const isLong = texts.reduce((sum, text) => sum + widthOf(text) + besideText, 0) > maxListWidth
  return isLong
    ? html`<details class="card">
<summary><h2>${heading}</h2></summary>
${content}
</details>`
    : html`<section class="card">
<h2>${heading}</h2>
${content}
</section>`
}

/** Renders what is folded below a few others, if there is anything. */
export const folded = <Item>(
  items: readonly Item[],
  render: (items: readonly Item[]) => HtmlValue,
): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<details class="more">
<summary>+${String(items.length)}</summary>
${render(items)}
</details>`

/** Returns the part of a list from the item that `?{query}=` asks for, and the links to the parts before and after it. */
export function paged<Item>(
  { admin }: Text,
  items: readonly Item[],
  from: string,
  size: number = rowsAtOnce.page,
  query = 'from',
): { shown: readonly Item[]; pager: Html } {
  const { next, previous } = admin.accounts
  const asked = Number(from)
  const first = Number.isInteger(asked) && asked > 0 && asked < items.length ? asked : 0
  const end = first + size
  const link = (start: number, label: string) =>
    html`<a class="button quiet" href="?${query}=${start}">${label}</a>\n`
  const links = [
    first > 0 && link(Math.max(0, first - size), previous),
    end < items.length && link(end, next),
  ]
  return {
    shown: items.slice(first, end),
    pager: html`${links.some(Boolean) && html`<p class="actions">${links}</p>`}`,
  }
}
