import { WriteStream } from 'node:tty'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../../config/load.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import type { OutputStream } from '../line/surroundings.ts'

/** Buffered bytes for a reader that is too slow; lines beyond that are dropped. */
const maxBufferedBytes = 8 * 1024 * 1024

/** Lines are written in batches: after so many bytes or milliseconds. */
const batching = { minLength: 4096, periodicFlush: 100 }

/** A reader that is slow at the end loses what it has not taken by then. */
const maxFlushMs = 500

/** Levels are words and times ISO 8601, as people and log collectors read them. */
const words: LoggerOptions = {
  formatters: { level: (label) => ({ level: label }) },
  timestamp: isoTimes(),
}

/** As the library's own, which makes a date of every line; a second is written once here. */
function isoTimes(): () => string {
  let second = 0
  let written = ''
  return () => {
    const now = systemClock()
    const thisSecond = Math.floor(now / 1000)
    if (thisSecond !== second) {
      second = thisSecond
      written = new Date(second * 1000).toISOString().slice(0, -'000Z'.length)
    }
    return `,"time":"${written}${String(now - second * 1000).padStart(3, '0')}Z"`
  }
}

/**
 * The program's log, as JSON or as text: `auto` is text on a terminal. Except there, lines are written off the
 * event loop, in batches; what is left is written before the process exits, also after a crash.
 */
export async function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  to: OutputStream,
): Promise<Logger> {
  const isText = logFormat === 'text' || (logFormat === 'auto' && to.isTTY)
  if (to.fd === undefined) return pino({ ...words, level: logLevel }, to)
  // Text would be measured anew as a whole, all that waits, with each line that joins it.
  const contentMode = 'buffer'
  const destination = pino.destination(
    to.isTTY
      ? { fd: to.fd, sync: true, contentMode }
      : { fd: to.fd, sync: false, contentMode, maxLength: maxBufferedBytes, ...batching },
  )
  const failures = outliveFailures(destination)
  // Its type has the other mode alone.
  const write = destination.write.bind(destination) as unknown as (line: Buffer) => boolean
  const textOf = isText ? await textForm(to) : undefined
  const stream: DestinationStream & Pick<typeof destination, 'flush' | 'flushSync'> = {
    write: (line) => void write(Buffer.from(textOf?.(line) ?? line)),
    flush: (done) => destination.flush(done),
    // Of what is logged as fatal.
    flushSync: () => destination.flushSync(),
  }
  const log = pino({ ...words, level: logLevel }, stream)
  failures.onceOver((cause) =>
    log.warn({ cause: cause.message }, 'log lines had to wait: they could not be written'),
  )
  return log
}

type Destination = ReturnType<typeof pino.destination>

/**
 * A disk that is full does not end the service: its lines wait like those for a slow reader, and are tried again with
 * the next ones. A synchronous write would be tried again for ever, even as the process exits, so there is none then.
 */
function outliveFailures(destination: Destination): { onceOver: (tell: (cause: Error) => void) => void } {
  let failure: Error | undefined
  let tell = (_cause: Error): void => undefined
  destination.on('error', (error: Error) => {
    failure = error
  })
  destination.on('write', () => {
    const cause = failure
    failure = undefined
    if (cause) tell(cause)
  })
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!failure) flushSync()
  }
  return {
    onceOver: (given) => {
      tell = given
    },
  }
}

/**
 * Resolves once what is logged is written, or can't be. For the end of the process: what is written as it exits is
 * tried for ever where nobody reads any more.
 */
export function flushed(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxFlushMs)
  log.flush(() => resolve())
  return promise.finally(() => clearTimeout(timer))
}

/** A line for people; on a terminal the day is known. */
async function textForm(to: OutputStream): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  return prettyFactory({
    colorize: to instanceof WriteStream && to.hasColors(),
    singleLine: true,
    ignore: 'pid,hostname',
    translateTime: to.isTTY ? 'SYS:HH:MM:ss.l' : "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'",
  })
}
