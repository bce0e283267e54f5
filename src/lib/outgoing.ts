export interface BoundedResponse {
  status: number
  body: Buffer
}

/** The body is larger than was allowed. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/**
 * GET from another server: the one place where requests leave this process. Redirects are not followed,
 * `signal` bounds the time until the last byte, and no more than `maxBytes` of the body are held.
 * Throws ResponseTooLarge, and what fetch throws.
 */
export async function getBounded(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<BoundedResponse> {
  // oxlint-disable-next-line no-restricted-globals -- this is the one place
  const response = await fetch(url, {
    redirect: 'manual',
    signal,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'norn' },
  })
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early ends the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes)
      throw new ResponseTooLarge(`more than ${maxBytes} bytes from ${new URL(url).origin}`)
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks) }
}
