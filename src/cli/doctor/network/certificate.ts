import { type CertificateProblem, servedCertificate } from '../../../lib/net/served-certificate.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks the certificate as a game's Java does: whole chain, name, time, protocol. */
export async function certificate({ config: { baseUrl } }: Examined): Promise<Findings> {
  if (baseUrl === undefined || !baseUrl.startsWith('https:')) return skipped('NORN_BASE_URL is not https')
  const served = await servedCertificate(baseUrl)
  // The base URL has its own finding about this.
  if (!served) return skipped(`nothing can be reached at ${new URL(baseUrl).host}`)
  if (served.problems.length > 0) return served.problems.map((problem) => finding(problem, baseUrl))
  return ok(`the whole chain is sent, for ${nameIn(baseUrl)}, valid until ${served.until}`)
}

/** Returns the host without its port, and an IPv6 address without brackets. */
const nameIn = (url: string): string => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')

function finding(problem: CertificateProblem, baseUrl: string): Finding {
  const { host } = new URL(baseUrl)
  const hostname = nameIn(baseUrl)
  switch (problem.about) {
    case 'no_tls':
      return wrong(
        `${host} speaks no TLS (${problem.reason})`,
        'set up the certificate in the proxy (docs/deploy.md)',
      )
    case 'other_name':
      return wrong(
        `the certificate is for ${problem.names}, not for ${hostname}`,
        `get one for ${hostname}, or correct NORN_BASE_URL`,
      )
    case 'ended':
      return wrong(`the certificate ended at ${problem.at}`, 'renew it, and automate that with a timer')
    case 'ends_soon':
      return warning(
        `the certificate ends at ${problem.at}`,
        'renew it, and find out why that did not happen automatically',
      )
    case 'not_yet':
      return wrong(`the certificate is valid from ${problem.at} on`, "check this machine's clock")
    case 'self_signed':
      return wrong(
        'the certificate is self-signed, which no game accepts',
        "get one from a public authority: Let's Encrypt has them for nothing",
      )
    case 'incomplete':
      return wrong(
        `the chain from the server’s certificate to a root that Java knows is incomplete: ${problem.issuer} was not sent or is private`,
        'serve the full chain (fullchain.pem, not cert.pem), of a public authority',
      )
    case 'private_authority':
      return wrong(
        `the certificate is from a private authority (${problem.issuer}), which no game knows`,
        'get one from a public authority, or import its root into the Java of every player and server (keytool -importcert)',
      )
    case 'no_older_tls':
      return warning(
        `${host} does not support TLS 1.2, and the Java 8 of older games supports nothing newer`,
        'allow TLS 1.2 in the proxy',
      )
    case 'verdict':
      return wrong(
        `the certificate is not accepted (${problem.reason})`,
        'get a new one from a public authority',
      )
    default:
      return problem satisfies never
  }
}
