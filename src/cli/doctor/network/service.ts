import { httpUrlOf } from '../../../config/values.ts'
import { ask, jsonOf, reasonOf } from '../../../lib/net/ask.ts'
import type { Examined } from '../examined.ts'
import { type Findings, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks what the operators' listener says about the service on this machine. */
export async function service({ config: { metricsListen } }: Examined): Promise<Findings> {
  if (metricsListen === 'off' || metricsListen.port === 0)
    return skipped('the operators’ listener is off or has no fixed port (NORN_METRICS_LISTEN)')
  const url = `${httpUrlOf(metricsListen)}/readyz`
  try {
    const answer = await ask(url)
    if (answer.status === 200) return ok(`ready, by ${url}`)
    const { status = `status ${answer.status}`, why } = jsonOf(answer) ?? {}
    const reason = typeof why === 'string' ? ` (${why})` : ''
    return wrong(`not ready: ${String(status)}${reason}`, 'see its log, which has the database’s message')
  } catch (error) {
    return warning(
      `it does not run on this machine (${reasonOf(error)})`,
      'start it: "norn serve", "systemctl start norn"',
    )
  }
}
