import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** The program's log: JSON lines, or on a terminal a form for people. Lines are written before it goes on. */
export function openLog(level: string, to: NodeJS.WriteStream & { fd: number }): Logger {
  if (!to.isTTY) return pino({ level }, pino.destination({ fd: to.fd, sync: true }))
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
