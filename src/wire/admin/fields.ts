// The schemas of fields that are described in src/model/fields.
import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Changes, Field, Fields, Written } from '../../model/fields/field.ts'
import { Instant, Nullable } from './api.ts'
import { End, readEnd } from './instant.ts'

type Properties<F extends Fields> = { [Name in keyof F]: TOptional<TUnsafe<Written<F>[Name]>> }

/** Returns the schemas of the fields in the body of a request that changes something. All are optional. */
export const givenFields = <F extends Fields>(fields: F): Properties<F> =>
  propertiesOf(fields, (field) => Type.Optional(givenOf(field)))

/** Returns the schemas of the fields in the body of a request that makes something. */
export const newFields = <F extends Fields>(fields: F): Properties<F> =>
  propertiesOf(fields, (field) => (field.isRequired ? givenOf(field) : Type.Optional(givenOf(field))))

/** Returns the schemas of the fields in an answer. Only quiet ones are optional, and not null if they are there. */
export const answeredFields = <F extends Fields>(fields: F): Properties<F> =>
  propertiesOf(fields, (field) => {
    const schema = field.type === 'end' ? Instant : schemaOf(field)
    if (field.isQuiet) return Type.Optional(schema)
    return field.isNullable ? Nullable(schema) : schema
  })

/**
 * Returns the fields of a body as use cases take them, which differ in ends only. Throws Refused `instant_malformed`.
 */
export const readFields = <F extends Fields>(fields: F, body: Partial<Written<F>>, now: number): Changes<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => {
      const value: unknown = body[name]
      return [name, type === 'end' ? readEnd(value as string | null | undefined, now, name) : value]
    }),
  ) as Changes<F>

const propertiesOf = <F extends Fields>(fields: F, propertyOf: (field: Field<unknown>) => TSchema) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, propertyOf(field)]),
  ) as unknown as Properties<F>

function givenOf(field: Field<unknown>): TSchema {
  const { type, min = 0, max = 0 } = field
  if (type === 'end') return End
  const schema = schemaOf(field, { minimum: min, maximum: max })
  return field.isNullable ? Nullable(schema) : schema
}

/** Numbers of answers have no bounds: something may be used up. */
function schemaOf(field: Field<unknown>, bounds = {}): TSchema {
  const { type, choices = [], meaning: description, format } = field
  const hints = format && { format }
  if (type === 'boolean') return Type.Boolean({ description })
  if (type === 'words') return Type.Array(Type.String({ ...hints }), { description })
  if (type === 'choice') return Type.Enum([...choices], { description })
  if (type === 'number') return Type.Integer({ ...bounds, description })
  return Type.String({ minLength: 1, ...hints, description })
}
