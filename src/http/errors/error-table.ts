import type { Refusal } from '../../model/refusal.ts'
import { commonErrors } from './common-errors.ts'
import { type ErrorWords, type PathError, type WireError, withPath } from './wire-error.ts'

/** How one protocol words its refusals. */
export interface ErrorTable<Reason extends string = string, Words extends ErrorWords = ErrorWords> {
  /** Those that its routes list, and the common ones that it has other words for; no others. */
  own: Readonly<Record<Reason, Words>>
  /** Gives a common error the protocol's form. */
  inForm: (common: WireError) => ErrorWords
}

export const errorTable = <Reason extends Refusal, Words extends ErrorWords>(
  own: Readonly<Record<Reason, Words>>,
  inForm: ErrorTable['inForm'] = (common) => common,
): ErrorTable<Reason, Words> => ({ own, inForm })

/** Words refusals in the vendor's form: each begins with the path of the request (J5). */
export const pathTable = <Reason extends Refusal>(
  own: Readonly<Record<Reason, WireError>>,
): ErrorTable<Reason, PathError> => ({
  own: Object.fromEntries(
    Object.entries<WireError>(own).map(([reason, words]) => [reason, withPath(words)]),
  ) as Record<Reason, PathError>,
  inForm: withPath,
})

/** Of what belongs to no protocol: unknown paths, and pages that list no refusals. */
export const commonTable = errorTable({})

const common: Readonly<Partial<Record<Refusal, WireError>>> = commonErrors

/** Undefined where nothing below this table declines for this reason. */
export function wordsOf({ own, inForm }: ErrorTable, reason: Refusal): ErrorWords | undefined {
  const shared = common[reason]
  return own[reason] ?? (shared && inForm(shared))
}
