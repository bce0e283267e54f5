import { embeddedFile } from '../../storage/engine/open.ts'
import { lockForService } from '../../storage/tools/service-lock.ts'
import { CommandRefused } from '../line/command.ts'

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined }

/**
 * Keeps services from starting on the embedded database while it is copied. Throws CommandRefused if one is
 * running. On PostgreSQL this can't be detected.
 */
export async function lockForCopy(databaseUrl: string): Promise<Disposable> {
  const path = embeddedFile(databaseUrl)
  const held = path === undefined ? nothingHeld : await lockForService(path)
  if (held) return held
  throw new CommandRefused(
    `Norn is running on ${path}, and its changes from now on would be lost; stop it and copy again`,
  )
}

/**
 * Reserves the embedded database for this service. Throws CommandRefused if another service uses it: their caches,
 * limits and sweeps would not see each other's changes. On PostgreSQL any number may run.
 */
export async function lockDatabase(databaseUrl: string): Promise<Disposable> {
  const path = embeddedFile(databaseUrl)
  if (path === undefined) return nothingHeld
  const held = await lockForService(path)
  if (held) return held
  throw new CommandRefused(
    `another Norn is already running on ${path}; stop it, or give this one its own NORN_DATA_DIR (several services on one database need PostgreSQL)`,
  )
}
