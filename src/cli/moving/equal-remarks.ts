import { numberIn } from '../../lib/text/intl.ts'

/** So many equal remarks have a line each, and so many names stand in the one line for more of them. */
const fewNames = 3

const count = numberIn('en')

/** Collects remarks on players, and writes each that many players have once. */
export class EqualRemarks {
  readonly #byText = new Map<string, { names: string[]; total: number }>()

  add(name: string, text: string): void {
    const same = this.#byText.get(text) ?? { names: [], total: 0 }
    this.#byText.set(text, same)
    same.total++
    if (same.names.length < fewNames) same.names.push(name)
  }

  *lines(): Generator<string> {
    for (const [text, { names, total }] of this.#byText) {
      if (total > names.length) yield `each of ${count(total)} players (${names.join(', ')}, …) ${text}`
      else yield* names.map((name) => `${name}: ${text}`)
    }
  }
}
