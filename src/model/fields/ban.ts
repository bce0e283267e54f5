import { end } from './field.ts'

/** The fields of a ban from profile lookups. */
export const banFields = { until: end() }
