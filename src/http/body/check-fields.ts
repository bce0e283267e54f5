import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { fieldFinder } from './wrong-field.ts'

/**
 * Validates parameters, names the field that is wrong and says what it takes. Bodies are validated as they are; in a query, where
 * everything is text, decimal whole numbers and flags are converted.
 */
export const checkFields: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = onFirstUse(() => Compile(httpPart === 'body' ? withoutHints(schema) : schema))
  const wrongField = onFirstUse(() => fieldFinder(schema))
  return (given: unknown) => {
    if (httpPart === 'body' && (given === undefined || given === null)) {
      return { error: new Refused('body_unreadable') }
    }
    const value = httpPart === 'querystring' ? readQuery(schema, Object(given)) : (given ?? {})
    if (compiled().Check(value)) return { value }
    if (httpPart === 'headers') return { error: new Refused('idempotency_key_malformed') }
    return { error: new Refused('malformed', wrongField()(value)) }
  }
}

/** Keywords that are only for generated clients: the use case checks these rules, and says which was broken. */
const hints: ReadonlySet<string> = new Set(['format', 'minLength'])

function withoutHints(schema: TSchema): TSchema {
  // A field may also be called `format`; its value is then a schema.
  const isHint = (name: string, value: unknown) => hints.has(name) && typeof value !== 'object'
  const text = JSON.stringify(schema, (name, value: unknown) => (isHint(name, value) ? undefined : value))
  return JSON.parse(text) as TSchema
}

function readQuery(schema: object, given: Record<string, unknown>): Record<string, unknown> {
  const properties = 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {}
  const entries = Object.entries(given).map(([name, text]) => {
    const type = Object.hasOwn(properties, name) ? (properties[name] as { type?: unknown }).type : undefined
    return [name, typeof text === 'string' ? readText(type, text) : text] as const
  })
  return Object.fromEntries(entries)
}

function readText(type: unknown, text: string): unknown {
  if (type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
