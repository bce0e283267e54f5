import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { authme } from '../domain/import/authme.ts'
import { blessing } from '../domain/import/blessing.ts'
import { drasl } from '../domain/import/drasl.ts'
import { ely } from '../domain/import/ely.ts'
import { gameServer } from '../domain/import/game-server.ts'
import type { Source } from '../domain/import/source.ts'
import { systemClock } from '../lib/clock.ts'
import { type ForeignDatabase, ForeignDatabaseRefused } from '../storage/foreign/database.ts'
import { openForeign } from '../storage/foreign/open.ts'

interface OpenSource {
  source: Source
  close: () => Promise<void>
}

/** What only the operator of the other program knows. */
interface Particulars {
  table: string | undefined
  salt: string | undefined
}

/** Each opens what SOURCE names. Throws ForeignDatabaseRefused. */
export const sources: Readonly<
  Record<string, (address: string, particulars: Particulars) => Promise<OpenSource>>
> = {
  drasl: (address) => openDatabase(address, drasl),
  blessing: (address, { salt }) => openDatabase(address, (database) => blessing(database, salt)),
  ely: (address) => openDatabase(address, ely),
  authme: (address, { table }) => openDatabase(address, (database) => authme(database, table)),
  usercache: openFiles,
}

async function openDatabase(
  address: string,
  read: (database: ForeignDatabase) => Promise<Source>,
): Promise<OpenSource> {
  const database = await openForeign(address)
  try {
    return { source: await read(database), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openFiles(file: string): Promise<OpenSource> {
  const beside = (name: string) => join(dirname(file), name)
  const source = gameServer(
    {
      players: await json(file),
      bans: await json(beside('banned-players.json'), 'optional'),
      operators: await json(beside('ops.json'), 'optional'),
    },
    systemClock(),
  )
  if (!source)
    throw new ForeignDatabaseRefused('the files are not lists of players as a game server writes them')
  return { source, close: async () => undefined }
}

async function json(file: string, need?: 'optional'): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (need === 'optional' && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    const why = error instanceof Error ? error.message : String(error)
    throw new ForeignDatabaseRefused(why, { cause: error })
  }
}
