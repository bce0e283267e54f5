/**
 * Lets concurrent callers share one run of `read`, which always begins after they have asked: a run that is under
 * way may have looked before whatever a new caller has just written, so that caller waits for it and for the next.
 */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    next = undefined
    running = read().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (next) return next
    if (!running) return begin()
    next = running.then(begin, begin)
    return next
  }
}
