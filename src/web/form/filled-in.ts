import { Html, htmlText } from '../../lib/text/html.ts'

type Typed = ReadonlyMap<string, string>

/**
 * Returns the fields of a form, as forms.ts renders them, with what was typed into them. Passwords, files, and fields that
 * nobody can change stay as they are.
 */
export const filledIn = ({ text }: Html, typed: Typed): Html =>
  new Html(
    text
      .replaceAll(/<input [^>]*>/g, (input) => filledInput(input, typed))
      .replaceAll(/(<textarea [^>]*>\n)[^<]*/g, (area, start: string) => {
        const value = typedInto(area, typed)
        return value === undefined ? area : start + htmlText(value)
      })
      .replaceAll(/<select [^>]*>[^]*?<\/select>/g, (list) => {
        const value = typedInto(list, typed)
        return value === undefined ? list : chosen(list, value)
      }),
  )

/** Returns an attribute of the element that the markup begins with, as it is written there. */
const attribute = (markup: string, name: string): string | undefined =>
  new RegExp(`^[^>]* ${name}="([^"]*)"`).exec(markup)?.[1]

/** Returns what was typed into the element; undefined if the form had no such field. Names need no escaping. */
const typedInto = (markup: string, typed: Typed): string | undefined =>
  typed.get(attribute(markup, 'name') ?? '')

function filledInput(input: string, typed: Typed): string {
  const type = attribute(input, 'type')
  const value = typedInto(input, typed)
  if (type === 'radio' || type === 'checkbox') {
    const isChecked = value !== undefined && htmlText(value) === attribute(input, 'value')
    return input.replace(/ checked>$/, '>').replace(/>$/, isChecked ? ' checked>' : '>')
  }
  const isTyped = type === 'text' || type === 'email' || type === 'search'
  if (!isTyped || value === undefined || input.includes(' readonly')) return input
  return input
    .replace(/ value="[^"]*"/, '')
    .replace(/ type="\w+"/, (found) => `${found} value="${htmlText(value)}"`)
}

const chosen = (list: string, value: string): string =>
  list
    .replaceAll(' selected>', '>')
    .replaceAll(/<option ([^>]*)>/g, (option) =>
      attribute(option, 'value') === htmlText(value) ? option.replace(/>$/, ' selected>') : option,
    )
