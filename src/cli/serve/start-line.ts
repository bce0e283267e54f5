import type { LoadedConfig } from '../../config/load.ts'
import { listAccounts } from '../../domain/accounts/find.ts'
import type { Context, ReadContext } from '../../domain/context.ts'
import { version } from '../../lib/process/version.ts'
import type { Surroundings } from '../line/surroundings.ts'

/** Where the service can be reached: what `serve --json` prints. */
export interface Ready {
  baseUrl: string
  address: string
  /** A URL, or `off`. */
  operators: string
}

/** What the line with `listening` tells besides: what is asked for first when something is wrong. */
export async function startFields(
  context: ReadContext & Pick<Context, 'config'>,
  { settings }: Pick<LoadedConfig, 'settings'>,
  ready: Ready,
  { env }: Pick<Surroundings, 'env'>,
): Promise<object> {
  const [anybody] = await listAccounts(context, { limit: 1 })
  return {
    version: version(),
    ...ready,
    database: settings.NORN_DATABASE_URL.value,
    dataDir: context.config.dataDir,
    ...(!anybody && {
      next: `no accounts yet; create one with: ${typedAs(env)} account create --username NAME --email EMAIL`,
    }),
  }
}

/** The start of a command line: in a checkout npm starts the service, and no program `norn` is installed. */
const typedAs = (env: Surroundings['env']): string =>
  env['npm_lifecycle_event'] === undefined ? 'norn' : 'npm run --silent norn --'
