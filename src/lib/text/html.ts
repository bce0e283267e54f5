const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an HTML element or a quoted attribute. */
export const htmlText = (plain: string): string =>
  // Most texts contain none of these characters, and this test is most of the cost of rendering a page.
  /[&<>"']/.test(plain) ? plain.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter) : plain

/** HTML whose inserted values have been escaped by the `html` tag. Only constructing one directly bypasses this. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template. Texts are escaped, lists are joined, and undefined, null and false render nothing. */
export type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[]

/** Builds markup from a template whose values stand in the text of an element or in a quoted attribute. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = literals[0] ?? ''
  for (let index = 0; index < values.length; index++)
    text += markup(values[index]) + (literals[index + 1] ?? '')
  return new Html(text)
}

function markup(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return htmlText(value)
  if (typeof value === 'number') return String(value)
  return value ? value.map(markup).join('') : ''
}
