import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Buffered bytes for a reader that is too slow; lines beyond that are dropped. */
const maxBufferedBytes = 8 * 1024 * 1024

/** Lines are written in batches: after so many bytes or milliseconds. */
const batching = { minLength: 4096, periodicFlush: 100 }

/**
 * The program's log: JSON lines, or a readable form on a terminal. Lines are written off the event loop, in
 * batches; what is left is written before the process exits, also after a crash.
 */
export function openLog(level: string, to: NodeJS.WriteStream & { fd: number }): Logger {
  if (!to.isTTY)
    return pino(
      { level },
      pino.destination({ fd: to.fd, sync: false, maxLength: maxBufferedBytes, ...batching }),
    )
  const readable = pretty({
    destination: to.fd,
    sync: true,
    colorize: to.hasColors(),
    singleLine: true,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
  })
  return pino({ level }, readable)
}
