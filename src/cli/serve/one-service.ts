import { embeddedFile } from '../../storage/engine/open.ts'
import { lockForService } from '../../storage/tools/service-lock.ts'
import { CommandRefused } from '../line/command.ts'

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined }

/**
 * Keeps services from the embedded database while it is copied. Throws CommandRefused where one has it. On PostgreSQL
 * nothing tells whether one runs.
 */
export async function lockForCopy(databaseUrl: string): Promise<Disposable> {
  const path = embeddedFile(databaseUrl)
  const held = path === undefined ? nothingHeld : await lockForService(path)
  if (held) return held
  throw new CommandRefused(
    `a Norn serves from ${path}, and what it writes from now on would be lost; stop it and copy again`,
  )
}

/**
 * Holds the embedded database for this service. Throws CommandRefused where another service has it: caches,
 * limits and the sweep of each would not see the other's. On PostgreSQL there may be any number.
 */
export async function lockDatabase(databaseUrl: string): Promise<Disposable> {
  const path = embeddedFile(databaseUrl)
  if (path === undefined) return nothingHeld
  const held = await lockForService(path)
  if (held) return held
  throw new CommandRefused(
    `another Norn already serves from ${path}; stop it, or give this one its own NORN_DATA_DIR (several services on one database need PostgreSQL)`,
  )
}
