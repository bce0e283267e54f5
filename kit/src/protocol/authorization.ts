// The header of requests to the services.
import type { Trial } from '../trial.ts'

/** Headers of somebody who has not signed in: without a token, and with such that do not exist. */
export const withoutGoodToken = (trial: Trial): Record<string, string>[] => [
  {},
  { authorization: `Bearer ${trial.chance.hex(32)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
]
