import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refused } from '../model/refusal.ts'
import { wrongField } from './wrong-field.ts'

/**
 * Checks what is sent and names the field that is wrong. Bodies are checked without changing them, and one that
 * is not there is an object without fields; in a query, where
 * all is text, numbers and flags are read.
 */
export const checkFields: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = Compile(schema)
  return (given: unknown) => {
    const value = httpPart === 'querystring' ? compiled.Convert({ ...Object(given) }) : (given ?? {})
    if (compiled.Check(value)) return { value }
    if (httpPart === 'headers') return { error: new Refused('idempotency_key_malformed') }
    return { error: new Refused('fields_malformed', { field: wrongField(compiled.Errors(value)) }) }
  }
}
