import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemClock } from '../../lib/measure/clock.ts'
import { type AuthMeColumn, authmeColumns } from '../../moving/databases/authme.ts'
import { type ForeignDatabase, ForeignDatabaseRefused } from '../../moving/databases/database.ts'
import { openForeign } from '../../moving/databases/open.ts'
import { withPrefix } from '../../moving/databases/prefix.ts'
import { authme } from '../../moving/programs/authme.ts'
import { blessing } from '../../moving/programs/blessing.ts'
import { drasl } from '../../moving/programs/drasl.ts'
import { ely } from '../../moving/programs/ely.ts'
import { gameServer } from '../../moving/programs/game-server.ts'
import type { Source } from '../../moving/programs/source.ts'
import { UsageError } from '../line/command.ts'
import { programNames } from './import-programs.ts'

interface OpenSource {
  source: Source
  close: () => Promise<void>
}

/** Details that only the operator of the other program knows. */
interface Particulars {
  table: string | undefined
  column: readonly string[] | undefined
  prefix: string | undefined
  salt: string | undefined
}

interface Program {
  /** The details that this source accepts. */
  takes: readonly (keyof Particulars)[]
  /** Opens the source. Throws ForeignDatabaseRefused. */
  open: (address: string, particulars: Particulars) => Promise<OpenSource>
}

const programs: Readonly<Record<(typeof programNames)[number], Program>> = {
  drasl: { takes: [], open: (address) => openDatabase(address, drasl) },
  blessing: {
    takes: ['prefix', 'salt'],
    open: (address, { prefix = '', salt }) =>
      openDatabase(address, (database) => blessing(withPrefix(database, prefix), salt)),
  },
  ely: { takes: [], open: (address) => openDatabase(address, ely) },
  authme: {
    takes: ['table', 'column'],
    open: (address, { table, column }) => {
      const columns = columnsOf(column ?? [])
      return openDatabase(address, (database) => authme(database, { table, columns }))
    },
  },
  usercache: { takes: [], open: openFiles },
}

/** Throws UsageError, and ForeignDatabaseRefused if the source can't be read or is something else. */
export async function openSource(
  from: string,
  address: string,
  { table, column, prefix, salt }: Particulars,
): Promise<OpenSource> {
  const name = programNames.find((each) => each === from)
  if (!name) throw new UsageError(`--from must be one of ${programNames.join(', ')}`)
  const program = programs[name]
  const particulars = { table, column, prefix, salt }
  for (const [option, value] of Object.entries(particulars)) {
    if (value !== undefined && !program.takes.some((taken) => taken === option))
      throw new UsageError(`--${option} is not for ${from}; leave it out`)
  }
  return program.open(address, particulars)
}

/** Reads the pairs `NAME=THEIRS` into a map. */
function columnsOf(written: readonly string[]): Map<AuthMeColumn, string> {
  return new Map(
    written.map((pair) => {
      const [, name, theirs] = /^(\w+)=(.+)$/s.exec(pair) ?? []
      const column = authmeColumns.find((each) => each === name)
      if (!column || theirs === undefined) {
        throw new UsageError(
          `--column is "${pair}"; write NAME=THEIRS, NAME one of ${authmeColumns.join(', ')}`,
        )
      }
      return [column, theirs]
    }),
  )
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
