import { join } from 'node:path'
import { serversOf } from '../lib/net/postgres-url.ts'
import { conflictsOf, cutOffSentence, warningsOf } from './checks.ts'
import {
  type Config,
  type ConfigSoFar,
  configKey,
  type Option,
  type OptionName,
  optionNames,
  options,
} from './options.ts'
import { secretFilesOf } from './secret-files.ts'
import { findText, readEnvFile, type Source, type SourceName } from './sources.ts'
import { givenKey, httpUrlOf, randomText } from './values.ts'

export type { Config }

interface Setting {
  /** The value in force, as it would be written, with secrets hidden; null if there is none. */
  readonly value: string | null
  readonly source: SourceName | 'default'
}

export interface LoadedConfig {
  readonly config: Config
  readonly settings: Readonly<Record<OptionName, Setting>>
  /** One line per setting that is unused or unwise. */
  readonly warnings: readonly string[]
  /** Paths of the files that secrets were read from. */
  readonly secretFiles: readonly string[]
}

/** Returns true if a systemd unit of `Type=notify` started this process, and waits to be told about readiness. */
export const isServiceOfSystemd = (environment: Source['variables'] = process.env): boolean =>
  environment['NOTIFY_SOCKET'] !== undefined

/** The error for invalid settings. Each has a line: variable, value, what is allowed and what to do. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Settings = Record<OptionName, { value: string | null; source: Setting['source'] }>

/** Reads the environment and the `.env` file of the directory. Throws ConfigRefused, which lists every problem. */
export function loadConfig(
  environment: Source['variables'] = process.env,
  directory: string = process.cwd(),
): LoadedConfig {
  const problems: string[] = []
  const sources: Source[] = [
    { name: 'environment', variables: environment },
    readEnvFile(directory, problems),
  ]

  const values: Record<string, unknown> = {}
  const settings = Object.fromEntries(
    optionNames.map((name) => {
      const option: Option<unknown> = options[name]
      const found = findText(name, option.secret, sources, directory, problems)
      const text = found?.text ?? option.defaultText
      const value = text === undefined ? undefined : option.kind.read(text, directory)
      if (text !== undefined && value === undefined) {
        const isCutOff = sources.some(
          (source) => source.name === found?.source && source.cutOff?.includes(name),
        )
        const why = isCutOff ? `. ${cutOffSentence(name)}` : ''
        problems.push(problemOf(name, option, text, found?.source) + why)
      }
      values[configKey(name)] = value
      const source = found?.text === undefined ? 'default' : found.source
      return [name, { value: text === undefined ? null : shown(option, text), source }]
    }),
  ) as Settings

  const config: ConfigSoFar = values
  derive(config, settings)
  problems.push(...conflictsOf(config))
  if (problems.length > 0) throw new ConfigRefused(problems)
  const set = (name: OptionName) =>
    settings[name].source === 'default' ? undefined : (settings[name].value ?? '')
  return {
    config: config as Config,
    settings,
    warnings: warningsOf(config, set, sources, directory),
    secretFiles: secretFilesOf(sources, directory),
  }
}

function problemOf(
  name: string,
  option: Option<unknown>,
  text: string,
  source: SourceName | undefined,
): string {
  // A URL that should have no password may have one.
  const plain = text.replace(/\/\/[^/?#]*@/, '//…@')
  const value = option.secret ? ' (value hidden)' : `=${JSON.stringify(plain)}`
  const where = source === '.env' ? ' in .env' : ''
  return `${name}${value}${where} must be ${option.kind.allowed}; for example ${name}=${quoted(option.kind.example)}`
}

/** A # begins a comment in .env files and in shells. */
const quoted = (value: string): string => (value.includes('#') ? `"${value}"` : value)

/** Returns a value with its secret parts hidden. The host of a URL is shown, since operators look for it. */
function shown(option: Option<unknown>, text: string): string {
  if (!option.secret) return text
  // Random text may look like a URL.
  if (option.kind === randomText || option.kind === givenKey) return '(hidden)'
  if (text.startsWith('sqlite:')) return text
  const urls = (serversOf(text) ?? [text]).map((server) => URL.parse(server)).filter((url) => url !== null)
  const [url] = urls
  if (!url) return '(hidden)'
  const user = url.username || url.password ? '***@' : ''
  const hosts = urls.map(({ host }) => host).join(',')
  return `${url.protocol}//${user}${hosts}${url.pathname}${url.search ? '?***' : ''}`
}

/** Fills in the defaults that depend on other settings. A null value is a setting that is not set. */
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
