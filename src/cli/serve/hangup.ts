import type { Logger } from 'pino'

/**
 * A terminal that closes sends SIGHUP, and so do habits from programs that read their settings again at it. It
 * ends nothing here.
 */
export function ignoreHangup(log: Pick<Logger, 'info'>): void {
  process.on('SIGHUP', () => log.info('SIGHUP changes nothing; restart Norn to read the settings again'))
}
