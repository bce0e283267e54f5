// The schemas of fields that are described in src/model/fields.
import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Field, Fields, Values } from '../../model/fields/field.ts'
import { Nullable } from './api.ts'

type Properties<F extends Fields> = { [Name in keyof F]: TOptional<TUnsafe<Values<F>[Name]>> }

/** Returns the schemas of the fields in the body of a request. All are optional. */
export const givenFields = <F extends Fields>(fields: F): Properties<F> =>
  propertiesOf(fields, (field) =>
    Type.Optional(field.isNullable ? Nullable(schemaOf(field)) : schemaOf(field)),
  )

/** Returns the schemas of the fields in an answer. Only quiet ones are optional, and not null if they are there. */
export const answeredFields = <F extends Fields>(fields: F): Properties<F> =>
  propertiesOf(fields, (field) => {
    if (field.isQuiet) return Type.Optional(schemaOf(field))
    return field.isNullable ? Nullable(schemaOf(field)) : schemaOf(field)
  })

const propertiesOf = <F extends Fields>(fields: F, propertyOf: (field: Field<unknown>) => TSchema) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, propertyOf(field)]),
  ) as unknown as Properties<F>

function schemaOf({ type, choices = [], meaning: description }: Field<unknown>): TSchema {
  if (type === 'boolean') return Type.Boolean({ description })
  if (type === 'words') return Type.Array(Type.String(), { description })
  if (type === 'choice') return Type.Enum([...choices], { description })
  return Type.String({ minLength: 1, description })
}
