/**
 * Returns a function that loads a value when it is first called, and returns the same value from then on. A failure
 * reaches those who wait for it, and the next call tries again.
 */
export function onceLoaded<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
