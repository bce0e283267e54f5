import type { FastifyRequest } from 'fastify'
import { Refused } from '../model/refusal.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1). Throws Refused `bearer_invalid`. */
export function bearerToken({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) throw new Refused('bearer_invalid')
  return token
}
