import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refused } from '../model/refusal.ts'

interface Typebox extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** A Fastify instance whose handlers know their parameters' types from the schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  Typebox
>

/** Checks without changing: a number is never read as a string, nothing is dropped or filled in. */
export const checkOnly: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const compiled = Compile(schema)
  return (value: unknown) =>
    compiled.Check(value) ? { value } : { error: new Refused('parameters_missing') }
}
