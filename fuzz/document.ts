import { Compile } from 'typebox/schema'

interface Documented {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/** One operation of the OpenAPI document. */
export interface Operation {
  method: string
  template: string
  query: readonly string[]
  /** The names of the body's fields; undefined if it takes no body. */
  fields: readonly string[] | undefined
  /** The largest body it reads, in bytes. */
  limit: number
  takesFile: boolean
  /** True if a cookie identifies the sender. */
  isPage?: boolean
  /** Undefined for pages, and for OAuth, whose answers are in the RFCs. */
  responses: Documented['responses'] | undefined
}

const plainLimit = 64 * 1024
const uploadLimit = 1024 * 1024 + 16 * 1024

export function operationsOf(document: { paths: Record<string, Record<string, Documented>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]): Operation => {
      const content = Object.values(requestBody?.content ?? {})
      const fields = content.flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
      const takesFile = fields.includes('file')
      return {
        method: method.toUpperCase(),
        template,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        fields: requestBody && [...new Set(fields)],
        limit: takesFile ? uploadLimit : plainLimit,
        takesFile,
        responses,
      }
    }),
  )
}

type Check = (value: unknown) => boolean

/** A parameter that has something behind it, as in `{name}.json`, matches none: the router takes such a path for unknown. */
const lineBreak = '%0[AaDd]|%[Ee]2%80%[Aa][89]'

/** The answers that the document allows for a request. */
export class Expectations {
  readonly #operations: readonly { pattern: RegExp; operation: Operation }[]
  readonly #checks = new Map<object, Check>()

  constructor(operations: readonly Operation[]) {
    this.#operations = operations.map((operation) => {
      // A path without a game word is a different path, and native ones take precedence.
      const pattern = operation.template
        .replaceAll(/[.]/g, '\\.')
        .replaceAll('{game}', '(?!(?:legacy|profile)/)[a-z0-9-]{1,32}')
        .replaceAll(/\{[a-z]+\}(?=\\\.)/gi, `(?:(?!${lineBreak})[^/])+`)
        .replaceAll(/\{[a-z]+\}/gi, '[^/]+')
      return { pattern: new RegExp(`^${pattern}/?$`), operation }
    })
  }

  /** Returns the operations of a path, and those that have the method; HEAD counts as GET. */
  find(method: string, target: string): { known: Operation[]; fitting: Operation[] } {
    const path = target.replace(/[?#].*$/s, '')
    const known = this.#operations.filter(({ pattern }) => pattern.test(path)).map((each) => each.operation)
    const wanted = method === 'HEAD' ? 'GET' : method
    return { known, fitting: known.filter((operation) => operation.method === wanted) }
  }

  /** Returns true if one of the operations may answer like this. */
  allows(operations: readonly Operation[], status: number, type: string, body: Buffer): boolean {
    return operations.some(({ responses }) => {
      if (!responses) return true
      const response = responses[status]
      if (!response) return false
      const schema = response.content?.[type]?.schema
      if (!schema || type !== 'application/json')
        return response.content === undefined || schema !== undefined
      const check = this.#checks.get(schema) ?? this.#compile(schema)
      return check(JSON.parse(body.toString()))
    })
  }

  #compile(schema: object): Check {
    const compiled = Compile(schema)
    const check: Check = (value) => compiled.Check(value)
    this.#checks.set(schema, check)
    return check
  }
}
