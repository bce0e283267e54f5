import { isIP } from 'node:net'
import { checkServerIdentity, connect, type DetailedPeerCertificate, type SecureVersion } from 'node:tls'
import { systemClock } from '../measure/clock.ts'
import { dayMs } from '../measure/units.ts'
import { askTimeoutMs, reasonOf } from './ask.ts'

/** Certificates are renewed a month before they expire, so this one is not being renewed. */
const renewedDays = 14

/** No server answered at all: the name or the port is wrong. */
const unreached = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Why games refuse a certificate or its server. `at` is in ISO 8601. */
export type CertificateProblem =
  | { readonly about: 'no_tls' | 'verdict'; readonly reason: string }
  | { readonly about: 'other_name'; readonly names: string }
  | { readonly about: 'ended' | 'ends_soon' | 'not_yet'; readonly at: string }
  | { readonly about: 'self_signed' | 'no_older_tls' }
  | { readonly about: 'incomplete' | 'private_authority'; readonly issuer: string }

/** The certificate of a server that was reached. */
export interface ServedCertificate {
  readonly problems: readonly CertificateProblem[]
  /** The end of the certificate in ISO 8601; undefined without one. */
  readonly until: string | undefined
}

interface Seen {
  /** The server's own certificate; empty if it sent none. */
  readonly certificate: DetailedPeerCertificate
  /** OpenSSL's verdict with the usual roots, which are nearly Java's. Neither fetches missing certificates. */
  readonly verdict: string | undefined
}

/**
 * Looks at the certificate of an https address as a game's Java does: whole chain, name, time, protocol. Returns undefined
 * if nothing can be reached there.
 */
export async function servedCertificate(address: string): Promise<ServedCertificate | undefined> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || 443)
  let seen: Seen
  try {
    seen = await handshake(host, port)
  } catch (error) {
    if (unreached.has(codeOf(error))) return undefined
    return { problems: [{ about: 'no_tls', reason: reasonOf(error) }], until: undefined }
  }
  const isOldSpoken = await handshake(host, port, 'TLSv1.2').then(
    () => true,
    () => false,
  )
  const problems = [...problemsOf(seen, host)]
  if (!isOldSpoken) problems.push({ about: 'no_older_tls' })
  return { problems, until: instantOf(seen.certificate.valid_to) }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Converts OpenSSL's form ("Nov 24 11:28:56 2026 GMT") to ISO 8601. */
const instantOf = (written: string): string => new Date(written).toISOString()

/** Connects by TLS. Rejects if there is no answer, or none in time. */
function handshake(host: string, port: number, maxVersion?: SecureVersion): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>()
  const socket = connect({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    ...(maxVersion && { maxVersion }),
    rejectUnauthorized: false,
    // The name has a problem of its own.
    checkServerIdentity: () => undefined,
  })
  socket.setTimeout(askTimeoutMs, () =>
    socket.destroy(new Error(`no answer within ${askTimeoutMs / 1000} s`)),
  )
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the connection was closed')))
  socket.on('secureConnect', () => {
    const certificate = socket.getPeerCertificate(true)
    const { authorizationError } = socket
    resolve({ certificate, verdict: authorizationError ? String(authorizationError) : undefined })
    socket.destroy()
  })
  return promise
}

function* problemsOf({ certificate, verdict }: Seen, host: string): Generator<CertificateProblem> {
  const daysLeft = (Date.parse(certificate.valid_to) - systemClock()) / dayMs
  if (checkServerIdentity(host, certificate))
    yield { about: 'other_name', names: certificate.subjectaltname ?? nameOf(certificate.subject) }
  if (daysLeft < renewedDays)
    yield { about: daysLeft < 0 ? 'ended' : 'ends_soon', at: instantOf(certificate.valid_to) }
  const chain = chainProblem(certificate, verdict)
  if (chain) yield chain
}

function chainProblem(
  leaf: DetailedPeerCertificate,
  verdict: string | undefined,
): CertificateProblem | undefined {
  switch (verdict) {
    case undefined:
    // The expiry was already found.
    case 'CERT_HAS_EXPIRED':
      return undefined
    case 'CERT_NOT_YET_VALID':
      return { about: 'not_yet', at: instantOf(leaf.valid_from) }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { about: 'self_signed' }
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_GET_ISSUER_CERT':
      return { about: 'incomplete', issuer: nameOf(leaf.issuer) }
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { about: 'private_authority', issuer: nameOf(leaf.issuer) }
    default:
      return { about: 'verdict', reason: verdict }
  }
}

const nameOf = (issuer: DetailedPeerCertificate['issuer'] | undefined): string =>
  String(issuer?.CN ?? issuer?.O ?? 'its issuer')
