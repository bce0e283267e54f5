// A server on another machine, which is asked five times a second at most, by a clock that moves with the waits alone.
import { Paces } from '../../kit/src/http/paces.ts'

export function elsewhere() {
  let now = 0
  const onSleep = (ms: number): void => {
    now += ms
  }
  const isHere = (): Promise<boolean> => Promise.resolve(false)
  const paces = new Paces(
    undefined,
    () => now,
    async (ms) => onSleep(ms),
    isHere,
  )
  /** What a run is tried with, and how long it has waited. */
  return { trying: { paces, onSleep }, seconds: () => now / 1000 }
}
