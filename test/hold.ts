import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Held {
  /** Resolves when this many calls are held. Throws after 60 s. */
  all: Promise<void>
  /** The number of calls that are held so far. */
  readonly count: number
  /** Lets the held calls continue, and holds no more. */
  release(): void
}

/**
 * Holds calls of a method after their work is done and before anybody knows it, so that whatever has to happen in
 * between happens in between, every time. After the test, the method is restored. With `before`, calls with such arguments
 * are held before their work instead, and others not at all.
 */
export function hold<Owner extends object>(
  t: TestContext,
  owner: Owner,
  name: keyof Owner & string,
  count: number,
  before?: (...given: any[]) => boolean,
): Held {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const methods = owner as Record<string, (...given: unknown[]) => Promise<unknown>>
  const original = methods[name]?.bind(owner)
  let held = 0
  const { mock } = t.mock.method(methods, name, async (...given: unknown[]) => {
    if (before && !before(...given)) return original?.(...given)
    const result = before ? undefined : await original?.(...given)
    if (++held === count) reached.resolve()
    await released.promise
    return before ? original?.(...given) : result
  })
  const late = sleep(60_000, undefined, { ref: false }).then(() => {
    throw new Error(`${held} of ${count} calls of ${name}`)
  })
  return {
    all: Promise.race([reached.promise, late]),
    get count() {
      return held
    },
    release: () => {
      mock.restore()
      released.resolve()
    },
  }
}
