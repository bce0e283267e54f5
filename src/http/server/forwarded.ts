import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { ChangeContext } from '../../domain/context.ts'
import { canonicalAddress } from '../../lib/net/address.ts'
import type { Routes } from './typed-fastify.ts'

/** The most peers to warn about: anybody who reaches the service without a proxy can send the header, too. */
const maxWarnings = 8

/**
 * Cleans up `X-Forwarded-For` so that it contains only addresses: some proxies add ports and brackets, and each
 * port would count as a client. Everything to the left of an invalid entry is ignored.
 */
export function tidyForwarded(app: Routes): void {
  app.server.prependListener('request', ({ headers }: IncomingMessage) => {
    const header = headers['x-forwarded-for']
    if (header === undefined) return
    const addresses = forwardedAddresses(String(header))
    if (addresses.length === 0) delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = addresses.join(', ')
  })
}

/** Returns a hook that logs, once per peer, an `X-Forwarded-For` from a peer that is not trusted. */
export function forwardedWarning({ config, log }: ChangeContext) {
  const warned = new Set<string>()
  return (request: FastifyRequest): void => {
    if (warned.size >= maxWarnings || forwardedState(request) !== 'ignored') return
    const { remoteAddress: peer = '' } = request.socket
    if (warned.has(peer)) return
    warned.add(peer)
    const trusted = [...config.trustProxy, peer].join(',')
    log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is not believed, so all who come that way share one budget of wrong passwords; if it is your proxy, set NORN_TRUST_PROXY=${trusted}`,
    )
  }
}

/** Returns how the `X-Forwarded-For` of a request was treated; `none` without that header. */
export function forwardedState({
  raw,
  socket,
  ip,
}: Pick<FastifyRequest, 'raw' | 'socket' | 'ip'>): 'none' | 'trusted' | 'ignored' {
  const forwarded = raw.headers['x-forwarded-for']
  if (forwarded === undefined) return 'none'
  const peer = socket.remoteAddress ?? ''
  return forwarded !== peer && ip === peer ? 'ignored' : 'trusted'
}

/** Returns the addresses of the header, the nearest last, up to the first invalid entry from the right. */
function forwardedAddresses(header: string): string[] {
  const addresses: string[] = []
  for (const entry of header.split(',').toReversed()) {
    const address = forwardedAddress(entry.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses
}

/**
 * Reads `192.0.2.1`, `192.0.2.1:1234`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, with or without quotes.
 */
function forwardedAddress(entry: string): string | undefined {
  const text = entry.replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1]
  return canonicalAddress(bracketed ?? withPort ?? text)
}
