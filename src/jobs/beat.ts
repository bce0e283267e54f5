const beatMs = 1000

const jobs = new Set<() => void>()
let beat: NodeJS.Timeout | undefined

/**
 * Calls `look` every `intervalMs` until stopped. Whole seconds share one timer: an idle process then wakes once a
 * second, and not for each of its jobs.
 */
export function every(intervalMs: number, look: () => void): () => void {
  if (intervalMs % beatMs !== 0) {
    const timer = setInterval(look, intervalMs).unref()
    return () => clearInterval(timer)
  }
  let beats = 0
  const count = () => {
    beats = (beats + 1) % (intervalMs / beatMs)
    if (beats === 0) look()
  }
  jobs.add(count)
  beat ??= setInterval(() => {
    for (const each of jobs) each()
  }, beatMs).unref()
  return () => {
    jobs.delete(count)
    if (jobs.size > 0) return
    clearInterval(beat)
    beat = undefined
  }
}
