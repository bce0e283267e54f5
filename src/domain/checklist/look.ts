import type { Config } from '../../config/load.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { type CertificateProblem, servedCertificate } from '../../lib/net/served-certificate.ts'
import { LastLook } from '../../lib/queue/last-look.ts'
import { type AddressProblem, addressProblems } from './address.ts'

/** The network's view of this installation: where others see it, and whether its mail server takes email. */
export interface NetworkLook {
  readonly address: readonly AddressProblem[]
  /** Undefined without https, or if nothing can be reached. */
  readonly certificate: readonly CertificateProblem[] | undefined
  /** False if email goes to files. */
  readonly isMailRefused: boolean
}

interface Deps {
  readonly baseUrl: () => string
  readonly config: Pick<Config, 'smtpUrl'>
}

/** Returns true if the mail server at this URL takes no email from this service. */
export type IsMailRefused = (smtpUrl: string) => Promise<boolean>

async function lookAtNetwork({ baseUrl, config }: Deps, isRefused: IsMailRefused): Promise<NetworkLook> {
  const { smtpUrl } = config
  const url = baseUrl()
  const [address, served, isMailRefused] = await Promise.all([
    // A service makes the keys that it publishes when they are first asked for, and a page changes nothing.
    addressProblems({ baseUrl: url, keys: undefined }),
    url.startsWith('https:') ? servedCertificate(url) : undefined,
    smtpUrl === undefined ? false : isRefused(smtpUrl),
  ])
  return { address, certificate: served?.problems, isMailRefused }
}

/** Soon after a problem was found, somebody loads the page again to see whether it is gone. */
const goodMs = { problem: 10_000, fine: 10 * minuteMs }

const isFine = ({ address, certificate = [], isMailRefused }: NetworkLook): boolean =>
  address.length === 0 && certificate.length === 0 && !isMailRefused

export const networkLook = (
  context: Deps,
  monotonic: () => number,
  isRefused: IsMailRefused,
): LastLook<NetworkLook> =>
  new LastLook(
    () => lookAtNetwork(context, isRefused),
    (look) => (isFine(look) ? goodMs.fine : goodMs.problem),
    monotonic,
  )
