import type { SecretContext } from '../../domain/context.ts'
import { encryptionState, removeSecret, rotateSecret } from '../../domain/operation/encryption.ts'
import { systemRandom } from '../../lib/crypto/random.ts'
import { isoTimeOrNull } from '../../lib/text/instant.ts'
import { openDatabase } from '../../storage/engine/open.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused } from '../line/command.ts'
import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'
import { readCommand } from '../line/with-context.ts'
import { requireFile, requireSchema } from './schema-state.ts'

/** Works even if the secret is missing or wrong, when no other command opens the database. */
export async function status(_: object, output: Output): Promise<void> {
  const { databaseUrl, secret } = configFor(output).config
  requireFile(databaseUrl)
  await using db = await openDatabase(databaseUrl)
  await requireSchema(db, databaseUrl)
  const { state, encryptedAt, erasedAt } = await encryptionState(db, systemRandom, secret)
  output.object({ state, encryptedAt: isoTimeOrNull(encryptedAt), erasedAt: isoTimeOrNull(erasedAt) })
}

export const rotate = readCommand(async (context, _: object, output) => {
  const { secret, newSecret } = context.config
  if (newSecret === undefined) {
    throw new CommandRefused('NORN_NEW_SECRET is not set; set it, or NORN_NEW_SECRET_FILE, to the new secret')
  }
  if (newSecret === secret) {
    throw new CommandRefused('NORN_NEW_SECRET is the same as NORN_SECRET; set it to another one')
  }
  requireEncrypted(context)
  const { values } = await rotateSecret(context, commandActor(), context.secrets, newSecret)
  output.object(
    { values },
    `${values} keys and TOTP secrets are encrypted with the new secret. Set NORN_SECRET to it and restart every instance.`,
  )
})

export const remove = readCommand(async (context, _: object, output) => {
  requireEncrypted(context)
  const values = await removeSecret(context, commandActor(), context.secrets)
  output.object(
    { values },
    `${values} keys and TOTP secrets are stored unencrypted. Unset NORN_SECRET and restart every instance.`,
  )
})

function requireEncrypted({ secrets }: SecretContext): void {
  if (secrets.areEncrypted) return
  throw new CommandRefused(
    'the keys in the database are not encrypted; set NORN_SECRET and start the service to encrypt them',
  )
}
