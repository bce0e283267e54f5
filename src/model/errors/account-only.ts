import type { Profile } from '../accounts/account.ts'
import { Refused } from './refusal.ts'

/** Refuses to set through a character what belongs to its account, which the refusal names. */
export const accountOnly = (character: Profile, owner: Pick<Profile, 'username'>): Refused =>
  new Refused('account_only', {
    about: character,
    sentence: `This belongs to the account, not to a character. Name the account instead: ${owner.username}.`,
  })
