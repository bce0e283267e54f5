import { Type } from 'typebox'

/** The schema of an answer that is one of these texts, byte for byte. */
const line = (description: string, ...texts: string[]) => ({
  description,
  content: { 'text/plain': { schema: Type.Enum(texts) } },
})

export const Joined = line('Joined.', 'OK')
export const HasJoined = line('Whether the player has joined.', 'YES', 'NO')
