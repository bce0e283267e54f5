import type { LastDay } from '../domain/operation/overview.ts'
import { isoTime } from '../lib/text/instant.ts'

/** As command and API show it. */
export const shownDay = <Day extends LastDay>({ hours, ...rest }: Day) => ({
  ...rest,
  hours: hours.map(({ at, ...counts }) => ({ at: isoTime(at), ...counts })),
})
