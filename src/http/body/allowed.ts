import type { TSchema } from 'typebox'

/** The keywords of a schema that say in a few words what is allowed. */
interface Bounded {
  type?: unknown
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Bounded[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Returns what a field takes, for people who sent something else: its range, its length or its choices. */
export function allowedBy(schema: TSchema): string | undefined {
  const part: Bounded = schema
  if (part.enum) return choice(part.enum)
  if (part.anyOf) return eitherOf(part.anyOf)
  const { maxItems, maxLength, maximum, minLength = 0, minimum, type } = part
  if (type === 'integer') return `a whole number${range(minimum, maximum)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return maxItems === undefined ? 'a list' : `a list of at most ${maxItems}`
  if (type !== 'string') return undefined
  if (maxLength === undefined) return 'a text'
  return minLength > 0
    ? `a text of ${minLength} to ${maxLength} characters`
    : `a text of at most ${maxLength} characters`
}

const choice = (values: readonly unknown[]): string => `one of ${values.map(String).join(', ')}`

function eitherOf(parts: readonly Bounded[]): string | undefined {
  if (parts.every((each) => each.const !== undefined)) return choice(parts.map((each) => each.const))
  const words = parts.map((each) => (each.type === 'null' ? 'null' : allowedBy(each as TSchema)))
  return words.every((each) => each !== undefined) ? words.join(', or ') : undefined
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (maximum === undefined) return minimum === undefined ? '' : ` of at least ${minimum}`
  return minimum === undefined ? ` of at most ${maximum}` : ` from ${minimum} to ${maximum}`
}
