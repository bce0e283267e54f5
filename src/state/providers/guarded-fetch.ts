import { askGuarded, type OutgoingQuestion } from '../../lib/net/outgoing.ts'
import { ExchangeFailed, nameOf } from './exchange-failed.ts'

/** For each answer: tokens, keys, and who somebody is. */
const maxBytes = 64 * 1024

export type GuardedQuestion = Omit<OutgoingQuestion, 'maxBytes'>

/** A `fetch` as the library calls it. */
export type LibraryFetch = (
  url: string,
  init: { headers: Record<string, string>; body?: URLSearchParams | undefined | null },
) => Promise<Response>

/** Returns a `fetch` that limits the address, the size and the time of a response, and follows no redirect. */
export const fetchGuarded =
  (question: () => GuardedQuestion): LibraryFetch =>
  async (url, { headers, body }) => {
    const asked = question()
    const reply = await askBounded(url, {
      ...asked,
      headers: { ...headers, ...asked.headers },
      body: body?.toString(),
    })
    const type = reply.headers['content-type']
    return new Response(reply.body.length > 0 ? new Uint8Array(reply.body) : null, {
      status: reply.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

/** Sends a request to a provider. Throws ExchangeFailed `unanswered`. */
export async function askBounded(
  url: string,
  question: GuardedQuestion,
): Promise<Awaited<ReturnType<typeof askGuarded>>> {
  try {
    return await askGuarded(url, { ...question, maxBytes })
  } catch (error) {
    throw new ExchangeFailed('unanswered', `no answer: ${nameOf(error)}`)
  }
}
