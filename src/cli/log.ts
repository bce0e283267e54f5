import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Bytes in line for a reader that has fallen behind; lines past that are dropped. */
const maxLength = 8 * 1024 * 1024

/** Lines wait for company: for so many bytes or milliseconds. */
const together = { minLength: 4096, periodicFlush: 100 }

/**
 * The program's log: JSON lines, or on a terminal a form for people. Lines are written off the event loop,
 * those that come meanwhile together; at the end of the process, a crash included, what is left is written
 * before it goes.
 */
export function openLog(level: string, to: NodeJS.WriteStream & { fd: number }): Logger {
  if (!to.isTTY) return pino({ level }, pino.destination({ fd: to.fd, sync: false, maxLength, ...together }))
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
