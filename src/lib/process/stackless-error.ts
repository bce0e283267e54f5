/**
 * An error that is part of normal operation. It has no stack trace: nobody reads it, and collecting it would be a large
 * part of the cost of a refusal.
 */
export class StacklessError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
