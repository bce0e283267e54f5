import { systemClock } from '../../../lib/measure/clock.ts'
import type { Asked } from '../../../lib/net/ask.ts'
import { serverClock } from '../../../storage/engine/clock.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, wrong } from '../finding.ts'

/** The error that NTP leaves, and the fraction of a second that the Date header omits. */
const maxSkewMs = { server: 1000, stored: 1000, header: 5000 }

/** Compares this machine's clock with others: the database server, stored times, a proxy on another machine. */
export async function clocks({ db, keys, root }: Examined): Promise<Findings> {
  const findings: Finding[] = []
  const compared: string[] = []
  const compare = (aheadMs: number, maxMs: number, whose: string) => {
    compared.push(whose)
    if (Math.abs(aheadMs) <= maxMs) return
    const direction = aheadMs > 0 ? 'behind' : 'ahead of'
    findings.push(
      wrong(
        `this machine's clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${direction} ${whose}`,
        'synchronise the clocks with NTP (systemd-timesyncd, chrony): the validity of codes and tokens depends on them',
      ),
    )
  }
  if (db?.dialect === 'postgres') {
    const before = systemClock()
    const theirs = await serverClock(db)
    compare(theirs - (before + systemClock()) / 2, maxSkewMs.server, "the database server's clock")
  }
  const newest = Math.max(0, ...(keys?.all() ?? []).map(({ createdAt }) => createdAt))
  if (newest > 0) compare(Math.max(0, newest - systemClock()), maxSkewMs.stored, 'the time of the newest key')
  const aheadMs = await root().then(proxyAheadMs, () => undefined)
  if (aheadMs !== undefined) compare(aheadMs, maxSkewMs.header, "the proxy's clock")
  if (findings.length > 0) return findings
  return compared.length > 0
    ? ok(`agrees with ${compared.join(' and ')}`)
    : skipped('there is nothing to compare it with')
}

/** Returns undefined without a proxy: the service has no `server` header, and its date is this machine's own. */
function proxyAheadMs({ headers, answeredAt }: Asked): number | undefined {
  const date = Date.parse(headers.date ?? '')
  return headers.server === undefined || Number.isNaN(date) ? undefined : date - answeredAt
}
