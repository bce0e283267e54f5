import type { IncomingHttpHeaders } from 'node:http'
import { Refused } from '../model/refusal.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1). Throws Refused `bearer_invalid`. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string {
  const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization) ?? []
  if (token === undefined) throw new Refused('bearer_invalid')
  return token
}
