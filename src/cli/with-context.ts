import { openContext } from '../compose.ts'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import type { Context } from '../domain/context.ts'
import { openLog } from './log.ts'
import type { Output } from './output.ts'

/** Loads the configuration; what is odd in it is said on stderr. Throws ConfigRefused. */
export function configFor(output: Output): LoadedConfig {
  const loaded = loadConfig()
  for (const warning of loaded.warnings) output.note(`warning: ${warning}`)
  return loaded
}

/** Runs one command's work on the configured database, which may be in use by a running service. */
export async function withContext(output: Output, work: (context: Context) => Promise<void>): Promise<void> {
  const { config } = configFor(output)
  // Standard output belongs to what the command prints.
  await using context = await openContext(config, { log: openLog('warn', process.stderr) })
  await work(context)
}
