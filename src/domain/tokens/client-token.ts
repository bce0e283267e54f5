import { launcherKind } from '../../model/accounts/credential.ts'
import type { AccessTokenClaims } from '../../state/keys/access-tokens.ts'
import type { CredentialKey } from '../../storage/credentials/credentials.ts'

export const credentialKey = (
  { digest }: AccessTokenClaims,
  clientToken: string | undefined,
): CredentialKey => ({
  digest,
  kind: launcherKind,
  client: clientToken === undefined ? undefined : inStore(clientToken),
})

/**
 * Converts a clientToken to the form in which it is stored. As JSON, it contains neither NUL nor lone surrogates, which
 * a text column can't hold.
 */
export const inStore = (clientToken: string): string => JSON.stringify(clientToken)

export const fromStore = (stored: string): string => JSON.parse(stored)
