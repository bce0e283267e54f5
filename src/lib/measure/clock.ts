/**
 * Returns the current time in milliseconds. Code that needs the time takes a clock as a parameter, so that tests can
 * control it.
 */
export type Clock = () => number

/** Returns epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Returns milliseconds since an arbitrary instant, for measuring durations. It is never set back. */
export const monotonicClock: Clock = () => performance.now()
