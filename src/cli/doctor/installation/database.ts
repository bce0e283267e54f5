import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../../../config/load.ts'
import { CopyUnfinished } from '../../../model/errors/copy-unfinished.ts'
import { DatabaseFromTheFuture } from '../../../model/errors/database-from-the-future.ts'
import { DatabaseOfOldCheckout } from '../../../model/errors/database-of-old-checkout.ts'
import type { Database } from '../../../storage/engine/database.ts'
import { embeddedFile, openDatabase } from '../../../storage/engine/open.ts'
import { refuseUnfinishedCopy } from '../../../storage/tools/copy.ts'
import { requireFile, requireSchema } from '../../database/schema-state.ts'
import { CommandRefused } from '../../line/command.ts'
import { refusals } from '../../line/refusals.ts'
import { type Finding, found, ok, wrong } from '../finding.ts'

const expected = [CommandRefused, DatabaseFromTheFuture, DatabaseOfOldCheckout, CopyUnfinished]

interface Opened {
  /** The caller closes it; undefined if the database can't be used. */
  readonly db: Database | undefined
  readonly findings: readonly Finding[]
}

/** Opens the database if it can be used as it is. Creates nothing. */
export async function openExamined({ databaseUrl }: Config): Promise<Opened> {
  let db: Database | undefined
  const folder = found(unwritable(databaseUrl))
  try {
    requireFile(databaseUrl)
    const startedAt = performance.now()
    db = await openDatabase(databaseUrl)
    await requireSchema(db, databaseUrl)
    await refuseUnfinishedCopy(db)
    const ms = Math.round(performance.now() - startedAt)
    return { db, findings: [...folder, ok(`reached in ${ms} ms, with the schema of this version`)] }
  } catch (error) {
    await db?.close()
    // Without the folder, nothing that another sentence advises would work.
    if (folder.length > 0) return { db: undefined, findings: folder }
    return { db: undefined, findings: [{ state: 'wrong', message: sentenceOf(error), remedy: null }] }
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

/** Finds that this user can't write the embedded database, or can't create the folder for it. */
function unwritable(databaseUrl: string): Finding | undefined {
  const path = embeddedFile(databaseUrl)
  if (path === undefined) return undefined
  const folder = existing(dirname(path))
  if (!statSync(folder).isDirectory())
    return wrong(`${folder} is not a directory`, 'correct NORN_DATA_DIR, or remove the file')
  const closed = [folder, ...(existsSync(path) ? [path] : [])].find((place) => !isWritable(place))
  if (closed === undefined) return undefined
  const { username } = userInfo()
  return wrong(
    `the user ${username} cannot write ${closed}, where the database is kept`,
    `run the command and the service as the owner of ${closed}, or as root: chown -R ${username} ${closed}; a read-only file system needs another NORN_DATA_DIR`,
  )
}

/** Returns the nearest folder above the path, or the path itself, that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
