import type { Refusal } from '../../model/errors/refusal.ts'
import { commonErrors } from './common-errors.ts'
import { type ErrorWords, type PathError, type WireError, withPath } from './wire-error.ts'

/** The words of one protocol for its refusals. */
export interface ErrorTable<Reason extends string = string, Words extends ErrorWords = ErrorWords> {
  /** The refusals that its routes list, and common ones with other words. */
  own: Readonly<Record<Reason, Words>>
  /** Converts a common error into the protocol's form. */
  inForm: (common: WireError) => ErrorWords
  /** The table of docs/errors.md of which this one is a variant. Undefined for one that is there itself. */
  base?: ErrorTable
}

export const errorTable = <Reason extends Refusal, Words extends ErrorWords>(
  own: Readonly<Record<Reason, Words>>,
  inForm: ErrorTable['inForm'] = (common) => common,
): ErrorTable<Reason, Words> => ({ own, inForm })

/** Creates a table in the vendor's form, in which each message begins with the request's path (J5). */
export const pathTable = <Reason extends Refusal>(
  own: Readonly<Record<Reason, WireError>>,
): ErrorTable<Reason, PathError> => ({
  own: Object.fromEntries(
    Object.entries<WireError>(own).map(([reason, words]) => [reason, withPath(words)]),
  ) as Record<Reason, PathError>,
  inForm: withPath,
})

/** The table for unknown paths, and for pages that list no refusals. */
export const commonTable = errorTable({})

const common: Readonly<Partial<Record<Refusal, WireError>>> = commonErrors

/** Returns the words for a refusal; undefined if no route of this table refuses for this reason. */
export function wordsOf({ own, inForm }: ErrorTable, reason: Refusal): ErrorWords | undefined {
  const shared = common[reason]
  return own[reason] ?? (shared && inForm(shared))
}
