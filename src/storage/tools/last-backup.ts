import { readFile, writeFile } from 'node:fs/promises'

export interface LastBackup {
  /** When it was made, in ISO 8601. */
  readonly at: string
  readonly file: string
}

/** The note is a file next to the database, since a backup only reads the database and a restored one has none. */
const noteOf = (database: string): string => `${database}.last-backup`

/** Records a backup of the embedded database. */
export async function noteBackup(database: string, backup: LastBackup): Promise<void> {
  await writeFile(noteOf(database), `${JSON.stringify(backup)}\n`, { mode: 0o600 })
}

/** Returns the newest recorded backup, or undefined if there is none. */
export async function lastBackup(database: string): Promise<LastBackup | undefined> {
  try {
    const { at, file } = JSON.parse(await readFile(noteOf(database), 'utf8')) as Partial<LastBackup>
    return Number.isNaN(Date.parse(at ?? '')) ? undefined : { at: String(at), file: String(file) }
  } catch {
    return undefined
  }
}
