import { once } from 'node:events'
import { resolve } from 'node:path'
import { printable, printableLines } from '../../lib/text/printable.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Prints the result of a command on stdout, as text or as one JSON value, and diagnostics on stderr. Everything may
 * reach a terminal, so control characters are escaped.
 */
export class Output {
  readonly json: boolean
  readonly surroundings: Surroundings

  constructor(json: boolean, surroundings: Surroundings) {
    this.json = json
    this.surroundings = surroundings
  }

  /** Returns the absolute path of a file that the command line names. */
  path(file: string): string {
    return resolve(this.surroundings.cwd(), file)
  }

  /** Prints one object: as JSON, or as sentences on lines of their own, or else as its fields. */
  object(value: object, ...sentences: readonly string[]): void {
    const text = sentences.length > 0 ? sentences.map(printable).join('\n') : fields(value)
    this.#stdout.write(`${this.json ? jsonLine(value) : text}\n`)
  }

  /** Prints a text without its final line break; with --json, a string. */
  text(text: string): void {
    this.#stdout.write(`${this.json ? jsonLine(text) : printableLines(text)}\n`)
  }

  /** Prints a picture, on a terminal only. It has colours, so none of it may come from others. */
  picture(draw: () => string): void {
    if (!this.json && this.#stdout.isTTY) this.#stdout.write(`\n${draw()}\n`)
  }

  /**
   * Prints a list of any length: with --json, an array of the rows; otherwise a table with the columns of `widths`,
   * the minimum width of each in characters. Rows are written as they arrive and never collected.
   */
  async list<Row extends object>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    widths: Readonly<Partial<Record<keyof Row & string, number>>>,
  ): Promise<void> {
    const columns = Object.entries<number | undefined>(widths)
    const line = (cells: readonly string[]) =>
      `${cells
        .map((cell, index) => cell.padEnd(columns[index]?.[1] ?? 0))
        .join('  ')
        .trimEnd()}\n`

    let count = 0
    for await (const row of rows) {
      if (this.json) await this.#write(`${count === 0 ? '[' : ','}\n${jsonLine(row)}`)
      else {
        if (count === 0) await this.#write(line(columns.map(([name]) => name)))
        await this.#write(line(columns.map(([name]) => cell(row[name as keyof Row]))))
      }
      count++
    }
    if (this.json) await this.#write(count === 0 ? '[]\n' : '\n]\n')
    else if (count === 0) this.note('none')
  }

  /** Prints newline-delimited JSON of any length, with or without --json. */
  async lines(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) await this.#write(`${printable(line)}\n`)
  }

  /** Prints one line of diagnostics on stderr, which is never part of the result. */
  note(line: string): void {
    this.surroundings.stderr.write(`${printable(line)}\n`)
  }

  get #stdout(): Surroundings['stdout'] {
    return this.surroundings.stdout
  }

  async #write(text: string): Promise<void> {
    if (!this.#stdout.write(text)) await once(this.#stdout, 'drain')
  }
}

/** Returns JSON with control characters escaped, which every parser reads as the same value. */
const jsonLine = (value: unknown): string => printable(JSON.stringify(value))

function fields(value: object): string {
  const entries = Object.entries(value)
  const width = Math.max(...entries.map(([name]) => name.length)) + 2
  return entries.map(([name, field]) => `${`${name}:`.padEnd(width)}${cell(field)}`).join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return printable(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ')
  return typeof value === 'object' ? Object.values(value).map(cell).join(' ') : JSON.stringify(value)
}
