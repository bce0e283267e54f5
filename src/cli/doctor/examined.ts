import type { Config } from '../../config/load.ts'
import type { SigningKeys } from '../../state/keys/signing-keys.ts'
import type { Database } from '../../storage/engine/database.ts'
import type { Asked } from './ask.ts'
import type { Finding } from './finding.ts'

/** An installation as far as it could be opened; what is undefined has findings of its own. */
export interface Examined {
  readonly config: Config
  readonly secretFiles: readonly string[]
  /** Whether the address of NORN_UPDATE_CHECK is asked now. */
  readonly isOnline: boolean
  readonly db: Database | undefined
  readonly keys: SigningKeys | undefined
  /** What answers at {base_url}/authlib-injector/, asked once. Rejects as `ask` does. */
  readonly root: () => Promise<Asked>
}

export type Check = (examined: Examined) => Promise<readonly Finding[]>
