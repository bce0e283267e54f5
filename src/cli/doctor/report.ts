import type { Output } from '../line/output.ts'
import type { Finding, Findings } from './finding.ts'

/** In characters. */
const widths = { state: 7, check: 12 }

/** Prints each finding as soon as it is there, since some take seconds; with --json, all of them at the end. */
export class Report {
  readonly #output: Output
  readonly #rows: ({ check: string } & Finding)[] = []

  constructor(output: Output) {
    this.#output = output
  }

  add(check: string, findings: Findings): void {
    for (const finding of [findings].flat()) {
      this.#rows.push({ check, ...finding })
      if (!this.#output.json) this.#output.text(line(check, finding))
    }
  }

  end(): number {
    if (this.#output.json) this.#output.object(this.#rows)
    return this.#rows.filter(({ state }) => state === 'wrong').length
  }
}

const line = (check: string, { state, message, remedy }: Finding): string =>
  `${state.padEnd(widths.state)}  ${check.padEnd(widths.check)}  ${oneLine(message)}${remedy === null ? '' : `; ${oneLine(remedy)}`}`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
