import type { Logger } from 'pino'

/** Ignores SIGHUP, which a closing terminal sends, and which some people send to reload settings. */
export function ignoreHangup(log: Pick<Logger, 'info'>): void {
  process.on('SIGHUP', () => log.info('SIGHUP changes nothing; restart Norn to read the settings again'))
}
