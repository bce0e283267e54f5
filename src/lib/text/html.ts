const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an HTML element or a quoted attribute. */
export const htmlText = (plain: string): string =>
  // Most texts have none of them, and finding that out is most of what a page costs.
  /[&<>"']/.test(plain) ? plain.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter) : plain

/** Markup: what the `html` tag puts into it has been escaped. To make one by hand is the only way past that. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What stands in a template: texts are escaped, lists joined; undefined, null and false are nothing. */
export type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[]

/** Markup with values in it, as the text of an element or within a quoted attribute. */
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
