export interface SmallAnswer {
  status: number
  body: Buffer
}

/** An answer that is larger than was asked for. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/**
 * Asks another server with GET: the one place where requests leave this process. Redirects are not
 * followed, `signal` bounds the time until the last byte, and no more than `largest` bytes are held.
 */
export async function getSmall(url: string, largest: number, signal: AbortSignal): Promise<SmallAnswer> {
  // oxlint-disable-next-line no-restricted-globals -- this is the one place
  const response = await fetch(url, {
    redirect: 'manual',
    signal,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'norn' },
  })
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop early ends the connection.
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > largest) throw new AnswerTooLarge(`more than ${largest} bytes from ${new URL(url).origin}`)
    parts.push(part)
  }
  return { status: response.status, body: Buffer.concat(parts) }
}
