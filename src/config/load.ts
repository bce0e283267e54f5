import { join } from 'node:path'
import { serversOf } from '../lib/postgres-url.ts'
import { type ConfigSoFar, conflictsOf, warningsOf } from './checks.ts'
import { findGiven, type Layer, readEnvFile, type Source } from './given.ts'
import { type Config, configKey, type Option, type OptionName, optionNames, options } from './options.ts'
import { httpUrlOf } from './values.ts'

export type { Config }

export interface Setting {
  /** What is in force, as it would be written; secrets hidden. Null when nothing is. */
  readonly value: string | null
  readonly source: Source | 'default'
}

export interface LoadedConfig {
  readonly config: Config
  readonly settings: Readonly<Record<OptionName, Setting>>
  /** One line each: what was given and is not used, or not wise. */
  readonly warnings: readonly string[]
}

/** One line for each setting that can't be used: variable, value, what is allowed and what to do. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Settings = Record<OptionName, { value: string | null; source: Setting['source'] }>

/** Reads the environment and the `.env` file of the directory. Throws ConfigRefused, with every problem at once. */
export function loadConfig(
  environment: Layer['variables'] = process.env,
  directory: string = process.cwd(),
): LoadedConfig {
  const problems: string[] = []
  const layers: Layer[] = [
    { source: 'environment', variables: environment },
    readEnvFile(directory, problems),
  ]

  const values: Record<string, unknown> = {}
  const settings = Object.fromEntries(
    optionNames.map((name) => {
      const option: Option<unknown> = options[name]
      const given = findGiven(name, option.secret, layers, directory, problems)
      const text = given?.text ?? option.standard
      const value = text === undefined ? undefined : option.kind.read(text, directory)
      if (text !== undefined && value === undefined)
        problems.push(problemOf(name, option, text, given?.source))
      values[configKey(name)] = value
      const source = given?.text === undefined ? 'default' : given.source
      return [name, { value: text === undefined ? null : shown(option, text), source }]
    }),
  ) as Settings

  const config: ConfigSoFar = values
  derive(config, settings)
  problems.push(...conflictsOf(config))
  if (problems.length > 0) throw new ConfigRefused(problems)
  return { config: config as Config, settings, warnings: warningsOf(config, layers) }
}

function problemOf(name: string, option: Option<unknown>, text: string, source: Source | undefined): string {
  const value = option.secret ? ' (value hidden)' : `=${JSON.stringify(text)}`
  const where = source === '.env' ? ' in .env' : ''
  return `${name}${value}${where} must be ${option.kind.allowed}; for example ${name}=${option.kind.example}`
}

/** A secret that is a URL keeps what is not secret in it: the operator looks for the host. */
function shown(option: Option<unknown>, text: string): string {
  if (!option.secret || text.startsWith('sqlite:')) return text
  const urls = (serversOf(text) ?? [text]).map((one) => URL.parse(one)).filter((one) => one !== null)
  const [url] = urls
  if (!url) return '(hidden)'
  const user = url.username || url.password ? '***@' : ''
  const hosts = urls.map(({ host }) => host).join(',')
  return `${url.protocol}//${user}${hosts}${url.pathname}${url.search ? '?***' : ''}`
}

/** Fills in the defaults that follow from other settings: a null value is one that nobody gave. */
function derive(config: ConfigSoFar, settings: Settings): void {
  if (settings.NORN_DATABASE_URL.value === null && config.dataDir !== undefined) {
    config.databaseUrl = `sqlite:${join(config.dataDir, 'norn.sqlite')}`
    settings.NORN_DATABASE_URL.value = config.databaseUrl
  }
  if (settings.NORN_BASE_URL.value === null && config.host !== undefined && config.port) {
    config.baseUrl = httpUrlOf({ host: config.host, port: config.port })
    settings.NORN_BASE_URL.value = config.baseUrl
  }
}
