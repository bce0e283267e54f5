import type { Config } from '../../../config/load.ts'
import { CopyUnfinished } from '../../../model/errors/copy-unfinished.ts'
import { DatabaseFromTheFuture } from '../../../model/errors/database-from-the-future.ts'
import type { Database } from '../../../storage/engine/database.ts'
import { openDatabase } from '../../../storage/engine/open.ts'
import { refuseUnfinishedCopy } from '../../../storage/tools/copy.ts'
import { requireFile, requireSchema } from '../../database/schema-state.ts'
import { CommandRefused } from '../../line/command.ts'
import { refusals } from '../../line/refusals.ts'
import { type Finding, ok } from '../finding.ts'

const expected = [CommandRefused, DatabaseFromTheFuture, CopyUnfinished]

interface Opened {
  /** The caller closes it; undefined if the database can't be used. */
  readonly db: Database | undefined
  readonly finding: Finding
}

/** Opens the database if it can be used as it is. Creates nothing. */
export async function openExamined({ databaseUrl }: Config): Promise<Opened> {
  let db: Database | undefined
  try {
    requireFile(databaseUrl)
    const startedAt = performance.now()
    db = await openDatabase(databaseUrl)
    await requireSchema(db, databaseUrl)
    await refuseUnfinishedCopy(db)
    const ms = Math.round(performance.now() - startedAt)
    return { db, finding: ok(`reached in ${ms} ms, with the schema of this version`) }
  } catch (error) {
    await db?.close()
    return { db: undefined, finding: { state: 'wrong', message: sentenceOf(error), remedy: null } }
  }
}

/** Returns the problem and what to do about it. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (expected.some((kind) => error instanceof kind)) return error.message
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  const detail = cause === error.message ? cause : `${error.message}: ${cause}`
  return `${detail}; ${refusals.database_unavailable}`
}
