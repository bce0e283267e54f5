import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { formFields, parseJson } from '../../http/body/fields.ts'
import { type Refusal, Refused } from '../../model/refusal.ts'
import { mostNames } from './requests.ts'

/**
 * What the body of a bulk lookup holds (K3): JSON whatever the Content-Type says, or the values of form
 * fields in their order, or the JSON in the only field. Undefined for nothing at all.
 */
export async function readNames(body: Buffer, contentType: string | undefined): Promise<unknown> {
  const json = parseJson(body)
  if (json !== undefined) return json
  const values = await fieldValues(body, contentType)
  const [first] = values
  // No username begins like that.
  const isJson = values.length === 1 && typeof first === 'string' && /^\s*\[/.test(first)
  if (isJson) return parseJson(Buffer.from(first))
  return values.length === 0 ? undefined : values
}

async function fieldValues(body: Buffer, contentType: string | undefined): Promise<unknown[]> {
  try {
    return Array.from(await formFields(body, contentType), ([, value]) => value)
  } catch (error) {
    throw new Refused('names_unreadable', { cause: error })
  }
}

/** Checks names against their schema and says what is wrong: they are counted before they are looked at (K5). */
export const checkNames: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const compiled = Compile(schema)
  return (names: unknown) =>
    compiled.Check(names) ? { value: names } : { error: new Refused(namesRefusal(names)) }
}

function namesRefusal(names: unknown): Refusal {
  if (!Array.isArray(names)) return 'names_unreadable'
  return names.length > mostNames ? 'names_too_many' : 'name_missing'
}
