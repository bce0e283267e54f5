import { networkGroups } from '../../lib/address.ts'
import { GateFull } from '../../lib/gate.ts'
import { Refused } from '../../model/refusal.ts'
import type { Context } from '../context.ts'

/** Hashes a password that a stranger has chosen: his network takes its turn. Throws Refused `overloaded`. */
export async function hashChosen(
  { passwords }: Pick<Context, 'passwords'>,
  password: string,
  address: string,
): Promise<string> {
  try {
    return await passwords.hash(password, { groups: networkGroups(address) })
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1 })
    throw error
  }
}
