import type { LoadedConfig } from '../config/load.ts'
import { listAccounts } from '../domain/accounts/find.ts'
import type { Context } from '../domain/context.ts'
import { version } from '../lib/version.ts'

/** Where the service can be reached: what `serve --json` prints. */
export interface Ready {
  baseUrl: string
  address: string
  /** A URL, or `off`. */
  operators: string
}

/** What the line with `listening` tells besides: what is asked for first when something is wrong. */
export async function startFields(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  { settings }: Pick<LoadedConfig, 'settings'>,
  ready: Ready,
): Promise<object> {
  const [anybody] = await listAccounts(context, { limit: 1 })
  return {
    version: version(),
    ...ready,
    database: settings.NORN_DATABASE_URL.value,
    dataDir: context.config.dataDir,
    ...(!anybody && {
      next: 'there is no account yet; make one with: norn account create --username NAME --email EMAIL',
    }),
  }
}
