import type { Logger } from 'pino'
import type { Config } from '../config/load.ts'
import type { Clock } from '../lib/clock.ts'
import type { Passwords } from '../lib/password/passwords.ts'
import type { Random } from '../lib/random.ts'
import type { Recently } from '../lib/recently.ts'
import type { Database } from '../storage/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { ImageWork } from './image-work.ts'
import type { LookupClients } from './lookup-clients.ts'
import type { PlayerCertificates } from './player-certificates.ts'
import type { Portraits } from './portraits.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { ExternalSkinSystem } from './skin-system/external.ts'
import type { TextureFiles } from './texture-files.ts'
import type { TexturesProperties } from './textures-properties.ts'

/** What the use cases need; made once in compose.ts and handed on. */
export interface Services {
  config: Config
  db: Database
  clock: Clock
  random: Random
  log: Logger
  passwords: Passwords
  /** Noted by each join and hasJoined: while there are any, password hashes leave them a core. */
  sessions: Recently
  keys: SigningKeys
  accessTokens: AccessTokens
  texturesProperties: TexturesProperties
  lookupClients: LookupClients
  imageWork: ImageWork
  playerCertificates: PlayerCertificates
  textureFiles: TextureFiles
  portraits: Portraits
  /** Undefined where the built-in one serves. */
  skinSystem: ExternalSkinSystem | undefined
  /** The public {base_url}, without a trailing slash. Known once the service listens. */
  baseUrl: () => string
}
