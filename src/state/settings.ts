import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import type { Clock } from '../lib/measure/clock.ts'
import { Patience } from '../lib/queue/patience.ts'
import {
  defaultAccent,
  defaultName,
  isSettingName,
  logoFileOf,
  type SettingName,
} from '../model/community/setting.ts'
import { allSettings, settingVersions } from '../storage/community/settings.ts'
import type { Database } from '../storage/engine/database.ts'
import type { SettingRow } from '../storage/schema/schema.ts'

/** The settings are read again after this time: a change shows on every instance within two seconds. */
const maxAgeMs = 1000

/** A picture that stands before the name on every page. */
interface StoredLogo {
  png: Buffer
  /** A version that differs for each picture that was chosen. */
  version: string
}

/** The settings of administrators, as this process knows them. What the environment says goes first. */
export class Settings {
  readonly #db: Database
  readonly #config: Pick<Config, 'accentColor' | 'serverName'>
  readonly #monotonic: Clock
  readonly #log: Logger
  #stored: ReadonlyMap<SettingName, string> = new Map()
  #logo: StoredLogo | undefined
  #versions = ''
  /** When they were read last, or could not be. */
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  readonly #patience = new Patience()

  constructor(
    db: Database,
    config: Pick<Config, 'accentColor' | 'serverName'>,
    monotonic: Clock,
    log: Logger,
  ) {
    this.#db = db
    this.#config = config
    this.#monotonic = monotonic
    this.#log = log
  }

  /** The name of this service in launchers, the game, pages and mail. */
  get serverName(): string {
    return this.#config.serverName ?? this.#stored.get('name') ?? defaultName
  }

  /** The accent colour as `#rrggbb`. */
  get accentColor(): string {
    return this.#config.accentColor ?? this.#stored.get('accent') ?? defaultAccent
  }

  get logo(): StoredLogo | undefined {
    return this.#logo
  }

  /** Returns a text of the start page, or undefined if there is none. */
  text(name: 'welcome' | 'rules' | 'links'): string | undefined {
    return this.#stored.get(name)
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
    this.#versions = versionsOf(rows)
  }
}

/** Returns a text that differs after every change. */
export const versionsOf = (rows: readonly Pick<SettingRow, 'name' | 'version'>[]): string =>
  rows.map(({ name, version }) => `${name}:${version}`).join(' ')
