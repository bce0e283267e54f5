import type { Limits } from './http/patience.ts'

/** The parts of its process that a run uses. */
export interface Surroundings {
  out: (text: string) => void
  error: (text: string) => void
  isTerminal: boolean
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Limits of waiting for a server that differ from the usual ones. */
  patience?: Partial<Limits>
}
