/** Returns the current time in milliseconds. Clocks are parameters, so that tests can control them. */
export type Clock = () => number

/** Returns epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Returns milliseconds since an arbitrary instant, for measuring durations. It is never set back. */
export const monotonicClock: Clock = () => performance.now()
