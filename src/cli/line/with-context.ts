import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Given, openContext } from '../../compose.ts'
import type { Config } from '../../config/load.ts'
import type { Context } from '../../domain/context.ts'
import { makeSchema, NoDatabase, requireFile, requireSchema } from '../database/schema-state.ts'
import { openLog } from '../serve/log.ts'
import { configFor } from './config-for.ts'
import type { Output } from './output.ts'

type Work = (context: Context) => Promise<void>

/**
 * Runs a command that changes something, even while a service uses the same database. Creates the database and the
 * keys if there are none. Throws CommandRefused for an older schema.
 */
export async function withContext(output: Output, work: Work): Promise<void> {
  const { config } = configFor(output)
  await run(output, config, { prepareSchema: makeSchema }, work)
}

/**
 * Runs a command that only reads, or changes only how things are stored. Creates nothing; throws CommandRefused if
 * there is no current database.
 */
export async function withReadOnlyContext(output: Output, work: Work): Promise<void> {
  const { config } = configFor(output)
  requireFile(config.databaseUrl)
  const prepareSchema: Given['prepareSchema'] = (db) => requireSchema(db, config.databaseUrl)
  await run(output, config, { prepareSchema, makeKeys: false }, work)
}

type InContext<Given> = (context: Context, given: Given, output: Output) => Promise<void>

/** Makes a command that changes something, with `withContext`. */
export const writeCommand =
  <Given>(work: InContext<Given>) =>
  (given: Given, output: Output): Promise<void> =>
    withContext(output, (context) => work(context, given, output))

/** Makes a command that reads, with `withReadOnlyContext`. */
export const readCommand =
  <Given>(work: InContext<Given>) =>
  (given: Given, output: Output): Promise<void> =>
    withReadOnlyContext(output, (context) => work(context, given, output))

/** Works like withReadOnlyContext, but if there is no database yet, on an empty one that is discarded afterwards. */
export async function withDryRunContext(output: Output, work: Work): Promise<void> {
  try {
    await withReadOnlyContext(output, work)
  } catch (error) {
    if (!(error instanceof NoDatabase)) throw error
    await withThrowawayDatabase(output, work)
  }
}

async function withThrowawayDatabase(output: Output, work: Work): Promise<void> {
  const { config } = configFor(output)
  const directory = await mkdtemp(join(tmpdir(), 'norn-dry-run-'))
  try {
    const databaseUrl = `sqlite:${join(directory, 'norn.sqlite')}`
    await run(output, { ...config, databaseUrl }, { prepareSchema: makeSchema, makeKeys: false }, work)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function run(output: Output, config: Config, given: Given, work: Work): Promise<void> {
  // Standard output is for the command's own output.
  await using context = await openContext(config, {
    ...given,
    log: await openLog({ ...config, logLevel: 'warn' }, output.surroundings.stderr),
  })
  await work(context)
}
