import { dayMs } from '../../lib/measure/units.ts'

/** `kept` closed a report and changed nothing else; `taken_down` closed it with its texture. */
export const reportStates = ['open', 'kept', 'taken_down'] as const

export type ReportState = (typeof reportStates)[number]

/** The most characters of the reason of a report, and the fewest. */
export const reportReasonLength = { min: 3, max: 1000 }

/** Closed reports are kept for this time. */
export const closedReportMs = 90 * dayMs

/** Textures that were taken down can be restored within this time. */
export const restorableMs = 30 * dayMs

/** The reason of what waits for a review of the library. */
export const waitingReason = 'Waiting for review'

/** The reason of the service's own reports. */
export const likenessReason = 'Resembles a picture that was taken down'
