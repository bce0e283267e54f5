import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { allowedBy } from './allowed.ts'

/** The most list items to check one by one; in a longer list, the list itself is named. */
const itemsLookedAt = 100

interface ObjectSchema {
  properties: Record<string, TSchema>
  required?: readonly string[]
  additionalProperties?: unknown
}

const isObjectSchema = (schema: object): schema is ObjectSchema => 'properties' in schema

/** A field that does not match its schema. */
export interface WrongField {
  /** Its name, with the index of an item. Undefined for the object as a whole. */
  field?: string
  /** The values that it takes, in words. Undefined for an unknown field, and where the schema does not say it. */
  allowed?: string | undefined
}

/**
 * Returns a function that finds the first field that does not match its schema. Its work is bounded, however many fields and items are sent: the library's own list of errors visits
 * all of them.
 */
export function fieldFinder(schema: TSchema): (value: unknown) => WrongField {
  const isRight = new Map<TSchema, (value: unknown) => boolean>()
  const matches = (part: TSchema, value: unknown): boolean => {
    // Schemas are compiled on first use, since most routes never get invalid requests.
    let check = isRight.get(part)
    if (!check) {
      const compiled = Compile(part)
      check = (given) => compiled.Check(given)
      isRight.set(part, check)
    }
    return check(value)
  }
  return (value) => {
    if (!isObjectSchema(schema) || typeof value !== 'object' || value === null || Array.isArray(value)) {
      return {}
    }
    const { properties, required = [], additionalProperties } = schema
    const given = new Map(Object.entries(value))
    const missing = required.find((name) => !given.has(name))
    if (missing !== undefined) return wrong(missing, properties[missing])
    for (const [name, member] of given) {
      const part = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (part === undefined && additionalProperties === false) return { field: name }
      if (part === undefined || matches(part, member)) continue
      if (!Array.isArray(member) || !('items' in part) || member.length > itemsLookedAt) {
        return wrong(name, part)
      }
      const items = part.items as TSchema
      const index = member.findIndex((item) => !matches(items, item))
      return index < 0 ? wrong(name, part) : wrong(`${name}.${index}`, items)
    }
    return {}
  }
}

const wrong = (field: string, schema: TSchema | undefined): WrongField => ({
  field,
  allowed: schema && allowedBy(schema),
})
