import type { Refusal } from '../model/refusal.ts'

/** A refusal as a protocol words it. With status 204 there are no words, and no body. */
export interface WireError {
  status: number
  error: string
  errorMessage: string
}

/** A refusal as a protocol words it whose answers are one line of text. */
export interface LineError {
  status: number
  line: string
}

/** One table per protocol; a refusal without its row does not compile. */
export type WireErrors = Readonly<Record<Refusal, WireError>>
export type LineErrors = Readonly<Record<Refusal, LineError>>
