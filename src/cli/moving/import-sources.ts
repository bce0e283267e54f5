import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemClock } from '../../lib/measure/clock.ts'
import { type AuthMeColumn, authmeColumns } from '../../moving/databases/authme.ts'
import { type ForeignDatabase, ForeignDatabaseRefused } from '../../moving/databases/database.ts'
import { openForeign } from '../../moving/databases/open.ts'
import { withPrefix } from '../../moving/databases/prefix.ts'
import { authme } from '../../moving/programs/authme.ts'
import { authmeAlgorithms } from '../../moving/programs/authme-password.ts'
import { blessing } from '../../moving/programs/blessing.ts'
import { drasl } from '../../moving/programs/drasl.ts'
import { ely } from '../../moving/programs/ely.ts'
import { gameServer } from '../../moving/programs/game-server.ts'
import type { PlayerFile } from '../../moving/programs/player-list.ts'
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
  algorithm: string | undefined
  split: true | undefined
}

interface Program {
  /** The details that this source accepts. */
  takes: readonly (keyof Particulars)[]
  /** Opens the source. Throws ForeignDatabaseRefused. */
  open: (address: string, particulars: Particulars) => Promise<OpenSource>
}

const programs: Readonly<Record<(typeof programNames)[number], Program>> = {
  drasl: {
    takes: ['split'],
    open: (address, { split: splitsUsers = false }) =>
      openDatabase(address, (database) => drasl(database, { splitsUsers })),
  },
  blessing: {
    takes: ['prefix', 'salt', 'split'],
    open: (address, { prefix = '', salt, split: splitsUsers = false }) =>
      openDatabase(address, (database) => blessing(withPrefix(database, prefix), { salt, splitsUsers })),
  },
  ely: { takes: [], open: (address) => openDatabase(address, ely) },
  authme: {
    takes: ['table', 'column', 'algorithm'],
    open: (address, { table, column, algorithm }) => {
      const columns = columnsOf(column ?? [])
      if (algorithm !== undefined && !authmeAlgorithms.includes(algorithm)) {
        const known = authmeAlgorithms.join(', ')
        throw new UsageError(
          `--algorithm is "${algorithm}"; write passwordHash of AuthMe's config.yml: ${known}`,
        )
      }
      return openDatabase(address, (database) => authme(database, { table, columns, algorithm }))
    },
  },
  usercache: { takes: [], open: openFiles },
}

/** Throws UsageError, and ForeignDatabaseRefused if the source can't be read or is something else. */
export async function openSource(
  from: string,
  address: string,
  { table, column, prefix, salt, algorithm, split }: Particulars,
): Promise<OpenSource> {
  const name = programNames.find((each) => each === from)
  if (!name) throw new UsageError(`--from must be one of ${programNames.join(', ')}`)
  const program = programs[name]
  const particulars = { table, column, prefix, salt, algorithm, split }
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
  const beside = async (name: string) => ({
    name,
    content: await readList(join(dirname(file), name), 'optional'),
  })
  const players = { name: basename(file), content: await readList(file) }
  const files = { players, bans: await beside('banned-players.json'), operators: await beside('ops.json') }
  const source = gameServer(files, systemClock())
  if (!source) throw new ForeignDatabaseRefused(problemOf(players))
  return { source, close: async () => undefined }
}

function problemOf({ content }: PlayerFile): string {
  if (content === 'empty') return 'it is empty'
  if (content === 'broken') return 'it is not JSON'
  return 'it is not a list of players with uuid and name, as a game server writes it'
}

async function readList(file: string, need?: 'optional'): Promise<PlayerFile['content']> {
  try {
    // Some editors begin a file with a byte order mark, which is not JSON.
    const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '')
    return text.trim() === '' ? 'empty' : { json: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken'
    if (need === 'optional') return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'closed'
    const why = error instanceof Error ? error.message : String(error)
    throw new ForeignDatabaseRefused(why, { cause: error })
  }
}
