/** Now, in milliseconds. A parameter of everything that needs the time, so that tests can hold it still. */
export type Clock = () => number

/** Epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Milliseconds since an arbitrary instant: for measuring durations, never set back. */
export const monotonicClock: Clock = () => performance.now()
