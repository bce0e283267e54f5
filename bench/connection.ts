import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from './rows.ts'

/** In bytes. A longer answer arrives in pieces. */
const bufferSize = 64 * 1024

/** A keep-alive connection with one request at a time and little overhead. */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #answered: (answer: Answer) => void = () => undefined
  /** The status line and the headers of the last answer. */
  head = ''

  private constructor(port: number) {
    const callback = (bytes: number, buffer: Uint8Array): boolean => {
      this.#received += (buffer as Buffer).toString('latin1', 0, bytes)
      this.#look()
      return true
    }
    // One buffer for the life of the connection replaces a stream of buffers.
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.alloc(bufferSize), callback },
    })
    this.#socket.on('close', () => this.#answered({ status: 0, body: 'the connection was closed' }))
    this.#socket.on('error', () => undefined)
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port)
    await once(connection.#socket, 'connect')
    return connection
  }

  /**
   * Sends a request and calls back with the answer, its body in Latin-1. Without an answer, the status is 0.
   */
  ask(request: string, answered: (answer: Answer) => void): void {
    this.#answered = answered
    this.#socket.write(request)
  }

  close(): void {
    this.#answered = () => undefined
    this.#socket.destroy()
  }

  #look(): void {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const body = this.#received.slice(end + 4)
    if (body.length < length) return
    this.head = head
    this.#received = ''
    this.#answered({ status: Number(head.slice(9, 12)), body })
  }
}
