// A server that repeats whatever it is sent, in every encoding, with commands for the program that shows it.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** Commands for terminals, pages and services that run tests, and text that changes the writing direction. */
export const commands =
  '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\u0000<script>alert(1)</script>"\'><img src=x onerror=alert(2)>]]>&\n::error::owned\r##[error]owned\n'

function parsed(sent: string): Record<string, unknown> {
  try {
    return JSON.parse(sent)
  } catch {
    return {}
  }
}

/** Writes JSON like PHP. */
const inAscii = (secret: string): string =>
  JSON.stringify(secret).replace(/[^\0-\x7f]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`)

/** Returns what was sent to it, unchanged and in other encodings. */
const repeated = (sent: string): string => {
  const { password, accessToken }: Record<string, unknown> = parsed(sent)
  return [password, accessToken]
    .flatMap((secret) => (typeof secret === 'string' ? writings(secret) : []))
    .join(' ')
}

const writings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).toLowerCase(),
  new URLSearchParams({ secret }).toString(),
  Buffer.from(secret).toString('base64'),
  secret.toUpperCase(),
  inAscii(secret),
  JSON.stringify({ password: secret, nested: JSON.stringify({ password: secret }) }),
  secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
]

/** Starts it; it answers yes to every sign-in, and no to everything else. */
export async function startEcho(t: TestContext): Promise<string> {
  const token = `echo-${'t'.repeat(300)}-end`
  let issued = ''
  const meta = (origin: string) => ({
    implementationName: commands,
    implementationVersion: `pass "wörd"/& of mine ${commands}`,
    links: { homepage: commands, register: commands },
    'feature.openid_configuration_url': `${origin}/openid`,
    [commands]: commands,
  })
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks).toString('utf8')
      const origin = `http://${request.headers.host}`
      response.setHeader('content-type', 'application/json')
      response.setHeader('x-echo', encodeURIComponent(String(parsed(sent)['password'])))
      response.setHeader('location', `${origin}/x?access_token=${token}&password=word-in-an-address#${token}`)
      response.setHeader('set-cookie', `session=${token}`)
      const body = (json: object): void => void response.end(JSON.stringify(json))
      if (request.url === '/')
        return body({ meta: meta(origin), skinDomains: [commands], signaturePublickey: commands })
      if (request.url?.endsWith('authenticate') && sent.includes('w\u00f6rd')) {
        issued = token
        const profile = { id: 'a'.repeat(32), name: commands }
        return body({
          accessToken: token,
          clientToken: commands,
          selectedProfile: profile,
          availableProfiles: [profile],
        })
      }
      if (request.url?.endsWith('openid'))
        return body({
          issuer: commands,
          token_endpoint: `${origin}/${token}`,
          jwks_uri: `${origin}/?access_token=${token}`,
        })
      response.statusCode = 418
      // The texts are cut in the middle of a token and a password.
      const filler = 'x'.repeat(Number(request.headers['content-length'] ?? 0) % 190)
      return body({
        error: filler + repeated(sent),
        errorMessage: `${commands}${issued}${sent}`,
        token: issued,
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

export const password = 'pass "w\u00f6rd"/& of mine'
