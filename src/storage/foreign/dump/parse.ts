import { ForeignDatabaseRefused } from '../database.ts'
import { type Token, tokensOf, type Writing } from './tokens.ts'

export interface Column {
  name: string
  /** The first word of its type, in lower case. */
  type: string
}

export type Value = string | number | Uint8Array | null

const isSign = (token: Token | undefined, sign: string): boolean =>
  token?.kind === 'sign' && token.text === sign

/** The table and the columns of `create table`; undefined for any other statement. */
export function readCreate(
  statement: string,
  writing: Writing,
): { table: string; columns: Column[] } | undefined {
  if (!/^create\s+(unlogged\s+)?table\s/i.test(statement)) return undefined
  const tokens = [...tokensOf(statement, writing)]
  const open = tokens.findIndex((token) => isSign(token, '('))
  const table = nameAt(tokens[open - 1])
  const columns: Column[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (isSign(token, '(')) depth++
    const isStart = depth === 1 && (index === open || isSign(token, ','))
    if (isSign(token, ')')) depth--
    const [name, type] = [tokens[index + 1], tokens[index + 2]]
    if (isStart && name && !isConstraint(name)) {
      columns.push({ name: nameAt(name), type: type?.kind === 'word' ? type.text.toLowerCase() : '' })
    }
  }
  return open < 1 || columns.length === 0 ? undefined : { table, columns }
}

const constraints = /^(primary|unique|key|index|constraint|foreign|fulltext|spatial|check|exclude|period)$/i
const isConstraint = ({ kind, text }: Token): boolean => kind === 'word' && constraints.test(text)

/** Without the schema: dumps are of one. */
const nameAt = (token: Token | undefined): string =>
  token?.kind === 'word' ? token.text.slice(token.text.lastIndexOf('.') + 1) : (token?.text ?? '')

/** Whose rows they are; `columns` is undefined where they are all there, in their order. */
export interface Rows {
  table: string
  columns: string[] | undefined
  rows: Iterable<Value[]>
}

/** The rows of `insert into`; undefined for any other statement. Throws ForeignDatabaseRefused. */
export function readInsert(statement: string, writing: Writing): Rows | undefined {
  if (!/^(insert|replace)\s/i.test(statement)) return undefined
  const tokens = tokensOf(statement, writing)
  const { table, columns } = readTarget(tokens, /^values$/i)
  return { table, columns, rows: readRows(tokens, table) }
}

/** The table of `copy … from stdin`, whose rows follow. */
export function readCopy(statement: string, writing: Writing): Omit<Rows, 'rows'> | undefined {
  return /^copy\s/i.test(statement) ? readTarget(tokensOf(statement, writing), /^from$/i) : undefined
}

/** What stands before `end`: the last name, and names in brackets. */
function readTarget(tokens: Generator<Token>, end: RegExp): Omit<Rows, 'rows'> {
  let table = ''
  let columns: string[] | undefined
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const token = next.value
    if (token.kind === 'word' && end.test(token.text)) break
    if (isSign(token, '(')) columns = []
    else if (token.kind === 'sign') continue
    else if (columns) columns.push(nameAt(token))
    else table = nameAt(token)
  }
  return { table, columns }
}

function* readRows(tokens: Generator<Token>, table: string): Generator<Value[]> {
  let row: Value[] | undefined
  for (const token of tokens) {
    if (isSign(token, '(') && !row) row = []
    else if (!row) {
      if (isSign(token, ',')) continue
      // on conflict, on duplicate key: what is there before.
      return
    } else if (isSign(token, ')')) {
      yield row
      row = undefined
    } else if (!isSign(token, ',')) row.push(valueOf(token, table))
  }
}

const words: Readonly<Record<string, Value>> = { null: null, true: 1, false: 0 }

function valueOf(token: Token, table: string): Value {
  const { kind, text } = token
  if (kind === 'text') {
    if (token.prefix === 'x') return Buffer.from(text, 'hex')
    return token.prefix === 'b' ? Number.parseInt(text, 2) : text
  }
  if (kind === 'word') {
    const value = words[text.toLowerCase()]
    if (value !== undefined) return value
    if (/^0x([\da-f]{2})*$/i.test(text)) return Buffer.from(text.slice(2), 'hex')
    // As a text where it is longer than a number can be: the column's type decides.
    if (/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(text))
      return Number.isSafeInteger(Number(text)) ? Number(text) : text
  }
  throw new ForeignDatabaseRefused(
    `a value of the table ${table} is computed (${text}); load the dump into an empty database and give that`,
  )
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** PostgreSQL's documentation of COPY, "Text Format". */
export function readCopiedRow(line: string): Value[] {
  return line
    .split('\t')
    .map((field) =>
      field === '\\N' ? null : field.replaceAll(/\\([^])/g, (_, letter: string) => escapes[letter] ?? letter),
    )
}
