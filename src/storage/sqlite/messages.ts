import type { SQLInputValue } from 'node:sqlite'
import type { Failure } from './failure.ts'
import type { Outcome } from './prepared.ts'

/** What the writer thread starts with. */
export interface ThreadData {
  readonly file: string
  /** How long a lock that another process holds is waited for. */
  readonly busyTimeoutMs: number
}

interface Statement {
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

/** What the writer thread is asked for outside of writes that stand by themselves. */
export type Step =
  /** Opening happens with the first request: `open` is for hearing early what is wrong. */
  | { readonly kind: 'open' | 'commit' | 'rollback' | 'close' }
  /** Patient: waits for other processes without end. */
  | { readonly kind: 'begin'; readonly patient: boolean }
  | ({ readonly kind: 'statement' } & Statement)

export type Task = Step | ({ readonly kind: 'write' } & Statement)

export type Write = { readonly id: number; readonly kind: 'write' } & Statement

/**
 * Requests are served in the order they were posted; writes that lie next to each other share one commit.
 * Between `begin` and `commit` or `rollback` only `statement`s are posted.
 */
export type Request = Write | ({ readonly id: number } & Step)

export type Answer = { readonly id: number } & ({ readonly failure: Failure } | Outcome)
