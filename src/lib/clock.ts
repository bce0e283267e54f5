/** Now, in milliseconds. Handed to whoever asks for the time, so that tests can hold it still. */
export type Clock = () => number

/** Epoch milliseconds. */
export const systemClock: Clock = () => Date.now()

/** Milliseconds since some moment: for measuring how long something takes, never set back. */
export const monotonicClock: Clock = () => performance.now()
