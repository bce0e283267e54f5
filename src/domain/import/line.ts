import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Passwords } from '../../lib/password/passwords.ts'
import { isTotpSecret } from '../../lib/totp.ts'
import { nilUuid, parseUuid } from '../../lib/uuid.ts'
import { isEmail, isLanguage, isNewUsername, isPassword } from '../../model/account.ts'

/** Why a line of an import is refused; src/cli/import-refusals.ts has the sentences. */
export type LineRefusal =
  | 'line_too_long'
  | 'line_no_json'
  | 'line_incomplete'
  | 'line_text_unstorable'
  | 'id_malformed'
  | 'username_malformed'
  | 'email_malformed'
  | 'language_malformed'
  | 'password_missing'
  | 'password_malformed'
  | 'password_hash_unknown'
  | 'password_hash_costly'
  | 'totp_secret_malformed'
  | 'instant_malformed'
  | 'username_history_malformed'
  | 'id_taken'
  | 'username_taken'
  | 'email_taken'

export class LineRefused extends Error {
  override name = 'LineRefused'
  readonly reason: LineRefusal

  constructor(reason: LineRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Null counts as left out: exports of other servers write their empty columns that way. */
const optional = <const Kind extends TSchema>(kind: Kind) => Type.Optional(Type.Union([kind, Type.Null()]))

/** ISO 8601, or epoch milliseconds. */
const instant = optional(Type.Union([Type.String(), Type.Integer()]))
const formerName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }), changedToAt: instant })

const importLine = Type.Object({
  id: optional(Type.String()),
  username: Type.String(),
  email: Type.String(),
  passwordHash: optional(Type.String()),
  password: optional(Type.String()),
  language: optional(Type.String()),
  totpSecret: optional(Type.String()),
  createdAt: instant,
  usernameHistory: optional(Type.Array(formerName)),
})
const compiled = Compile(importLine)

/** An account of another server. */
export interface ImportedAccount {
  /** Undefined where a random one is to be made. */
  id: string | undefined
  username: string
  email: string
  /** Either this or `password` is defined, never both. */
  passwordHash: string | undefined
  password: string | undefined
  language: string
  totpSecret: string | null
  createdAt: number
  /** Every name with the instant of its change, the oldest first; the last is the username. */
  names: { username: string; changedAt: number }[]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads one line of JSON. Throws LineRefused. `now` is what `createdAt` is where the line has none. */
export function readImportLine(bytes: Buffer, passwords: Passwords, now: number): ImportedAccount {
  const line = parse(bytes)
  const { username, email, passwordHash, password, language, totpSecret } = line
  const id = line.id == null ? undefined : parseUuid(line.id)
  if (line.id != null && (id === undefined || id === nilUuid)) throw new LineRefused('id_malformed')
  if (!isNewUsername(username)) throw new LineRefused('username_malformed')
  if (!isEmail(email)) throw new LineRefused('email_malformed')
  if (language != null && !isLanguage(language)) throw new LineRefused('language_malformed')
  if ((passwordHash == null) === (password == null)) throw new LineRefused('password_missing')
  const problem = passwordHash == null ? undefined : passwords.importProblem(passwordHash)
  if (problem !== undefined) throw new LineRefused(`password_hash_${problem}`)
  if (password != null && !isPassword(password)) throw new LineRefused('password_malformed')
  if (totpSecret != null && !isTotpSecret(totpSecret)) throw new LineRefused('totp_secret_malformed')
  const createdAt = readInstant(line.createdAt) ?? now
  return {
    id,
    username,
    email,
    passwordHash: passwordHash ?? undefined,
    password: password ?? undefined,
    language: language ?? 'en',
    totpSecret: totpSecret ?? null,
    createdAt,
    names: namesOf(line, createdAt),
  }
}

function parse(bytes: Buffer): Static<typeof importLine> {
  let line: unknown
  try {
    line = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new LineRefused('line_no_json')
  }
  if (!compiled.Check(line)) throw new LineRefused('line_incomplete')
  if (!isStorable(line)) throw new LineRefused('line_text_unstorable')
  return line
}

/** A text column of PostgreSQL holds neither NUL nor half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

const isoPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

function readInstant(given: string | number | null | undefined): number | undefined {
  if (given == null) return undefined
  const instant = typeof given === 'number' ? given : isoPattern.test(given) ? Date.parse(given) : Number.NaN
  // What a Date can hold (ECMA-262, 21.4.1.1).
  if (!(Math.abs(instant) <= 8.64e15)) throw new LineRefused('instant_malformed')
  return instant
}

/** Other servers may have allowed any name: one that can be printed. */
const isFormerUsername = (name: string): boolean => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u.test(name)

/** A name without an instant (the first one never has one) was taken right after the one before it. */
function namesOf({ username, usernameHistory }: Static<typeof importLine>, createdAt: number) {
  const names: ImportedAccount['names'] = []
  const take = (name: string, given: number | undefined) =>
    names.push({ username: name, changedAt: given ?? (names.at(-1)?.changedAt ?? createdAt - 1) + 1 })
  for (const { name, changedToAt } of usernameHistory ?? []) {
    if (!isFormerUsername(name)) throw new LineRefused('username_history_malformed')
    take(name, readInstant(changedToAt))
  }
  if (names.at(-1)?.username !== username) take(username, undefined)
  return names
}
