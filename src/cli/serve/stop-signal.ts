/** A service that is still running after this many milliseconds is ended. */
const drainTimeoutMs = 9000

/** Ctrl-C reaches a process twice: from the terminal, and from the parent that passes it on. */
const duplicateWindowMs = 500

/** Resolves at the first SIGTERM or SIGINT. The process then has 9 s to finish; a second signal ends it at once. */
export function stopSignal(warn: (message: string) => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (first !== undefined && now - first > duplicateWindowMs) process.exit(1)
      if (first !== undefined) return
      first = now
      setTimeout(() => {
        warn('requests in flight took too long and were cut off')
        process.exit(0)
      }, drainTimeoutMs).unref()
      resolve(signal)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
