import type { Socket } from 'node:net'
import type { Context } from '../../domain/context.ts'
import type { WireError } from './wire-error.ts'

/** The answer to a broken request, and the reason in the log. */
interface Broken {
  status: number
  words: string
  reason: 'not_http' | 'head_too_large' | 'request_late'
}

const notHttp: Broken = { status: 400, words: 'Bad Request', reason: 'not_http' }

const known: Readonly<Record<string, Broken>> = {
  HPE_HEADER_OVERFLOW: { status: 431, words: 'Request Header Fields Too Large', reason: 'head_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: 'Request Timeout', reason: 'request_late' },
}

/** Answers and logs a request that is not HTTP, or that took too long, in the form of every other error. */
export const answerBrokenRequest =
  (log: Context['log'], { error: name, errorMessage }: WireError) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, words, reason } = known[error.code ?? ''] ?? notHttp
    log.info({ status, ip: socket.remoteAddress, reason }, 'request')
    const body = JSON.stringify({ error: name, errorMessage })
    socket.end(
      `HTTP/1.1 ${status} ${words}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    )
    // Destroying the socket at once could lose the answer; never destroying it would let the client keep it open.
    setTimeout(() => socket.destroy(), 1000).unref()
  }
