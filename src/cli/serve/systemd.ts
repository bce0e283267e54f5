import { execFile } from 'node:child_process'
import type { Logger } from 'pino'
import { isServiceOfSystemd } from '../../config/load.ts'

/**
 * Tells systemd that the service is ready, for which `systemctl start` and `restart` wait (Type=notify,
 * sd_notify(3)). It uses systemd's own program, because Node.js can't send datagrams to a socket path.
 */
export function tellSystemd(log: Logger): void {
  if (!isServiceOfSystemd()) return
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) log.warn({ err: error }, 'systemd cannot be told that the service is ready')
  })
}
