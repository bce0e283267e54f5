import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** In characters. A longer text takes 0.2 ms of the event loop if one turn makes, hashes and sends it. */
const longText = 12_000

/** Returns the JSON text of an answer that may be long, in another turn of the event loop if it is. */
export async function textOf(answer: object): Promise<string> {
  const text = JSON.stringify(answer)
  if (text.length > longText) await nextTurn()
  return text
}

/** Lets this text be sent in place of the answer that it was made of. */
export const sendAs = (reply: FastifyReply, text: string) =>
  reply.type('application/json').serializer(() => text)
