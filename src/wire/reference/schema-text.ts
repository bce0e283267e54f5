/** The parts of a JSON Schema that the page shows. */
export interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** Writes a schema as a person would: `{ id: string, name?: string }`. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum)
    return choice(
      schema.enum.map((value) => JSON.stringify(value)),
      indent,
    )
  if (schema.anyOf) return schema.anyOf.map((one) => schemaText(one, indent)).join(' | ')
  if (schema.type === 'array') return `[${schema.items ? schemaText(schema.items, indent) : 'any'}, …]`
  if (schema.properties) {
    const inner = `${indent}  `
    const lines = Object.entries(schema.properties).map(
      ([name, field]) =>
        `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${schemaText(field, inner)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object') {
    return `{ …: ${schemaText(schema.additionalProperties, indent)} }`
  }
  return [schema.type ?? 'any'].flat().join(' | ')
}

/** Joins alternatives, on one line if they fit. */
function choice(texts: string[], indent: string): string {
  const line = texts.join(' | ')
  return line.length <= 60 ? line : texts.join(`\n${indent}| `)
}
