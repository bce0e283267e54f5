import type { Socket } from 'node:net'
import type { WireError } from './wire-error.ts'

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is not an HTTP request, or not one in time, in the form of every other error. */
export const answerBrokenRequest =
  ({ error: name, errorMessage }: WireError) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? '400 Bad Request'
    const body = JSON.stringify({ error: name, errorMessage })
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    )
    // Destroyed at once, it might take the answer with it; never, a client that keeps its end open holds it.
    setTimeout(() => socket.destroy(), 1000).unref()
  }
