import { GateFull, GateTimeout } from '../lib/gate.ts'
import { Refused } from './refusal.ts'

/** For `catch`: whom a gate has turned away is to come back in a second. Throws Refused `overloaded`, or what it is given. */
export function overloaded(error: unknown): never {
  const isFull = error instanceof GateFull || error instanceof GateTimeout
  throw isFull ? new Refused('overloaded', { retryAfter: 1 }) : error
}
