// Compiles each schema once, since routes share schemas and each GET route also answers HEAD.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refused } from '../../model/refusal.ts'
import { fieldFinder } from '../body/wrong-field.ts'

type Check = (value: unknown) => { value: unknown } | { error: Refused }

/** Validates without converting: a number is never read as a string, and nothing is dropped or filled in. */
export const checkOnly: FastifySchemaCompiler<TSchema> = ({ schema }) =>
  once(checks, schema, (): Check => {
    const compiled = Compile(schema)
    const wrongField = fieldFinder(schema)
    return (value) => {
      if (compiled.Check(value)) return { value }
      return { error: new Refused('parameters_missing', { field: wrongField(value) }) }
    }
  })

const newSerializer = SerializerSelector()()

/**
 * Serialises exactly the fields of the schema. Fastify also asks for a serialiser for answers that never have a body.
 */
export const serializer: FastifySerializerCompiler<TSchema> = (route) => {
  if ('type' in route.schema && route.schema.type === 'null') return JSON.stringify
  return once(serializers, route.schema, () =>
    newSerializer({ ...route, httpStatus: route.httpStatus ?? '' }),
  )
}

const checks = new WeakMap<TSchema, Check>()
const serializers = new WeakMap<TSchema, (value: unknown) => string>()

function once<Made>(known: WeakMap<TSchema, Made>, schema: TSchema, make: () => Made): Made {
  const before = known.get(schema)
  if (before) return before
  const made = make()
  known.set(schema, made)
  return made
}
