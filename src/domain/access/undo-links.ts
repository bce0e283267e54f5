import { dayMs } from '../../lib/measure/units.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { mailTokenPlace } from '../../storage/schema/encryption.ts'
import type { ChangeContext, SecretContext } from '../context.ts'

const tokenBytes = 16
const lifetimeMs = dayMs

/** Used to make a link that undoes a change. */
export type UndoDeps = ChangeContext & SecretContext

/** A new link, whose row its change stores. */
interface UndoLink {
  digest: string
  expiresAt: number
  /** Returns the link's token, sealed for the email that has it. */
  sealToken: (mailId: string) => string
}

export async function newUndoLink({ clock, random, secrets }: UndoDeps, tx: Transaction): Promise<UndoLink> {
  await secrets.lock(tx)
  const token = random.bytes(tokenBytes).toString('base64url')
  return {
    digest: digestOfUndo(token),
    expiresAt: clock() + lifetimeMs,
    sealToken: (mailId) => secrets.seal(mailTokenPlace(mailId), token),
  }
}

export const digestOfUndo = (token: string): string => digestOfLink('undo', token)
