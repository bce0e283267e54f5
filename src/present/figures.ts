import type { Figures } from '../domain/figures/figures.ts'
import { isoTime } from '../lib/text/instant.ts'

/** Returns the figures of a period as commands and the API show them. */
export const shownFigures = ({ parts, ...rest }: Figures) => ({
  ...rest,
  parts: parts.map(({ at, ...counts }) => ({ at: isoTime(at), ...counts })),
})
