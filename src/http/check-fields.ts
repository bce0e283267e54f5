import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refused } from '../model/refusal.ts'

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
    return { error: new Refused('fields_malformed', { field: fieldOf(compiled.Errors(value)) }) }
  }
}

/** The name of the first field that is wrong; undefined where the whole is no object. */
function fieldOf([first]: ReturnType<ReturnType<typeof Compile>['Errors']>): string | undefined {
  if (!first) return undefined
  const path = first.instancePath.split('/').filter(Boolean)
  const { params } = first
  if ('requiredProperties' in params) path.push(params.requiredProperties[0] ?? '')
  if ('additionalProperties' in params) path.push(params.additionalProperties[0] ?? '')
  return path.join('.') || undefined
}
