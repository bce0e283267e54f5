import { Type } from 'typebox'
import type { LinkedBedrock } from '../../domain/bedrock/lookup.ts'
import { hyphenatedUuid } from '../../lib/crypto/uuid.ts'

/** The answer about a link. It has all members, or none if there is no link. */
export const LinkAnswer = Type.Object({
  bedrock_id: Type.Optional(
    Type.Integer({ description: 'The XUID: up to 2^63 - 1, more than JavaScript reads exactly.' }),
  ),
  java_id: Type.Optional(Type.String({ description: 'The UUID, with hyphens.' })),
  java_name: Type.Optional(Type.String()),
  last_name_update: Type.Optional(Type.Integer({ description: 'Epoch milliseconds.' })),
})

/** Writes the answer. The XUID is written as it is stored, because a number of JavaScript would be rounded. */
export function linkText(link: LinkedBedrock | undefined): string {
  if (!link) return '{}'
  const { xuid, id, username, namedAt } = link
  const java = JSON.stringify({ java_id: hyphenatedUuid(id), java_name: username, last_name_update: namedAt })
  return `{"bedrock_id":${xuid},${java.slice(1)}`
}
