// Compiles each schema once, for the first request that needs it: routes share schemas, make equal ones, and each GET
// route also answers HEAD. Compiling all of them would be a tenth of a start.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { fieldFinder } from '../body/wrong-field.ts'

/**
 * Keeps what was made of each schema; equal schemas share it. The schemas of routes are few, and none are added later.
 */
class Compiled<Made> {
  readonly #bySchema = new WeakMap<TSchema, Made>()
  readonly #byText = new Map<string, Made>()

  of(schema: TSchema, make: () => Made): Made {
    const known = this.#bySchema.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema)
    const made = this.#byText.get(text) ?? make()
    this.#bySchema.set(schema, made)
    this.#byText.set(text, made)
    return made
  }
}

type Check = (value: unknown) => true | { error: Refused }

/** Validates without converting: a number is never read as a string, and nothing is dropped or filled in. */
export const checkOnly: FastifySchemaCompiler<TSchema> = ({ schema }) =>
  checks.of(schema, (): Check => {
    const compiled = onFirstUse(() => Compile(schema))
    const wrongField = onFirstUse(() => fieldFinder(schema))
    return (value) => {
      if (compiled().Check(value)) return true
      return { error: new Refused('parameters_missing', { field: wrongField()(value).field }) }
    }
  })

const newSerializer = SerializerSelector()()

/**
 * Serialises exactly the fields of the schema. Fastify also asks for a serialiser for answers that never have a body.
 */
export const serializer: FastifySerializerCompiler<TSchema> = (route) => {
  if ('type' in route.schema && route.schema.type === 'null') return JSON.stringify
  return serializers.of(route.schema, () => {
    const compiled = onFirstUse(() => newSerializer({ ...route, httpStatus: route.httpStatus ?? '' }))
    return (value) => compiled()(value)
  })
}

const checks = new Compiled<Check>()
const serializers = new Compiled<(value: unknown) => string>()
