import type { Layer } from './given.ts'
import { nearest } from './nearest.ts'
import { type Config, optionNames, options } from './options.ts'

/** The values that could be read. */
export type ConfigSoFar = { -readonly [Key in keyof Config]?: Config[Key] | undefined }

/** What is allowed alone and not together. */
export function conflictsOf({ workers, databaseUrl, host, port, metricsListen }: ConfigSoFar): string[] {
  const conflicts: string[] = []
  if (workers && workers > 1 && databaseUrl?.startsWith('sqlite:')) {
    conflicts.push(
      `NORN_WORKERS=${workers} asks for PostgreSQL, because two processes that write one embedded database stall each other; set NORN_DATABASE_URL to a postgres:// URL or NORN_WORKERS=1`,
    )
  }
  if (
    port &&
    typeof metricsListen === 'object' &&
    metricsListen.port === port &&
    metricsListen.host === host
  ) {
    conflicts.push(
      `NORN_METRICS_LISTEN=${metricsListen.host}:${port} is where NORN_HOST and NORN_PORT already listen; set it to another port or to off`,
    )
  }
  return conflicts
}

/** What was given and is not used, or is not wise. */
export function warningsOf(config: ConfigSoFar, layers: readonly Layer[]): string[] {
  return [...unknownVariables(layers), ...unreachable(config)]
}

function unknownVariables(layers: readonly Layer[]): string[] {
  const known = optionNames.flatMap((name) => (options[name].secret ? [name, `${name}_FILE`] : [name]))
  return layers.flatMap(({ source, variables }) =>
    Object.keys(variables)
      .filter((name) => name.startsWith('NORN_') && !known.includes(name))
      .map((name) => {
        const meant = nearest(name, known)
        const where = source === '.env' ? ' in .env' : ''
        return `${name}${where} is no setting of Norn and is ignored${meant ? `; did you mean ${meant}?` : ''}`
      }),
  )
}

function unreachable({ host, baseUrl = '' }: ConfigSoFar): string[] {
  if (!/^https?:\/\/(0\.0\.0\.0|\[::\])(:|\/|$)/.test(baseUrl)) return []
  return [
    `NORN_BASE_URL=${baseUrl} can not be reached from elsewhere; set it to the address that clients use (NORN_HOST is ${host})`,
  ]
}
