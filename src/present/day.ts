import type { LastDay } from '../domain/figures/overview.ts'
import { isoTime } from '../lib/text/instant.ts'

/** Returns the figures of a day as commands and the API show them. */
export const shownDay = <Day extends LastDay>({ hours, ...rest }: Day) => ({
  ...rest,
  hours: hours.map(({ at, ...counts }) => ({ at: isoTime(at), ...counts })),
})
