import { networkGroups } from '../../lib/address.ts'
import { overloaded } from '../../model/overloaded.ts'
import type { Context } from '../context.ts'

/** Hashes a password that a stranger has chosen: his network takes its turn. Throws Refused `overloaded`. */
export function hashChosen(
  { passwords }: Pick<Context, 'passwords'>,
  password: string,
  address: string,
): Promise<string> {
  return passwords.hash(password, { groups: networkGroups(address) }).catch(overloaded)
}
