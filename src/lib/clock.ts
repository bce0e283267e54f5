/** Now, in epoch milliseconds. Handed to whoever asks for the time, so that tests can hold it still. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
