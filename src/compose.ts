import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Config } from './config/load.ts'
import { networkLook } from './domain/checklist/look.ts'
import type { Context } from './domain/context.ts'
import { widgetLook } from './domain/figures/widget-look.ts'
import { maxReporters, presenceRate } from './domain/friends/budgets.ts'
import { cleanTexture } from './domain/game/clean.ts'
import { maxSearchers, searchRate } from './domain/library/listing.ts'
import { encryptSecrets } from './domain/operation/encryption.ts'
import { type Random, systemRandom } from './lib/crypto/random.ts'
import { Folder } from './lib/files/folder.ts'
import { type Clock, monotonicClock, systemClock } from './lib/measure/clock.ts'
import { Recency } from './lib/measure/recency.ts'
import type { Spans } from './lib/measure/spans.ts'
import { FairGate } from './lib/queue/fair-gate.ts'
import { nearestOf } from './lib/text/intl.ts'
import { MailNotSent } from './mail/not-sent.ts'
import { DatabaseUnavailable } from './model/errors/database-unavailable.ts'
import type { SentTest } from './model/records/mail.ts'
import { Passwords } from './passwords/passwords.ts'
import { Attempts } from './state/counters/attempts.ts'
import { CredentialUses } from './state/counters/credential-uses.ts'
import { DayCounts } from './state/counters/day-counts.ts'
import { GameServers } from './state/counters/game-servers.ts'
import { HourCounts } from './state/counters/hour-counts.ts'
import { NeighbourNews } from './state/counters/neighbour-news.ts'
import { PastSums } from './state/counters/past-sums.ts'
import { PresenceReports } from './state/counters/presence-reports.ts'
import { TakenJoins } from './state/counters/taken-joins.ts'
import { DatabaseHealth } from './state/database-health.ts'
import { AccessTokens } from './state/keys/access-tokens.ts'
import { Challenges } from './state/keys/challenges.ts'
import { FormSeals } from './state/keys/form-seals.ts'
import { LoginDigests } from './state/keys/login-digests.ts'
import { PlayerCertificates } from './state/keys/player-certificates.ts'
import { SigningKeys } from './state/keys/signing-keys.ts'
import { StoredSecrets } from './state/keys/stored-secrets.ts'
import { KnownProviders } from './state/known-providers.ts'
import { BackupRuns } from './state/limits/backup-runs.ts'
import { DevicePolls } from './state/limits/device-polls.ts'
import { ExportPlaces } from './state/limits/export-places.ts'
import { LookupLimiter } from './state/limits/lookup-limiter.ts'
import { Rates } from './state/limits/rates.ts'
import { UploadPlaces } from './state/limits/upload-places.ts'
import { ForeignPlayers } from './state/neighbours/foreign-players.ts'
import { type Answered, Neighbours } from './state/neighbours/neighbours.ts'
import { Pictures } from './state/neighbours/pictures.ts'
import { Providers } from './state/providers/providers.ts'
import { Settings } from './state/settings.ts'
import { SharedClock } from './state/shared-clock.ts'
import { DefaultSkins } from './state/textures/default-skins.ts'
import { ImageWork } from './state/textures/image-work.ts'
import { Portraits } from './state/textures/portraits.ts'
import { TextureFiles } from './state/textures/texture-files.ts'
import { TexturesProperties } from './state/textures/textures-properties.ts'
import type { Database } from './storage/engine/database.ts'
import { openDatabase } from './storage/engine/open.ts'
import { encryptionRow } from './storage/schema/encryption.ts'
import { migrate } from './storage/schema/migrate.ts'
import { refuseUnfinishedCopy } from './storage/tools/copy.ts'
import { languages } from './texts/languages.ts'

/** Parts that a test or a command replaces. */
export interface Given {
  clock?: Clock
  /** A clock for durations, which setting the system's time must not change. */
  monotonic?: Clock
  random?: Random
  log?: Logger
  /** Checks or creates the schema of the opened database; by default `migrate`. */
  prepareSchema?: (db: Database) => Promise<unknown>
  /** False if missing signing keys must not be created and nothing is encrypted. */
  makeKeys?: boolean
  /** Set if requests are traced. It is not closed here. */
  spans?: Spans | undefined
}

/** A game server that has just asked will ask again, so one core is kept free of hashing for this time (ms). */
const joinTrafficMs = 1000

/** While game servers ask, a core rests for this time after each hash, since every sign-in also delays their answers (ms). */
export const restAfterHashMs = 15

/** The most hashes that may wait for a core in one queue: a second or two of work, half of it for one network. */
export const maxWaitingPerCore = { all: 128, group: 64 }

export interface OpenContext extends Context {
  /** Has to be called once the service listens if the base URL is not configured. */
  listensAt(baseUrl: string): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the database, updates its schema, and loads or creates the keys. Everything is opened here. */
export async function openContext(config: Config, given: Given = {}): Promise<OpenContext> {
  const databaseHealth = new DatabaseHealth(monotonicClock, given.spans)
  const db = await openDatabase(config.databaseUrl, databaseHealth)
  try {
    await (given.prepareSchema ?? migrate)(db)
    await refuseUnfinishedCopy(db)
    return await assemble(config, db, databaseHealth, given)
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Loaded when somebody wants to know: its library takes 6 MB. */
async function isMailRefused(smtpUrl: string): Promise<boolean> {
  const { mailServerProblem } = await import('./mail/try-server.ts')
  const problem = await mailServerProblem(smtpUrl)
  return problem !== undefined && problem.about !== 'unencrypted'
}

/** Returns what sends the email that tests the configuration. It is loaded when somebody wants to know, too. */
const testMail =
  (config: Config, url: () => string, clock: Clock, random: Random, settings: Settings, log: Logger) =>
  async (to: string, given: string): Promise<SentTest> => {
    const { sendTest } = await import('./mail/send-test.ts')
    const { accentColor, serverName } = settings
    const looks = { accentColor, serverName, language: nearestOf(languages, given) ?? config.language }
    try {
      return await sendTest(config, url(), { id: random.uuid(), to, at: clock(), looks })
    } catch (error) {
      if (error instanceof MailNotSent) return { problem: error.message }
      log.error({ err: error }, 'the test email was not sent')
      return { problem: 'an error of Norn, which is in the log' }
    }
  }

async function assemble(
  config: Config,
  db: Database,
  databaseHealth: DatabaseHealth,
  given: Given,
): Promise<OpenContext> {
  const log = given.log ?? pino({ level: config.logLevel })
  const sharedClock =
    given.clock || db.dialect === 'sqlite' ? undefined : new SharedClock(db, systemClock, log)
  await sharedClock?.compare()
  const clock = given.clock ?? (sharedClock ? () => sharedClock.now() : systemClock)
  const random = given.random ?? systemRandom
  let baseUrl = config.baseUrl
  const url = (): string => {
    if (baseUrl === undefined) throw new Error('the base URL is not known before the service listens')
    return baseUrl
  }
  const secrets =
    given.makeKeys === false
      ? await StoredSecrets.of(await encryptionRow(db), config.secret, random.bytes)
      : await encryptSecrets({ config, db, clock, random, log }, config.secret)
  const keys = new SigningKeys({ db, clock, secrets, log }, config)
  await (given.makeKeys === false ? keys.reload() : keys.open())
  const { spans } = given
  const playerCertificates = new PlayerCertificates(keys, clock, spans)
  // The workers of a machine share its cores.
  const cores = Math.max(1, Math.floor(availableParallelism() / config.workers))
  const costs = {
    memory: config.passwordMemory,
    iterations: config.passwordIterations,
    parallelism: config.passwordParallelism,
  }
  const joinTraffic = new Recency(joinTrafficMs, monotonicClock)
  const hashesAtOnce = () => (joinTraffic.isRecent ? Math.max(1, cores - 1) : cores)
  const waiting = { all: maxWaitingPerCore.all * cores, group: maxWaitingPerCore.group * cores }
  const imagesAtOnce = () => (joinTraffic.isRecent ? Math.ceil(cores / 2) : cores)
  const imageWork = new ImageWork(imagesAtOnce, waiting)
  const credentialUses = new CredentialUses(db, clock, log)
  const loginDigests = new LoginDigests(keys)
  const monotonic = given.monotonic ?? monotonicClock
  const attempts = new Attempts(db, clock, monotonic, loginDigests, log)
  const hourCounts = new HourCounts(db, clock, log)
  const dayCounts = new DayCounts(db, clock, log)
  const gameServers = new GameServers(db, clock, monotonic, log)
  const neighbourNews = new NeighbourNews(db, clock, loginDigests, secrets, log)
  // A command that only reads writes nothing down.
  const answered: Answered | undefined =
    given.makeKeys === false ? undefined : (id, problem) => neighbourNews.answered(id, problem)
  const neighbours = new Neighbours(monotonic, () => baseUrl, answered, spans)
  const providers = new Providers(() => baseUrl)
  const pictures = new Pictures(monotonic, () => baseUrl, log)
  const { skinSystemUrl } = config
  const skinSystem =
    skinSystemUrl === undefined
      ? undefined
      : new (await import('./state/textures/skin-system.ts')).ExternalSkinSystem(
          skinSystemUrl,
          monotonic,
          log,
        )
  const defaultSkins = new DefaultSkins(
    skinSystem ? undefined : new Folder(join(config.dataDir, 'default-skins')),
    (png, model) => cleanTexture({ config, imageWork }, 'default skins', 'skin', { png, model }),
    log,
  )
  const { texturesUrl: address, s3KeyId: keyId, s3Secret: secret } = config
  const store =
    address === undefined || keyId === undefined || secret === undefined
      ? undefined
      : new (await import('./state/textures/object-store.ts')).ObjectStore(
          { address, keyId, secret },
          { clock, monotonic, log },
        )
  const textureFiles = new TextureFiles({ db, clock, defaultSkins, store, log })
  const publicUrl = address && config.texturesPublicUrl
  const settings = new Settings(db, config, monotonic, log)
  return {
    config,
    db,
    databaseHealth,
    spans,
    clock,
    random,
    log,
    passwords: new Passwords(costs, hashesAtOnce, waiting, random.bytes, {
      restMs: () => (joinTraffic.isRecent ? restAfterHashMs : 0),
      isOutage: (error) => error instanceof DatabaseUnavailable,
      spans,
    }),
    joinTraffic,
    takenJoins: new TakenJoins(clock),
    gameServers,
    neighbours,
    neighbourNews,
    foreignPlayers: new ForeignPlayers(neighbours, monotonic),
    pictures,
    providers,
    knownProviders: new KnownProviders(db, monotonic, log),
    secrets,
    keys,
    accessTokens: new AccessTokens(keys, url, monotonicClock, spans),
    credentialUses,
    devicePolls: new DevicePolls(clock),
    presenceRates: new Rates(monotonic, presenceRate, maxReporters),
    presenceReports: new PresenceReports(),
    loginDigests,
    attempts,
    hourCounts,
    dayCounts,
    pastSums: new PastSums(clock),
    challenges: new Challenges(keys, clock, random.bytes),
    formSeals: new FormSeals(keys, random.bytes),
    lookupLimiter: new LookupLimiter(db, clock, config, log),
    searchRates: new Rates(monotonic, searchRate, maxSearchers),
    registrationGate: new FairGate(() => cores, waiting),
    texturesProperties: new TexturesProperties(
      keys,
      clock,
      { baseUrl: url, publicUrl },
      defaultSkins,
      skinSystem,
      spans,
    ),
    defaultSkins,
    imageWork,
    exportPlaces: new ExportPlaces(),
    uploadPlaces: new UploadPlaces(),
    textureFiles,
    portraits: new Portraits(imageWork, textureFiles),
    skinSystem,
    playerCertificates,
    settings,
    networkLook: networkLook({ baseUrl: url, config }, monotonic, isMailRefused),
    widgetLook: widgetLook({ clock, config, db }, monotonic),
    backupRuns: new BackupRuns(clock, log),
    sendTestMail: testMail(config, url, clock, random, settings, log),
    baseUrl: url,
    listensAt: (at) => {
      baseUrl ??= at
    },
    [Symbol.asyncDispose]: async () => {
      playerCertificates.close()
      sharedClock?.stop()
      databaseHealth.stop()
      await pictures.close()
      await credentialUses.flush()
      await attempts.flush()
      await hourCounts.flush()
      await dayCounts.flush()
      await gameServers.flush()
      await neighbourNews.flush()
      await db.close()
    },
  }
}
