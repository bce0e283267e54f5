// Leads requests to hosts outside to servers of the test: name and address are turned below the guard, which sees a
// public address. Requests to any other host outside fail, so no test asks one.
import dns from 'node:dns'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { TestContext } from 'node:test'

/** Any address that the guard accepts. Nothing is sent to it. */
const publicAddress = { address: '8.8.8.8', family: 4 }

const here = { address: '127.0.0.1', family: 4 }

export interface Turned {
  /** The ports of the test's servers, by host name. */
  ports: Readonly<Record<string, number>>
  /** The certificate that they are trusted by, in PEM. */
  authority: string
}

type Ask = (url: string, options: https.RequestOptions & { lookup: LookupFunction }) => unknown

/** Until the test ends. */
export function turn(t: Pick<TestContext, 'mock'>, given: Turned): void {
  const { lookup, request } = turned(given)
  t.mock.method(dns, 'lookup', lookup)
  t.mock.method(https, 'request', request)
}

/** Returns what stands for both functions of Node.js. */
export function turned({ ports, authority }: Turned): { lookup: typeof dns.lookup; request: Ask } {
  const { lookup } = dns
  const { request } = https
  const findHere = (host: string, options: object, done: (...given: unknown[]) => void) => {
    if (ports[host] !== undefined) return done(null, [publicAddress])
    return (lookup as (...given: unknown[]) => void)(host, options, done)
  }
  return {
    lookup: findHere as typeof dns.lookup,
    request: (url, options) => {
      const asked = new URL(url)
      const port = ports[asked.hostname]
      if (port === undefined && !isIP(asked.hostname)) throw new Error(`a test asks ${asked.hostname}`)
      if (port !== undefined) asked.port = String(port)
      const headers = { ...options.headers, host: asked.hostname }
      return request(asked, { ...options, headers, ca: authority, lookup: turnedAfter(options.lookup) })
    },
  }
}

/** Lets the guard look the name up first. */
const turnedAfter =
  (guard: LookupFunction): LookupFunction =>
  (host, options, done) =>
    guard(host, options, (error) => {
      if (error) done(error, [])
      else if (options.all) done(null, [here])
      else done(null, here.address, here.family)
    })
