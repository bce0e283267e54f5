/**
 * An error that is part of how things go. Nobody reads where it was thrown, and finding that out is a good part of
 * what refusing costs.
 */
export class StacklessError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
