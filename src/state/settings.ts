import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import { configKey } from '../config/options.ts'
import { digest } from '../lib/crypto/digest.ts'
import type { Clock } from '../lib/measure/clock.ts'
import { Patience } from '../lib/queue/patience.ts'
import { logoFileOf } from '../model/community/setting.ts'
import {
  isSettingName,
  type SettingName,
  type SettingValues,
  settingFields,
  settingNames,
  settingValue,
} from '../model/fields/setting.ts'
import { allSettings, settingVersions } from '../storage/community/settings.ts'
import type { Database } from '../storage/engine/database.ts'
import type { SettingRow } from '../storage/schema/rows/community.ts'

/** The settings are read again after this time: a change shows on every instance within two seconds. */
const maxAgeMs = 1000

/** A picture that stands before the name on every page. */
interface StoredLogo {
  png: Buffer
  /** A version that differs for each picture that was chosen. */
  version: string
}

/** The rules that people accept, and a version that is the same for the same text. */
interface RulesInForce {
  text: string
  version: string
}

/** The settings of administrators, as this process knows them. What the environment says goes first. */
export class Settings {
  readonly #db: Database
  readonly #environment: ReadonlyMap<SettingName, string | undefined>
  readonly #monotonic: Clock
  readonly #log: Logger
  #stored: ReadonlyMap<SettingName, string> = new Map()
  #logo: StoredLogo | undefined
  #rules: RulesInForce | undefined
  #versions = ''
  /** When they were read last, or could not be. */
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  readonly #patience = new Patience()

  constructor(db: Database, config: Config, monotonic: Clock, log: Logger) {
    this.#db = db
    this.#environment = new Map(settingNames.map((name) => [name, ofEnvironment(config, name)]))
    this.#monotonic = monotonic
    this.#log = log
  }

  /** The name of this service in launchers, the game, pages and mail. */
  get serverName(): string {
    return this.valueOf('name')
  }

  /** The accent colour as `#rrggbb`. */
  get accentColor(): string {
    return this.valueOf('accent')
  }

  get logo(): StoredLogo | undefined {
    return this.#logo
  }

  get rules(): RulesInForce | undefined {
    return this.#rules
  }

  /** Returns the value in force. */
  valueOf<Name extends SettingName>(name: Name): SettingValues[Name] {
    return settingValue(name, this.#environment.get(name) ?? this.#stored.get(name))
  }

  /**
   * Reads the changes, unless that was done in the last `ageMs` milliseconds; then it returns undefined. If the database is
   * away or slow, the known settings serve, and are read again as late as if it had answered.
   */
  refresh(ageMs = maxAgeMs): Promise<void> | undefined {
    if (this.#monotonic() - this.#readAt < ageMs || this.#patience.isSpent) return undefined
    this.#reading ??= this.#begin()
    return this.#reading
  }

  /** Makes the next `refresh` read again, because a reading that began earlier may have missed a change. */
  outdate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
    this.#reading = undefined
    this.#patience.renew()
  }

  #begin(): Promise<void> {
    const begunAt = this.#monotonic()
    const reading: Promise<void> = this.#patience.wait(
      this.#read().finally(() => {
        // After `outdate`, another one is under way or due.
        if (this.#reading !== reading) return
        this.#readAt = begunAt
        this.#reading = undefined
      }),
      undefined,
    )
    return reading
  }

  async #read(): Promise<void> {
    try {
      const versions = versionsOf(await settingVersions(this.#db))
      if (versions !== this.#versions) this.#take(await allSettings(this.#db))
    } catch (error) {
      this.#log.debug({ err: error }, 'the settings cannot be read')
    }
  }

  #take(rows: readonly SettingRow[]): void {
    this.#stored = new Map(
      rows.flatMap(({ name, value }) => (isSettingName(name) ? [[name, value] as const] : [])),
    )
    const logo = rows.find(({ name }) => name === 'logo')
    this.#logo = logo && { png: logoFileOf(logo.value), version: logo.version }
    const text = this.valueOf('rules')
    this.#rules = text === null ? undefined : { text, version: digest(text).slice(0, 16) }
    this.#versions = versionsOf(rows)
  }
}

/** Returns the text that the environment has for a setting, which wins: of the logo the path of its file. */
export function ofEnvironment(config: Config, name: SettingName): string | undefined {
  const field = settingFields[name]
  const value = 'variable' in field ? config[configKey(field.variable)] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Returns a text that differs after every change. */
export const versionsOf = (rows: readonly Pick<SettingRow, 'name' | 'version'>[]): string =>
  rows.map(({ name, version }) => `${name}:${version}`).join(' ')
