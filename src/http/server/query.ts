import { parse } from 'fast-querystring'

/** Of a query; those behind are not read. */
const maxQueryParameters = 256

/** Reads a query as Fastify does by itself, only never more of it than any client sends. */
export const readQuery = (query: string): Record<string, unknown> => parse(boundedQuery(query))

/** As much of a query as is read. */
export function boundedQuery(query: string): string {
  let parameters = 1
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) {
    if (++parameters > maxQueryParameters) return query.slice(0, at)
  }
  return query
}
