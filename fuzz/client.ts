import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, AnswerReader, none } from './answers.ts'

/** In milliseconds: after this long without a byte, there is no answer. */
const timeoutMs = 5000

const isHead = (request: Buffer): boolean => request.toString('latin1', 0, 5) === 'HEAD '

/**
 * Sends requests at once on one connection, and returns an answer for each. If the service closes the connection,
 * as it may after any answer, the rest goes over a new one.
 */
export async function pipelined(port: number, requests: readonly Buffer[]): Promise<Answer[]> {
  const answers: Answer[] = []
  let failures = 0
  while (answers.length < requests.length) {
    const got = await onOneConnection(port, requests.slice(answers.length))
    answers.push(...got)
    failures = got.length > 0 ? 0 : failures + 1
    if (failures === 3) {
      answers.push(none)
      failures = 0
    }
  }
  return answers
}

/**
 * Sends requests at once on one connection, and returns the answers that arrived before the service closed it.
 */
export function onOneConnection(port: number, requests: readonly Buffer[]): Promise<Answer[]> {
  return new Promise((resolve) => {
    const answers: Answer[] = []
    const reader = new AnswerReader()
    const began = performance.now()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      reader.feed(chunk)
      for (;;) {
        const request = requests[answers.length]
        const answer = request && reader.next(isHead(request))
        if (!answer) break
        answers.push({ ...answer, ms: performance.now() - began })
      }
      if (answers.length === requests.length) socket.destroy()
    })
    socket.on('close', () => resolve(answers))
    socket.write(requests.length === 1 ? (requests[0] as Buffer) : Buffer.concat(requests))
  })
}

/** Sends bytes in pieces, ends its side, and returns every answer until the service ends its own. */
export async function raw(port: number, pieces: readonly Buffer[]): Promise<Answer[]> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const reader = new AnswerReader()
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => reader.feed(chunk))
  socket.setTimeout(timeoutMs, () => socket.destroy())
  const closed = once(socket, 'close').catch(() => undefined)
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await sleep(1)
    if (socket.destroyed) break
    socket.write(piece)
  }
  const ended = performance.now()
  socket.end()
  await closed
  const answers: Answer[] = []
  for (let answer = reader.next(false); answer; answer = reader.next(false)) {
    answers.push({ ...answer, ms: performance.now() - ended })
  }
  return answers
}
