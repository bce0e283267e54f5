import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import type { Random } from '../lib/crypto/random.ts'
import type { Clock } from '../lib/measure/clock.ts'
import type { Recency } from '../lib/measure/recency.ts'
import type { FairGate } from '../lib/queue/fair-gate.ts'
import type { AccessTokens } from '../parts/access-tokens.ts'
import type { Attempts } from '../parts/attempts.ts'
import type { CredentialUses } from '../parts/credential-uses.ts'
import type { DatabaseHealth } from '../parts/database-health.ts'
import type { DevicePolls } from '../parts/device-polls.ts'
import type { ExportPlaces } from '../parts/export-places.ts'
import type { HourCounts } from '../parts/hour-counts.ts'
import type { ImageWork } from '../parts/image-work.ts'
import type { LoginDigests } from '../parts/login-digests.ts'
import type { LookupLimiter } from '../parts/lookup-limiter.ts'
import type { PasskeyChallenges } from '../parts/passkey-challenges.ts'
import type { PlayerCertificates } from '../parts/player-certificates.ts'
import type { Portraits } from '../parts/portraits.ts'
import type { SigningKeys } from '../parts/signing-keys.ts'
import type { ExternalSkinSystem } from '../parts/skin-system/external.ts'
import type { StoredSecrets } from '../parts/stored-secrets.ts'
import type { TakenJoins } from '../parts/taken-joins.ts'
import type { TextureFiles } from '../parts/texture-files.ts'
import type { TexturesProperties } from '../parts/textures-properties.ts'
import type { UploadPlaces } from '../parts/upload-places.ts'
import type { WorkChallenges } from '../parts/work-challenges.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Database } from '../storage/engine/database.ts'

/** What the use cases need; made once in compose.ts and handed on. */
export interface Context {
  config: Config
  db: Database
  databaseHealth: DatabaseHealth
  clock: Clock
  random: Random
  log: Logger
  passwords: Passwords
  /** Marked by each join and hasJoined: while it is recent, password hashing leaves a core free for them. */
  joinTraffic: Recency
  takenJoins: TakenJoins
  secrets: StoredSecrets
  keys: SigningKeys
  accessTokens: AccessTokens
  credentialUses: CredentialUses
  attempts: Attempts
  hourCounts: HourCounts
  devicePolls: DevicePolls
  loginDigests: LoginDigests
  passkeyChallenges: PasskeyChallenges
  workChallenges: WorkChallenges
  texturesProperties: TexturesProperties
  lookupLimiter: LookupLimiter
  /** Registrations that are at work at a time: strangers wait in a line of their own, not for what players need. */
  registrationGate: FairGate
  imageWork: ImageWork
  exportPlaces: ExportPlaces
  uploadPlaces: UploadPlaces
  playerCertificates: PlayerCertificates
  textureFiles: TextureFiles
  portraits: Portraits
  /** Undefined where the built-in one serves. */
  skinSystem: ExternalSkinSystem | undefined
  /** The public {base_url}, without a trailing slash. Known once the service listens. */
  baseUrl: () => string
}
