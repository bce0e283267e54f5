import type { Refusal } from '../../model/errors/refusal.ts'
import type { Text } from '../context/text.ts'

type ErrorText = Exclude<keyof Text['errors'], 'firstPage' | 'otherAddress'>

/** The refusals that replace a whole page. Refusals of a form are shown in the form itself. */
// biome-ignore format: one refusal a line reads as a table
export const pageErrors: Readonly<Partial<Record<Refusal, readonly [status: number, text: ErrorText]>>> = { route_unknown: [404, 'notFound'],
  account_unknown: [404, 'notFound'],
  unknown: [404, 'notFound'],
  texture_unknown: [404, 'notFound'],
  role_missing: [403, 'roleMissing'],
  method_unknown: [405, 'methodUnknown'],
  request_cross_site: [403, 'otherSite'],
  body_unreadable: [400, 'unreadable'],
  host_repeated: [400, 'unreadable'],
  encoding_unsupported: [415, 'unreadable'],
  body_too_large: [413, 'tooLarge'],
  overloaded: [429, 'tooOften'],
  consent_unknown: [404, 'requestEnded'],
  too_many_guesses: [429, 'tooOften'],
  too_many_links: [429, 'tooOften'],
  too_many_uploads: [429, 'tooOften'],
  too_many_exports: [429, 'tooOften'],
  database_unavailable: [503, 'unavailable'],
  skin_system_unavailable: [503, 'unavailable'],
  texture_store_unavailable: [503, 'unavailable'],
}
