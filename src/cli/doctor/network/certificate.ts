import { isIP } from 'node:net'
import { checkServerIdentity, connect, type DetailedPeerCertificate, type SecureVersion } from 'node:tls'
import { systemClock } from '../../../lib/measure/clock.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import { askTimeoutMs, reasonOf } from '../ask.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, skipped, warning, wrong } from '../finding.ts'

/** Certificates are renewed a month before they expire, so this one is not being renewed. */
const renewedDays = 14

/** No server answered at all: the name or the port is wrong. */
const unreached = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

interface Seen {
  /** The server's own certificate; empty if it sent none. */
  readonly certificate: DetailedPeerCertificate
  /** OpenSSL's verdict with the usual roots, which are nearly Java's. Neither fetches missing certificates. */
  readonly verdict: string | undefined
}

/** Checks the certificate as a game's Java does: whole chain, name, time, protocol. */
export async function certificate({ config: { baseUrl } }: Examined): Promise<Findings> {
  if (baseUrl === undefined || !baseUrl.startsWith('https:')) return skipped('NORN_BASE_URL is not https')
  const url = new URL(baseUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  let seen: Seen
  try {
    seen = await handshake(host, Number(url.port || 443))
  } catch (error) {
    // The base URL has its own finding about this.
    if (unreached.has(codeOf(error))) return skipped(`nothing can be reached at ${url.host}`)
    return wrong(
      `${url.host} speaks no TLS (${reasonOf(error)})`,
      'set up the certificate in the proxy (docs/deploy.md)',
    )
  }
  const problems = problemsOf(seen, host)
  const isOld = await handshake(host, Number(url.port || 443), 'TLSv1.2').then(
    () => true,
    () => false,
  )
  if (!isOld)
    problems.push(
      warning(
        `${url.host} does not support TLS 1.2, and the Java 8 of older games supports nothing newer`,
        'allow TLS 1.2 in the proxy',
      ),
    )
  const until = instantOf(seen.certificate.valid_to)
  return problems.length > 0 ? problems : ok(`the whole chain is sent, for ${host}, valid until ${until}`)
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
    // The name has a finding of its own.
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

function problemsOf({ certificate, verdict }: Seen, host: string): Finding[] {
  const daysLeft = (Date.parse(certificate.valid_to) - systemClock()) / dayMs
  return found(
    checkServerIdentity(host, certificate) &&
      wrong(
        `the certificate is for ${certificate.subjectaltname ?? nameOf(certificate.subject)}, not for ${host}`,
        `get one for ${host}, or correct NORN_BASE_URL`,
      ),
    daysLeft < 0 &&
      wrong(
        `the certificate ended at ${instantOf(certificate.valid_to)}`,
        'renew it, and automate that with a timer',
      ),
    daysLeft >= 0 &&
      daysLeft < renewedDays &&
      warning(
        `the certificate ends at ${instantOf(certificate.valid_to)}`,
        'renew it, and find out why that did not happen automatically',
      ),
    chainProblem(certificate, verdict),
  )
}

function chainProblem(leaf: DetailedPeerCertificate, verdict: string | undefined): Finding | undefined {
  switch (verdict) {
    case undefined:
    // The expiry was already found.
    case 'CERT_HAS_EXPIRED':
      return undefined
    case 'CERT_NOT_YET_VALID':
      return wrong(
        `the certificate is valid from ${instantOf(leaf.valid_from)} on`,
        "check this machine's clock",
      )
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return wrong(
        'the certificate is self-signed, which no game accepts',
        "get one from a public authority: Let's Encrypt has them for nothing",
      )
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_GET_ISSUER_CERT':
      return wrong(
        `the chain from the server’s certificate to a root that Java knows is incomplete: ${nameOf(leaf.issuer)} was not sent or is private`,
        'serve the full chain (fullchain.pem, not cert.pem), of a public authority',
      )
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return wrong(
        `the certificate is from a private authority (${nameOf(leaf.issuer)}), which no game knows`,
        'get one from a public authority, or import its root into the Java of every player and server (keytool -importcert)',
      )
    default:
      return wrong(`the certificate is not accepted (${verdict})`, 'get a new one from a public authority')
  }
}

const nameOf = (issuer: DetailedPeerCertificate['issuer'] | undefined): string =>
  String(issuer?.CN ?? issuer?.O ?? 'its issuer')
