/** Resolves with an answer; with undefined if it is an error, or comes later than `timeoutMs`. */
export function inTime<Answer>(asked: Promise<Answer>, timeoutMs: number): Promise<Answer | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const timedOut = new Promise<undefined>((resolve) => {
    timeout.addEventListener('abort', () => resolve(undefined))
  })
  return Promise.race([asked.catch(() => undefined), timedOut])
}
