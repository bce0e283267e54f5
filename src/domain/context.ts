import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import type { Random } from '../lib/crypto/random.ts'
import type { Clock } from '../lib/measure/clock.ts'
import type { Recency } from '../lib/measure/recency.ts'
import type { Spans } from '../lib/measure/spans.ts'
import type { FairGate } from '../lib/queue/fair-gate.ts'
import type { LastLook } from '../lib/queue/last-look.ts'
import type { SentTest } from '../model/records/mail.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Attempts } from '../state/counters/attempts.ts'
import type { CredentialUses } from '../state/counters/credential-uses.ts'
import type { DayCounts } from '../state/counters/day-counts.ts'
import type { GameServers } from '../state/counters/game-servers.ts'
import type { HourCounts } from '../state/counters/hour-counts.ts'
import type { NeighbourNews } from '../state/counters/neighbour-news.ts'
import type { PastSums } from '../state/counters/past-sums.ts'
import type { PresenceReports } from '../state/counters/presence-reports.ts'
import type { TakenJoins } from '../state/counters/taken-joins.ts'
import type { DatabaseHealth } from '../state/database-health.ts'
import type { AccessTokens } from '../state/keys/access-tokens.ts'
import type { Challenges } from '../state/keys/challenges.ts'
import type { FormSeals } from '../state/keys/form-seals.ts'
import type { LoginDigests } from '../state/keys/login-digests.ts'
import type { PlayerCertificates } from '../state/keys/player-certificates.ts'
import type { SigningKeys } from '../state/keys/signing-keys.ts'
import type { StoredSecrets } from '../state/keys/stored-secrets.ts'
import type { KnownProviders } from '../state/known-providers.ts'
import type { BackupRuns } from '../state/limits/backup-runs.ts'
import type { DevicePolls } from '../state/limits/device-polls.ts'
import type { ExportPlaces } from '../state/limits/export-places.ts'
import type { LookupLimiter } from '../state/limits/lookup-limiter.ts'
import type { Rates } from '../state/limits/rates.ts'
import type { UploadPlaces } from '../state/limits/upload-places.ts'
import type { ForeignPlayers } from '../state/neighbours/foreign-players.ts'
import type { Neighbours } from '../state/neighbours/neighbours.ts'
import type { Pictures } from '../state/neighbours/pictures.ts'
import type { Providers } from '../state/providers/providers.ts'
import type { Settings } from '../state/settings.ts'
import type { DefaultSkins } from '../state/textures/default-skins.ts'
import type { ImageWork } from '../state/textures/image-work.ts'
import type { Portraits } from '../state/textures/portraits.ts'
import type { ExternalSkinSystem } from '../state/textures/skin-system.ts'
import type { TextureFiles } from '../state/textures/texture-files.ts'
import type { TexturesProperties } from '../state/textures/textures-properties.ts'
import type { Database } from '../storage/engine/database.ts'
import type { NetworkLook } from './checklist/look.ts'
import type { Widget } from './figures/widget-look.ts'

/** Everything that use cases need. compose.ts makes it once and passes it on. */
export interface Context {
  config: Config
  db: Database
  databaseHealth: DatabaseHealth
  /** Undefined if nobody asked for traces. */
  spans: Spans | undefined
  clock: Clock
  random: Random
  log: Logger
  passwords: Passwords
  /** Marked by each join and hasJoined. While it is recent, password hashing leaves a core free for them. */
  joinTraffic: Recency
  takenJoins: TakenJoins
  gameServers: GameServers
  neighbours: Neighbours
  neighbourNews: NeighbourNews
  foreignPlayers: ForeignPlayers
  pictures: Pictures
  providers: Providers
  knownProviders: KnownProviders
  secrets: StoredSecrets
  keys: SigningKeys
  accessTokens: AccessTokens
  credentialUses: CredentialUses
  attempts: Attempts
  hourCounts: HourCounts
  dayCounts: DayCounts
  pastSums: PastSums
  devicePolls: DevicePolls
  presenceRates: Rates
  presenceReports: PresenceReports
  loginDigests: LoginDigests
  challenges: Challenges
  formSeals: FormSeals
  texturesProperties: TexturesProperties
  lookupLimiter: LookupLimiter
  searchRates: Rates
  /** Limits the registrations in progress. Strangers wait in a line of their own, so that they do not delay players. */
  registrationGate: FairGate
  defaultSkins: DefaultSkins
  imageWork: ImageWork
  exportPlaces: ExportPlaces
  uploadPlaces: UploadPlaces
  playerCertificates: PlayerCertificates
  settings: Settings
  networkLook: LastLook<NetworkLook>
  widgetLook: LastLook<Widget>
  backupRuns: BackupRuns
  /** Sends the email that tests the configuration. Does not reject. */
  sendTestMail: (to: string, language: string) => Promise<SentTest>
  textureFiles: TextureFiles
  portraits: Portraits
  /** Undefined if the built-in skin system is used. */
  skinSystem: ExternalSkinSystem | undefined
  /** Returns the public {base_url}, without a trailing slash, which is known once the service listens. */
  baseUrl: () => string
}

// The sets that use cases name: each part of the context is in one of them, so who has a set can call all that need it.

/** The set for reading the current state. */
export type ReadContext = Pick<Context, 'clock' | 'config' | 'db'>

/** The set for changing something, recording it and notifying the owner. */
export type ChangeContext = ReadContext & Pick<Context, 'log' | 'random'>

/** The set for what is stored encrypted, or only as a keyed digest. */
export type SecretContext = Pick<Context, 'loginDigests' | 'secrets'>

/** The set for hashing passwords, in turn and within the limits of attempts. */
export type PasswordContext = Pick<Context, 'attempts' | 'passwords' | 'registrationGate'>

/** The set for tokens: signing, verifying, ending, and when they were last used. */
export type TokenContext = Pick<Context, 'accessTokens' | 'credentialUses' | 'keys' | 'playerCertificates'>

/** The set for textures and portraits. */
export type PictureContext = Pick<
  Context,
  | 'defaultSkins'
  | 'imageWork'
  | 'pictures'
  | 'portraits'
  | 'skinSystem'
  | 'textureFiles'
  | 'texturesProperties'
  | 'uploadPlaces'
>

/** The set for neighbours and their players. */
export type NeighbourContext = Pick<Context, 'foreignPlayers' | 'hourCounts' | 'neighbourNews' | 'neighbours'>

/** The set for services through which people sign in here. */
export type ProviderContext = Pick<Context, 'knownProviders' | 'providers'>

/** The set for players who join game servers. */
export type JoinContext = Pick<Context, 'dayCounts' | 'gameServers' | 'joinTraffic' | 'takenJoins'>

/** The set for figures of how many players come. */
export type FigureContext = ReadContext & Pick<Context, 'pastSums'>

/** The set for the site as people see it: its address and settings, its forms and what these ask for. */
export type SiteContext = Pick<Context, 'baseUrl' | 'challenges' | 'formSeals' | 'settings'>

/** The set for protecting the service itself, and for how it is. */
export type OperationContext = Pick<
  Context,
  | 'backupRuns'
  | 'databaseHealth'
  | 'devicePolls'
  | 'exportPlaces'
  | 'lookupLimiter'
  | 'networkLook'
  | 'widgetLook'
  | 'presenceRates'
  | 'presenceReports'
  | 'searchRates'
  | 'sendTestMail'
  | 'spans'
>
