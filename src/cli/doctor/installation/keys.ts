import { sign, verify } from 'node:crypto'
import { pino } from 'pino'
import type { Config } from '../../../config/load.ts'
import { encryptionState } from '../../../domain/operation/encryption.ts'
import { systemRandom } from '../../../lib/crypto/random.ts'
import { sha1WithRsa } from '../../../lib/crypto/sha1-with-rsa.ts'
import { systemClock } from '../../../lib/measure/clock.ts'
import { DatabaseUnavailable } from '../../../model/errors/database-unavailable.ts'
import { SigningKeys } from '../../../state/keys/signing-keys.ts'
import { StoredSecrets } from '../../../state/keys/stored-secrets.ts'
import { signingKeys } from '../../../storage/credentials/signing-keys.ts'
import type { Database } from '../../../storage/engine/database.ts'
import { encryptionRow } from '../../../storage/schema/encryption.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning, wrong } from '../finding.ts'

interface Loaded {
  /** Undefined if the keys can't be decrypted, or there are none. */
  readonly keys: SigningKeys | undefined
  /** Findings about the encryption of stored secrets. */
  readonly findings: Findings
}

/** Loads the signing keys, if NORN_SECRET decrypts them. Creates none. */
export async function loadKeys(db: Database, config: Config): Promise<Loaded> {
  const { state } = await encryptionState(db, systemRandom, config.secret)
  if (state === 'secret_missing')
    return without(
      wrong('the keys are encrypted and NORN_SECRET is not set', 'set it to the secret that encrypted them'),
    )
  if (state === 'secret_wrong')
    return without(
      wrong(
        'NORN_SECRET is not the secret that the keys are encrypted with',
        'set the right one; "norn secret status" tests it',
      ),
    )
  const secrets = await StoredSecrets.of(await encryptionRow(db), config.secret, systemRandom.bytes)
  // An unreadable key has a finding of its own.
  const log = pino({ level: 'silent' })
  const keys = new SigningKeys({ db, clock: systemClock, secrets, log }, config)
  try {
    await keys.reload()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    // OpenSSL's text names no key and no remedy.
    return without(
      wrong(
        'a signing key in the database is damaged, and the service does not start with it',
        'restore a backup from before: "norn restore FILE" (docs/operations.md)',
      ),
    )
  }
  return { keys: keys.all().length > 0 ? keys : undefined, findings: atRest(state, config) }
}

function atRest(state: 'clear' | 'encrypted', { secret }: Config): Finding {
  if (state === 'encrypted') return ok('keys and TOTP secrets are encrypted with NORN_SECRET')
  if (secret !== undefined)
    return warning(
      'NORN_SECRET is set, but keys and TOTP secrets are still unencrypted',
      'restart the service: it encrypts them',
    )
  return warning(
    'keys and TOTP secrets are unencrypted in the database and in every backup of it',
    'set NORN_SECRET_FILE to a file outside the data directory (docs/operations.md), or guard backups like passwords',
  )
}

const without = (finding: Finding): Loaded => ({ keys: undefined, findings: finding })

/** Signs with the private keys, and verifies with the published ones. */
export async function signatures({ db, keys }: Examined): Promise<Findings> {
  if (!db) return skipped('the database cannot be used')
  if (!keys) {
    const areStored = (await signingKeys(db)).length > 0
    return skipped(
      areStored
        ? 'the signing keys cannot be read: fix what "secrets" says first'
        : 'there are no signing keys yet; "norn serve" creates them',
    )
  }
  const sample = Buffer.from('norn doctor')
  const broken: Finding[] = []
  for (const use of ['tokens', 'textures'] as const) {
    if (!keys.all().some((key) => key.use === use)) {
      broken.push(wrong(`there is no ${use} key`, 'run "norn serve" once to create one'))
      continue
    }
    const key = keys.current(use)
    const isVerified =
      use === 'textures'
        ? verify(
            'RSA-SHA1',
            sample,
            key.publicKey,
            Buffer.from(await sha1WithRsa(sample, key.privateKey), 'base64'),
          )
        : verify('sha256', sample, key.publicKey, sign('sha256', sample, key.privateKey))
    if (!isVerified)
      broken.push(
        wrong(
          `signatures of the ${use} key ${key.kid} do not verify with its public key`,
          `run "norn key rotate ${use} --now"`,
        ),
      )
    if (!keys.published(use).some(({ kid }) => kid === key.kid))
      broken.push(wrong(`the ${use} key that signs is not published`, `run "norn key rotate ${use} --now"`))
  }
  return broken.length > 0 ? broken : ok('signatures of the tokens key and the textures key verify')
}
