import type { Config } from '../../config/load.ts'
import type { Asked } from '../../lib/net/ask.ts'
import type { SigningKeys } from '../../state/keys/signing-keys.ts'
import type { Database } from '../../storage/engine/database.ts'
import type { Findings } from './finding.ts'

/** An installation as far as it could be opened; the undefined parts have findings of their own. */
export interface Examined {
  readonly config: Config
  readonly secretFiles: readonly string[]
  /** True if the address of NORN_UPDATE_CHECK is to be fetched now. */
  readonly isOnline: boolean
  readonly db: Database | undefined
  readonly keys: SigningKeys | undefined
  /** Returns the answer of {base_url}/authlib-injector/, which is requested once. Rejects as `ask` does. */
  readonly root: () => Promise<Asked>
}

export type Check = (examined: Examined) => Promise<Findings>
