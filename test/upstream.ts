// A small real skin system of somebody else's, which can misbehave as a test wants.
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const upstreamKey = publicKey

export const upstreamTextures = {
  SKIN: { url: 'http://textures.example.test/skin', metadata: { model: 'slim' } },
  CAPE: { url: 'http://textures.example.test/cape' },
}

/** Returns a signed textures property, as a working skin system makes it. */
export function upstreamProperty(profileId: string, profileName: string) {
  const payload = {
    timestamp: 1,
    profileId,
    profileName,
    signatureRequired: true,
    textures: upstreamTextures,
  }
  const value = Buffer.from(JSON.stringify(payload)).toString('base64')
  return {
    name: 'textures',
    value,
    signature: sign('RSA-SHA1', Buffer.from(value), privateKey).toString('base64'),
  }
}

/** Answers `/profile/{name}` and the key as it should. */
export const wellBehaved: RequestListener = ({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://upstream')
  if (pathname.endsWith('/signature-verification-key.der')) {
    response.end(publicKey.export({ type: 'spki', format: 'der' }))
    return
  }
  const name = decodeURIComponent(pathname.split('/').at(-1) ?? '').toUpperCase()
  const id = searchParams.get('onUnknownProfileRespondWithUuid') ?? ''
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'f'.repeat(32),
      name,
      properties: [{ name: 'other', value: 'x' }, upstreamProperty(id, name)],
    }),
  )
}

export interface Upstream {
  url: string
  /** The requested URLs. */
  asked: string[]
  behave(listener: RequestListener): void
  close(): Promise<void>
}

export async function startUpstream(first: RequestListener = wellBehaved): Promise<Upstream> {
  let listener = first
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/system`,
    asked,
    behave: (next) => {
      listener = next
    },
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
}
