import { embeddedFile } from '../storage/open.ts'
import { lockForService } from '../storage/tools/service-lock.ts'
import { CommandRefused } from './command.ts'

/**
 * Holds the embedded database for this service. Throws CommandRefused where another service has it: caches,
 * limits and the sweep of each would not see the other's. On PostgreSQL there may be any number.
 */
export async function holdDatabase(databaseUrl: string): Promise<Disposable> {
  const path = embeddedFile(databaseUrl)
  if (path === undefined) return { [Symbol.dispose]: () => undefined }
  const held = await lockForService(path)
  if (held) return held
  throw new CommandRefused(
    `another Norn already serves from ${path}; stop it, or give this one its own NORN_DATA_DIR (several services on one database need PostgreSQL)`,
  )
}
