import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { lineOf } from '../../lib/text/printable.ts'

type Done = Parameters<SpanExporter['export']>[1]

const maxCauseLength = 200

/**
 * Lets an exporter work in turns of its own, not in the one in which a request ends. Its failures stay here: the first one and
 * the end of them are logged.
 */
export function calmly(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let isFailing = false
  const told =
    (done: Done): Done =>
    (result) => {
      const code: number = result.code
      const hasFailed = code !== 0
      if (hasFailed && !isFailing) log.warn({ cause: causeOf(result.error) }, 'traces cannot be sent')
      if (!hasFailed && isFailing) log.info('traces are sent again')
      isFailing = hasFailed
      done(result)
    }
  return {
    export: (spans, done) => {
      const tell = told(done)
      setImmediate(() => {
        try {
          exporter.export(spans, tell)
        } catch (error) {
          tell({ code: 1, error: error instanceof Error ? error : new Error(String(error)) })
        }
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** The text may be the collector's. */
function causeOf(error: (Error & { code?: string | number }) | undefined): string {
  const code = error?.code === undefined ? '' : `${error.code} `
  return lineOf(`${code}${error?.message ?? ''}`, maxCauseLength)
}
