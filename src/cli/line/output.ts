import { once } from 'node:events'
import { resolve } from 'node:path'
import { printable, printableLines } from '../../lib/text/printable.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Prints the result of a command on stdout, as text or as one JSON value, and diagnostics on stderr. All of it may
 * reach a terminal: what could steer one is escaped.
 */
export class Output {
  readonly json: boolean
  readonly surroundings: Surroundings

  constructor(json: boolean, surroundings: Surroundings) {
    this.json = json
    this.surroundings = surroundings
  }

  /** The absolute path of a file that the command line names. */
  path(file: string): string {
    return resolve(this.surroundings.cwd(), file)
  }

  /** One object: as JSON, or as the sentences, each on a line of its own, or else its fields. */
  object(value: object, ...sentences: readonly string[]): void {
    const text = sentences.length > 0 ? sentences.map(printable).join('\n') : fields(value)
    this.#stdout.write(`${this.json ? jsonLine(value) : text}\n`)
  }

  /** Text without the line break at its end; as JSON a string. */
  text(text: string): void {
    this.#stdout.write(`${this.json ? jsonLine(text) : printableLines(text)}\n`)
  }

  /** What only a terminal shows; it has colours, so none of it was written by others. */
  picture(draw: () => string): void {
    if (!this.json && this.#stdout.isTTY) this.#stdout.write(`\n${draw()}\n`)
  }

  /**
   * A list of any length: as JSON an array of the rows, as text a table with the columns of `widths`,
   * each with its minimum width in characters. Rows are written as they arrive and never collected.
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

  /** Lines of JSON of any number, with --json too: newline-delimited JSON. */
  async lines(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) await this.#write(`${printable(line)}\n`)
  }

  /** One diagnostic line on stderr; never part of the result. */
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

/** JSON with escapes for what could steer a terminal: it means the same to whatever parses it. */
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
