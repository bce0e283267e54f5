// A mail server, which outlives the service.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Arrivals, arrivals } from './arrivals.ts'

export interface Mailbox {
  url: string
  mails: Arrivals
  stop(): void
}

export async function startMailbox(): Promise<Mailbox> {
  const mails = arrivals()
  const server = new SMTPServer({
    authOptional: true,
    // The server's own certificate has expired.
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const message = Buffer.concat(chunks).toString()
        const id = /^message-id: *(.+)$/im.exec(message)?.[1] ?? message
        // The second part says the same in HTML.
        const text = message.replace(/content-type: text\/html.*/is, '').replaceAll('=\r\n', '')
        mails.take(id, text.replaceAll(/\s+/g, ' '))
        done()
      })
    },
  })
  // A killed client disconnects without a word.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close() }
}
