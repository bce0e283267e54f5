import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import https from 'node:https'
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { monotonicClock, systemClock } from '../../lib/measure/clock.ts'
import type { EndSpan, Facts, RequestSpan, Spans } from '../../lib/measure/spans.ts'
import { inTime } from '../../lib/process/in-time.ts'
import { version } from '../../lib/process/version.ts'
import { calmly } from './calm-exporter.ts'

/** The most spans that wait to be sent. Further ones are dropped. */
export const maxWaitingSpans = 2048

/** To write so many takes less than 0.2 ms of the event loop. */
export const spansPerBatch = 32

/** The most parts of one request that are kept, so that one with thousands of statements leaves room for others. */
export const maxParts = 128

const sentEveryMs = 500
/** The limit for sending a batch, repetitions included. */
const sendTimeoutMs = 3000
/** The limit for sending at the end. */
const lastTimeoutMs = 2000

interface OpenTelemetryOptions {
  /** The address of the collector, without a trailing slash. */
  endpoint: string
  /** Headers for the collector, such as a key. */
  headers: Readonly<Record<string, string>>
  /** The share of requests that are traced, from 0 to 1. */
  share: number
  /** Set if several processes serve. */
  worker: string | undefined
}

/** A request that is traced. */
interface Traced {
  readonly context: Context
  /** Turns the monotonic clock's milliseconds into epoch milliseconds. */
  readonly offset: number
  parts: number
  isOver: boolean
}

const nothingEnds: EndSpan = () => undefined

/** Sends spans to a collector, as OTLP over HTTP. */
export class OpenTelemetry implements Spans {
  readonly #current = new AsyncLocalStorage<Traced | undefined>()
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #agents: readonly http.Agent[]

  constructor({ endpoint, headers, share, worker }: OpenTelemetryOptions, log: Logger) {
    const agent = new (endpoint.startsWith('https:') ? https : http).Agent({ keepAlive: true })
    this.#agents = [agent]
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: sendTimeoutMs,
      // At the end, all that waits is sent at once, and a batch may be under way.
      concurrencyLimit: maxWaitingSpans / spansPerBatch + 1,
      httpAgentOptions: () => agent,
    })
    const processor = new BatchSpanProcessor({
      exporter: calmly(exporter, log),
      maxQueueSize: maxWaitingSpans,
      maxExportBatchSize: spansPerBatch,
      scheduledDelayMillis: sentEveryMs,
      exportTimeoutMillis: sendTimeoutMs,
    })
    this.#provider = new TracerProvider({
      resource: resource(worker),
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [processor],
    })
    this.#tracer = this.#provider.getTracer('norn', version())
  }

  request(traceparent: string | string[] | undefined): RequestSpan {
    const startTime = systemClock()
    const offset = startTime - monotonicClock()
    const options = { kind: SpanKind.SERVER, startTime, links: linksTo(traceparent) }
    const span = this.#tracer.startSpan('request', options, ROOT_CONTEXT)
    const isSampled = span.isRecording()
    const traced = isSampled
      ? { context: trace.setSpan(ROOT_CONTEXT, span), offset, parts: 0, isOver: false }
      : undefined
    return {
      trace: isSampled ? span.spanContext().traceId : undefined,
      // Also for one that is not sampled: its turn may come in the course of another request.
      within: (work) => this.#current.run(traced, work),
      end: (name, facts, isFailure) => {
        if (traced === undefined) return
        traced.isOver = true
        span.updateName(name).setAttributes(facts)
        if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end(offset + monotonicClock())
      },
    }
  }

  begin(name: string, facts?: Facts): EndSpan {
    return this.#part(name, monotonicClock(), facts)
  }

  add(name: string, milliseconds: number, facts?: Facts): void {
    this.#part(name, monotonicClock() - milliseconds, facts)()
  }

  #part(name: string, begun: number, attributes: Facts = {}): EndSpan {
    const traced = this.#current.getStore()
    // A timer that a request has started would belong to it forever.
    if (traced === undefined || traced.isOver || traced.parts >= maxParts) return nothingEnds
    traced.parts++
    const { context, offset } = traced
    const span = this.#tracer.startSpan(name, { startTime: offset + begun, attributes }, context)
    return (facts = {}) => {
      if ('error.type' in facts) span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttributes(facts).end(offset + monotonicClock())
    }
  }

  async close(): Promise<void> {
    await inTime(this.#provider.shutdown(), lastTimeoutMs)
    // A collector that answers byte by byte would keep the process.
    for (const agent of this.#agents) agent.destroy()
  }
}

/** Says which service it is. Names and addresses of the machine are not in it, unless OTEL_RESOURCE_ATTRIBUTES has them. */
const resource = (worker: string | undefined) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'norn',
        'service.version': version(),
        ...(worker !== undefined && { 'norn.worker': worker }),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))

const traceparentForm = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/

/** A stranger's trace is only named: it neither becomes the parent nor decides what is sampled. */
function linksTo(traceparent: string | string[] | undefined): Link[] {
  if (typeof traceparent !== 'string') return []
  const [, traceId = '', spanId = ''] = traceparentForm.exec(traceparent) ?? []
  const context = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return trace.isSpanContextValid(context) ? [{ context }] : []
}
