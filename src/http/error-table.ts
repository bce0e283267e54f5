import type { Refusal } from '../model/refusal.ts'
import { commonErrors } from './common-errors.ts'
import type { ErrorWords, WireError } from './wire-error.ts'

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

/** Of what belongs to no protocol: unknown paths, and pages that list no refusals. */
export const commonTable = errorTable({})

const common: Readonly<Partial<Record<Refusal, WireError>>> = commonErrors

/** Undefined where nothing below this table declines for this reason. */
export function wordsOf({ own, inForm }: ErrorTable, reason: Refusal): ErrorWords | undefined {
  const shared = common[reason]
  return own[reason] ?? (shared && inForm(shared))
}
