import type { Backups } from '../domain/checklist/back-up.ts'
import { isoTime } from '../lib/text/instant.ts'

export const shownBackups = ({ run: { isRunning, begunAt, problem }, last }: Backups) => ({
  running: isRunning,
  begunAt: begunAt === undefined ? null : isoTime(begunAt),
  problem: problem ?? null,
  last: last ?? null,
})
