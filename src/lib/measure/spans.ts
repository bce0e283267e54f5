/** Words and numbers of the code about the work of a span. Nothing that somebody has sent is among them. */
export type Facts = Readonly<Record<string, string | number>>

/** Ends a span. */
export type EndSpan = (facts?: Facts) => void

/** The span of a request, which has those of its parts below it. */
export interface RequestSpan {
  /** The id of its trace, as 32 hex digits. Undefined if it is not sampled. */
  readonly trace: string | undefined
  /** Does work. Spans that begin in its course, now or later, are parts of this request. */
  within(work: () => void): void
  /** Ends it under its final name. Parts that have begun may end later; none begins any more. */
  end(name: string, facts: Facts, isFailure: boolean): void
}

/** Traces: where the time of a request goes. No method throws, waits, or fails because a collector does. */
export interface Spans {
  /** Begins the span of a request. `traceparent` is that header, which anybody can send (W3C Trace Context). */
  request(traceparent: string | string[] | undefined): RequestSpan
  /** Begins a part of the current request. Outside of requests, and in one that is not sampled, nothing is kept. */
  begin(name: string, facts?: Facts): EndSpan
  /** Adds a part of the current request that has just ended and took so many milliseconds. */
  add(name: string, milliseconds: number, facts?: Facts): void
  /** Sends what waits, within seconds. */
  close(): Promise<void>
}

/** Does work as a part of the current request, and says by which error it has failed. Without spans, it only does it. */
export function spanning<Result>(
  spans: Spans | undefined,
  name: string,
  work: () => Promise<Result>,
  facts?: Facts,
): Promise<Result> {
  if (spans === undefined) return work()
  const end = spans.begin(name, facts)
  return work().then(
    (result) => {
      end()
      return result
    },
    (error: unknown) => {
      end({ 'error.type': error instanceof Error ? error.name : 'Error' })
      throw error
    },
  )
}
