/** A service that has not ended by itself after so many milliseconds is ended. */
const patience = 9000

/** Ctrl-C reaches a process from the terminal and again from the parent that passes it on. */
const echo = 500

/**
 * Resolves at the first SIGTERM or SIGINT. From then on the process has 9 s to finish; a second signal
 * ends it at once.
 */
export function stopSignal(warn: (message: string) => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (first !== undefined && now - first > echo) process.exit(1)
      if (first !== undefined) return
      first = now
      setTimeout(() => {
        warn('requests in flight took too long and were cut off')
        process.exit(0)
      }, patience).unref()
      resolve(signal)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
