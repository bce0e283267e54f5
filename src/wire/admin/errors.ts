import { errorTable } from '../../http/errors/error-table.ts'
import { type ErrorWords, problem, type WireError } from '../../http/errors/wire-error.ts'
import type { Family } from '../../model/errors/refusal.ts'
import { type ReasonName, reasonEntries } from '../../model/reasons/reasons.ts'

const inForm = ({ status, errorMessage }: WireError) => problem(status, errorMessage)

/** The words of reasons with a noun or a field for the documents. Each such refusal brings its own. */
const familyWords: Readonly<Record<Family, ErrorWords>> = {
  malformed: problem(
    422,
    'A field is missing, unknown or invalid: "field" names it, and "allowed" says what it takes.',
  ),
  unknown: problem(404, 'The game server does not exist.'),
  taken: problem(422, 'A game server with this name already exists. Choose another name.'),
  too_many: problem(422, 'There are already 1000 game servers. Remove one first.'),
}

const reasonWords = Object.fromEntries(
  reasonEntries.map(([name, { status = 422, sentence }]) => [name, problem(status, sentence)]),
) as Record<ReasonName, ErrorWords>

/** The refusals of the API for administration, in the form of RFC 9457. */
export const adminErrors = errorTable({ ...familyWords, ...reasonWords }, inForm)
