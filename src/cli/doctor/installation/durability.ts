import type { Config } from '../../../config/load.ts'
import { embeddedFile } from '../../../storage/engine/open.ts'
import { type ServerCondition, serverCondition } from '../../../storage/postgres/condition.ts'
import { type DiskCondition, damageOf, diskCondition } from '../../../storage/tools/disk-condition.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, skipped, warning, wrong } from '../finding.ts'

const mib = 1024 * 1024
/** With less free space, the next writes may fail. */
const leastFreeBytes = 100 * mib
/** A backup, `norn secret rotate` and a migration may each need as much space as the database. */
const comfortableFreeBytes = 1024 * mib
/** A larger database takes seconds to read. */
const maxReadBytes = 1024 * mib
/** The connections of each process (docs/operations.md). */
const connectionsOfProcess = 13

/** Checks if acknowledged changes survive a crash, and if there is room for more. */
export async function durability({ config, db }: Examined): Promise<Findings> {
  if (!db) return skipped('the database cannot be used')
  const file = embeddedFile(config.databaseUrl)
  if (file === undefined) return ofServer(await serverCondition(db), config)
  const disk = await diskCondition(file)
  return found(ofDisk(file, disk), damage(file, disk))
}

function damage(file: string, { databaseBytes }: DiskCondition): Finding | undefined {
  const problem = databaseBytes > maxReadBytes ? undefined : damageOf(file)
  if (problem === undefined) return undefined
  return wrong(
    `${file} is damaged (${problem})`,
    'stop Norn, move the file and its -wal and -shm away, and run "norn restore FILE --verify"',
  )
}

function ofDisk(file: string, { kind, databaseBytes, freeBytes }: DiskCondition): Findings {
  const free = `${sizeOf(freeBytes)} free on the disk of ${file}`
  const isFull = freeBytes < leastFreeBytes
  const findings = found(
    kind === 'memory' &&
      wrong(`${file} is in memory and is lost when the machine restarts`, 'set NORN_DATA_DIR to a disk'),
    kind === 'container' &&
      wrong(`${file} is in the container and is lost with it`, 'mount a volume and set NORN_DATA_DIR to it'),
    kind === 'network' &&
      warning(
        `${file} is on a network share, where locks and syncs may be lost`,
        'set NORN_DATA_DIR to a local disk, or use PostgreSQL',
      ),
    isFull && wrong(free, 'free some space: otherwise nothing can be written'),
    !isFull &&
      freeBytes < Math.max(comfortableFreeBytes, databaseBytes) &&
      warning(
        free,
        `free some space: the database has ${sizeOf(databaseBytes)}, and a backup needs space, too`,
      ),
  )
  if (findings.length > 0) return findings
  return ok(`embedded, durable (synchronous=FULL), ${sizeOf(databaseBytes)}, ${free}`)
}

function ofServer(server: ServerCondition, { workers }: Config): Findings {
  const needed = (workers > 1 ? workers + 1 : 1) * connectionsOfProcess
  const isOff = (name: 'fsync' | 'full_page_writes') =>
    server[name] !== 'on' &&
    wrong(
      `PostgreSQL has ${name}=off: a crash may damage the whole database`,
      `set ${name} = on and restart it`,
    )
  const findings = found(
    isOff('fsync'),
    isOff('full_page_writes'),
    server.synchronous_commit === 'off' &&
      wrong(
        'PostgreSQL has synchronous_commit=off: acknowledged changes may be lost in a crash',
        'set it to on for the server, or for this role: alter role … set synchronous_commit = on',
      ),
    server.read_only === 'on' &&
      wrong(
        'the database server is read-only',
        'name the primary in NORN_DATABASE_URL, or all servers of the cluster',
      ),
    server.max_connections < needed &&
      warning(
        `PostgreSQL takes ${server.max_connections} connections, and this instance opens up to ${needed}`,
        'raise max_connections, or use PgBouncer',
      ),
  )
  if (findings.length > 0) return findings
  return ok(
    `PostgreSQL ${server.version}, durable (fsync, synchronous_commit=${server.synchronous_commit}), ${sizeOf(server.bytes)}; watch the free space of its disk on the server`,
  )
}

function sizeOf(bytes: number): string {
  if (bytes < mib) return `${Math.ceil(bytes / 1024)} KiB`
  return bytes < 1024 * mib ? `${Math.round(bytes / mib)} MiB` : `${(bytes / mib / 1024).toFixed(1)} GiB`
}
