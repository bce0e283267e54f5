import { parse } from 'fast-querystring'

/** The most parameters read from a query; later ones are ignored. */
export const maxQueryParameters = 256

/** Parses a query as Fastify does by default, but never more than any client sends. */
export const readQuery = (query: string): Record<string, unknown> => parse(boundedQuery(query))

/** Returns the part of a query that is read. */
export function boundedQuery(query: string): string {
  let parameters = 1
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) {
    if (++parameters > maxQueryParameters) return query.slice(0, at)
  }
  return query
}
