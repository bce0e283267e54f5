import type { FastifyRequest } from 'fastify'
import type { Bearer } from '../../domain/tokens/credentials.ts'
import { Refused } from '../../model/errors/refusal.ts'

/** Returns the token of `Authorization: Bearer …` (RFC 6750, section 2.1). Throws Refused `bearer_invalid`. */
export function bearerOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Bearer {
  const accessToken = bearerToken(headers)
  if (accessToken === undefined) throw new Refused('bearer_invalid')
  return { accessToken, address: ip }
}

/** Returns undefined if there is no bearer token. */
export const bearerToken = ({ authorization = '' }: FastifyRequest['headers']): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
