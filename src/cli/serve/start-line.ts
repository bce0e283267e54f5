import type { LoadedConfig } from '../../config/load.ts'
import { listAccounts } from '../../domain/accounts/find.ts'
import type { ReadContext } from '../../domain/context.ts'
import { version } from '../../lib/process/version.ts'
import type { Surroundings } from '../line/surroundings.ts'

/** The addresses of the service, as `serve --json` prints them. */
interface ServiceAddresses {
  baseUrl: string
  address: string
  /** A URL, or `off`. */
  operators: string
  /** The address of the link door, HOST:PORT. Undefined without one. */
  links?: string | undefined
}

/** Returns the fields of the line with `listening`: what one asks for first when something is wrong. */
export async function startFields(
  context: ReadContext,
  { settings }: Pick<LoadedConfig, 'settings'>,
  ready: ServiceAddresses,
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

/** Returns the start of a command line: in a checkout npm starts the service, and there is no program `norn`. */
const typedAs = (env: Surroundings['env']): string =>
  env['npm_lifecycle_event'] === undefined ? 'norn' : 'npm run --silent norn --'
