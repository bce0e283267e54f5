import { execFile } from 'node:child_process'
import type { Logger } from 'pino'
import { isServiceOfSystemd } from '../../config/load.ts'

/**
 * Tells systemd that requests are served, for which `systemctl start` and `restart` wait (Type=notify, sd_notify(3)).
 * By systemd's own program: Node.js has no datagrams on a socket of a path.
 */
export function tellSystemd(log: Logger): void {
  if (!isServiceOfSystemd()) return
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) log.warn({ err: error }, 'systemd cannot be told that the service is ready')
  })
}
