import type { ProviderIdentity } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { claimAt, emailIn, nameIn, subjectOf } from './identity.ts'
import { type AskApi, objectAt } from './user-info.ts'

const api = 'https://api.github.com'

/** Returns who somebody is at GitHub: the number, since a name is given to others after a rename. Throws ExchangeFailed. */
export async function githubPerson(ask: AskApi): Promise<ProviderIdentity> {
  const { id, login } = await objectAt(ask, `${api}/user`)
  const subject = subjectOf(typeof id === 'number' ? id : undefined)
  const email = await primaryEmail(ask)
  return {
    subject,
    username: nameIn(login),
    email,
    isEmailVerified: email !== undefined,
    groups: undefined,
    authenticatedAt: undefined,
    isInGuild: undefined,
  }
}

/** Returns the address that is both primary and verified, if the scope lets it be read. */
async function primaryEmail(ask: AskApi): Promise<string | undefined> {
  const { status, value } = await ask(`${api}/user/emails`)
  if (status >= 500 || status === 429) throw new ExchangeFailed('unanswered', `status ${status}`)
  const all: unknown[] = Array.isArray(value) ? value : []
  const own = all.find((each) => claimAt(each, 'primary') === true && claimAt(each, 'verified') === true)
  return emailIn(claimAt(own, 'email'))
}
