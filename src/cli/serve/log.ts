import { WriteStream } from 'node:tty'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../../config/load.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import type { OutputStream } from '../line/surroundings.ts'

/** The most bytes to buffer for a slow reader; further lines are dropped. */
export const maxBufferedBytes = 8 * 1024 * 1024

/** Lines are written in batches: after this many bytes, or this many milliseconds after the first line. */
const minLength = 4096
const flushAfterMs = 100

/** A slow reader loses what it has not read this long (milliseconds) after the end. */
const maxFlushMs = 2000

/** Levels are words and times are ISO 8601, as people and log collectors expect. */
const words: LoggerOptions = { formatters: { level: (label) => ({ level: label }) }, timestamp: isoTimes() }

/** Works like the library's own function, which formats a date for every line; this one formats each second once. */
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
 * Opens the program's log, as JSON or as text: `auto` is text on a terminal. Elsewhere, lines are written off the
 * event loop, in batches. The rest is written before the process exits, even after a crash.
 */
export async function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  to: OutputStream,
): Promise<Logger> {
  const isText = logFormat === 'text' || (logFormat === 'auto' && to.isTTY)
  if (to.fd === undefined) return pino({ ...words, level: logLevel }, to)
  // In the text mode, each new line would make the library measure all waiting text again.
  const contentMode = 'buffer'
  const destination = pino.destination(
    to.isTTY
      ? { fd: to.fd, sync: true, contentMode }
      : { fd: to.fd, sync: false, contentMode, maxLength: maxBufferedBytes, minLength },
  )
  const flushLater = to.isTTY ? () => undefined : flushingLater(destination)
  const failures = outliveFailures(destination)
  const write = inBatchesOf(to.isTTY ? 0 : minLength, destination)
  const textOf = isText ? await textForm(to) : undefined
  const stream: DestinationStream & Pick<typeof destination, 'flush' | 'flushSync'> = {
    write: (line) => {
      write(textOf?.(line) ?? line)
      flushLater()
    },
    flush: (done) => destination.flush(done),
    // The library calls it for fatal messages.
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
 * Returns a function that hands lines over once they have so many characters together, because to turn each line into
 * bytes takes a third of the time of making it. Whatever makes the destination write hands over what waits.
 */
function inBatchesOf(characters: number, destination: Destination): (line: string) => void {
  // The type knows only the other mode.
  const write = destination.write.bind(destination) as unknown as (lines: Buffer) => boolean
  let waiting = ''
  const handOver = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') write(Buffer.from(lines))
  }
  const flush = destination.flush.bind(destination)
  destination.flush = (done) => {
    handOver()
    flush(done)
  }
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    handOver()
    flushSync()
  }
  return (line) => {
    waiting += line
    if (waiting.length >= characters) handOver()
  }
}

/**
 * Returns a function that has waiting lines written soon. The library's own timer runs ten times a second, also when
 * nothing is logged.
 */
function flushingLater(destination: Destination): () => void {
  let timer: NodeJS.Timeout | undefined
  let hasNewLines = false
  const flush = () => {
    timer = undefined
    destination.flush()
  }
  const later = () => {
    timer ??= setTimeout(flush, flushAfterMs).unref()
  }
  // What could not be written is tried again.
  destination.on('error', later)
  // A flush does nothing while others are being written.
  destination.on('drain', () => {
    if (hasNewLines) later()
    hasNewLines = false
  })
  return () => {
    hasNewLines = true
    later()
  }
}

/**
 * Keeps the service running on a full disk: lines wait as they do for a slow reader, and are retried with the next
 * ones. A synchronous write would be retried forever, even at exit, so there is none then, nor if what `flushed` has
 * written did not arrive in time: nobody may be reading.
 */
function outliveFailures(destination: Destination): { onceOver: (tell: (cause: Error) => void) => void } {
  let failure: Error | undefined
  let isEnding = false
  let tell = (_cause: Error): void => undefined
  destination.on('error', (error: Error) => {
    failure = error
  })
  destination.on('write', () => {
    const cause = failure
    failure = undefined
    if (cause) tell(cause)
  })
  const flush = destination.flush.bind(destination)
  destination.flush = (done) => {
    if (!done) return flush()
    isEnding = true
    flush((error) => {
      isEnding = false
      done(error)
    })
  }
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!failure && !isEnding) flushSync()
  }
  return {
    onceOver: (given) => {
      tell = given
    },
  }
}

/**
 * Resolves once the log is written, or can't be. For the end of the process: what is written during exit is retried
 * forever if nobody reads it.
 */
export function flushed(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxFlushMs)
  log.flush(() => resolve())
  return promise.finally(() => clearTimeout(timer))
}

/** Formats a line for people; on a terminal without the date. */
async function textForm(to: OutputStream): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  return prettyFactory({
    colorize: to instanceof WriteStream && to.hasColors(),
    singleLine: true,
    ignore: 'pid,hostname',
    translateTime: to.isTTY ? 'SYS:HH:MM:ss.l' : "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'",
  })
}
