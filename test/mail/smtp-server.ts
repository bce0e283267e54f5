// A real mail server on loopback that keeps what it receives.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Taken {
  from: string
  to: string[]
  message: string
  isSecure: boolean
  user: string | undefined
}

/** `refuse` returns the reason and the code with which a recipient is refused. */
export async function startMailServer(
  t: TestContext,
  options: SMTPServerOptions & { refuse?: (recipient: string) => [number, string] | undefined } = {},
): Promise<{ port: number; taken: Taken[] }> {
  const { refuse, ...rest } = options
  const taken: Taken[] = []
  const server = new SMTPServer({
    authOptional: true,
    onRcptTo: ({ address }, _session, done) => {
      const [responseCode, text] = refuse?.(address) ?? []
      done(text === undefined ? null : Object.assign(new Error(text), { responseCode }))
    },
    onAuth: ({ username, password }, _session, done) => {
      if (password === 'p@ss word') done(null, { user: username ?? '' })
      else done(new Error('no such password'))
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const message = Buffer.concat(chunks).toString()
        taken.push({
          from,
          to,
          message,
          isSecure: secure,
          user: user === undefined ? undefined : String(user),
        })
        done()
      })
    },
    ...rest,
  })
  // A client that disconnects reports that itself.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, taken }
}
