import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { canonicalAddress } from '../../lib/net/address.ts'
import type { Routes } from './typed-fastify.ts'

/** Peers that are warned of: whoever reaches the service without a proxy may write the header too. */
const maxWarnings = 8

/**
 * Has `X-Forwarded-For` bear addresses alone before anything reads it: some proxies write ports and brackets,
 * and each port would be a client of its own. What stands to the left of something else is not read.
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

/** Has requests with `X-Forwarded-For` looked at. Where it comes from a peer that is not trusted, that is logged once. */
export function forwardedWarning({ config, log }: Pick<Context, 'config' | 'log'>) {
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

/** What became of the `X-Forwarded-For` of a request; `none`: it has none. */
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

/** The addresses of the header, the nearest last, as far from its right end as it has nothing else. */
function forwardedAddresses(header: string): string[] {
  const addresses: string[] = []
  for (const entry of header.split(',').toReversed()) {
    const address = forwardedAddress(entry.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses
}

/** `192.0.2.1`, `192.0.2.1:1234`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, in quotes or not. */
function forwardedAddress(entry: string): string | undefined {
  const text = entry.replace(/^"(.*)"$/, '$1')
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(text)?.[1]
  return canonicalAddress(bracketed ?? withPort ?? text)
}
