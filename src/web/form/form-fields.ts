import { formFieldsWithoutNul } from '../../http/body/fields.ts'
import { composed } from '../../lib/text/composed.ts'

export class FormFields {
  readonly #fields: readonly [string, unknown][]
  readonly #values: ReadonlyMap<string, unknown>

  private constructor(fields: readonly [string, unknown][]) {
    this.#fields = fields
    this.#values = new Map(fields)
  }

  static readonly empty = new FormFields([])

  /** Reads a urlencoded or multipart body. Throws Refused `body_unreadable` for anything else. */
  static async read(body: Buffer, contentType: string | undefined): Promise<FormFields> {
    return new FormFields(body.length === 0 ? [] : await formFieldsWithoutNul(body, contentType))
  }

  /** Returns the text as it was typed, or an empty string if the field was not sent. */
  text(name: string): string {
    const value = this.#values.get(name)
    return typeof value === 'string' ? value : ''
  }

  /** Returns several texts without the white space around them, as most keyboards write them. */
  trimmed<Name extends string>(...names: Name[]): Record<Name, string> {
    const texts = names.map((name) => [name, composed(this.text(name).trim())])
    return Object.fromEntries(texts) as Record<Name, string>
  }

  /** Returns a whole number, or NaN for any other text. */
  number(name: string): number {
    const typed = this.text(name).trim()
    return /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN
  }

  /** Returns the words of a text, which are separated by white space or commas. */
  words(name: string): string[] {
    return this.text(name)
      .split(/[\s,]+/)
      .filter((word) => word !== '')
  }

  /** Returns true if the form has this field, even an empty one. */
  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** Returns the names of all fields. */
  names(): string[] {
    return [...this.#values.keys()]
  }

  /** Returns the names and texts of all fields but files. */
  texts(): [string, string][] {
    return [...this.#values].filter((field): field is [string, string] => typeof field[1] === 'string')
  }

  /** Returns all files of a field, with their names. */
  files(name: string): File[] {
    return this.#fields.flatMap(([field, value]) =>
      field === name && value instanceof File && value.size > 0 ? [value] : [],
    )
  }

  /** Returns undefined if no file was chosen. */
  file(name: string): Blob | undefined {
    const value = this.#values.get(name)
    return value instanceof Blob && value.size > 0 ? value : undefined
  }
}
