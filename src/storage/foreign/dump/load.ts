import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ForeignDatabaseRefused } from '../database.ts'
import { readCopiedRow, readCopy, readCreate, readInsert } from './parse.ts'
import { piecesOf } from './pieces.ts'
import { type Insert, Tables } from './tables.ts'

const readBytes = 1024 * 1024

/** What a file is, by how it begins. Throws ForeignDatabaseRefused for a dump in a format of its own. */
export async function isDump(file: string): Promise<boolean> {
  const start = await beginning(file)
  if (start.startsWith('PGDMP')) {
    throw new ForeignDatabaseRefused('it is no SQL yet; make it so: pg_restore -f dump.sql FILE')
  }
  const first = /^(?:\u00EF\u00BB\u00BF)?\s*(?:--|\/\*|#|\\|(?:pragma|set|begin|create|drop|insert|use)\b)/i
  return isGzip(start) || first.test(start)
}

const isGzip = (start: string): boolean => start.startsWith('\u001F\u008B')

/** Each byte is a character. */
async function beginning(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Reads a dump of mysqldump, phpMyAdmin, pg_dump or sqlite3, also one that gzip has packed, into a database of
 * SQLite that nobody else sees and that is gone when it is closed. Runs none of its statements, takes only tables and
 * rows, and holds one statement in memory. Throws ForeignDatabaseRefused.
 */
export async function loadDump(file: string): Promise<DatabaseSync> {
  // Without a name it is a file of SQLite's own, which is deleted already.
  const database = new DatabaseSync('')
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; begin')
    await load(database, await textOf(file))
    database.exec('commit')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function textOf(file: string): Promise<AsyncIterator<string>> {
  const bytes = createReadStream(file, { highWaterMark: readBytes })
  if (!isGzip(await beginning(file))) return bytes.setEncoding('utf8')[Symbol.asyncIterator]()
  // Whoever reads is told of a failure.
  const unpacked = pipeline(bytes, createGunzip({ chunkSize: readBytes }), () => undefined)
  return unpacked.setEncoding('utf8')[Symbol.asyncIterator]()
}

async function load(database: DatabaseSync, chunks: AsyncIterator<string>): Promise<void> {
  const { value: start = '' } = await chunks.next()
  // What each program writes first.
  const isOfOthers = /^\s*(?:--\s*)*PostgreSQL database dump|^pragma foreign_keys/im.test(
    start.slice(0, 4096),
  )
  const writing = { hasBackslashes: !isOfOthers }
  const tables = new Tables(database)
  let copy: Insert | undefined
  for await (const { kind, text } of piecesOf(joined(start, chunks), writing)) {
    if (kind === 'row') {
      copy?.(readCopiedRow(text))
      continue
    }
    const created = readCreate(text, writing)
    if (created) tables.create(created.table, created.columns)
    const inserted = readInsert(text, writing)
    // Its own, such as sqlite_sequence, are there by themselves.
    if (inserted && !inserted.table.startsWith('sqlite_')) {
      const insert = tables.insert(inserted.table, inserted.columns)
      for (const row of inserted.rows) insert(row)
    }
    const copied = readCopy(text, writing)
    copy = copied && tables.insert(copied.table, copied.columns)
  }
}

async function* joined(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
