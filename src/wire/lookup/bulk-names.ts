import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { formFields, parseJson } from '../../http/body/fields.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { mostNames } from './requests.ts'

/**
 * Reads the names of a bulk lookup (K3): JSON whatever the Content-Type says, the values of form fields in order,
 * or JSON in the only field. Returns undefined for an empty body.
 */
export function readNames(body: Buffer, contentType: string | undefined): unknown {
  const json = parseJson(body)
  return json === undefined ? namesInForm(body, contentType) : json
}

async function namesInForm(body: Buffer, contentType: string | undefined): Promise<unknown> {
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

/** Validates names and says what is wrong. They are counted before they are checked one by one (K5). */
export const checkNames: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const compiled = Compile(schema)
  return (names: unknown) => compiled.Check(names) || { error: new Refused(namesRefusal(names)) }
}

function namesRefusal(names: unknown): Refusal {
  if (!Array.isArray(names)) return 'names_unreadable'
  return names.length > mostNames ? 'names_too_many' : 'name_missing'
}
