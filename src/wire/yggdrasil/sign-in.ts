import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { issueToken } from '../../domain/launcher-tokens.ts'
import { authenticate } from '../../domain/sign-in/sign-in.ts'
import { type Refusal, Refused } from '../../model/refusal.ts'
import { type AuthenticateRequest, clientTokenFits, isTrue } from './requests.ts'
import { type Authenticated, authenticated } from './responses.ts'

/** Why signing in may be declined, below whichever root. */
export const signInRefusals: readonly Refusal[] = [
  'parameters_missing',
  'client_token_too_long',
  'credentials_invalid',
  'second_factor_required',
  'account_suspended',
  'too_many_guesses',
  'overloaded',
]

/** Answers a launcher's authenticate with a new token for the player. */
export async function signIn(
  context: Context,
  request: Pick<FastifyRequest, 'ip' | 'about'>,
  { username, password, clientToken, requestUser }: Static<typeof AuthenticateRequest>,
): Promise<Static<typeof Authenticated>> {
  if (!clientTokenFits(clientToken)) throw new Refused('client_token_too_long')
  const account = await authenticate(context, { login: username, secret: password, address: request.ip })
  request.about = account.id
  const accessToken = await issueToken(context, account, clientToken)
  return authenticated(account, { accessToken, clientToken }, isTrue(requestUser))
}
