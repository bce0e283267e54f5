// A server on another machine, which gets at most five requests a second, with a clock that only waiting advances.
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
  /** The settings of a run, and the time that it has waited. */
  return { trying: { paces, onSleep }, seconds: () => now / 1000 }
}
