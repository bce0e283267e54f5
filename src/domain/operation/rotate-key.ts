import type { Actor } from '../../model/accounts/actor.ts'
import type { RecordKey } from '../../state/keys/new-keys.ts'
import type { KeyUse, KnownKey } from '../../state/keys/signing-key.ts'
import { record } from '../audit/record.ts'
import type { ChangeContext, TokenContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'

/**
 * Makes the next key of this use and retires the current one. With `isStolen`, the new key signs at once and all
 * earlier ones are revoked, which for the tokens keys ends all credentials of all accounts.
 */
export function rotateKey(
  context: ChangeContext & TokenContext,
  by: Actor,
  use: KeyUse,
  { isStolen }: { isStolen: boolean },
  keep?: StoreAnswer<KnownKey>,
): Promise<KnownKey> {
  const { keys } = context
  const recordKey: RecordKey = async (tx, key) => {
    const details = { use, kid: key.kid, stolen: isStolen }
    await record(context, tx, by, { event: 'key.rotated', account: null, details })
    await keep?.(tx, key)
  }
  return isStolen ? keys.replaceStolen(use, recordKey) : keys.rotate(use, recordKey)
}
