import { launcherKind } from '../../model/credential.ts'
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

/** JSON's escapes leave nothing in a clientToken that a text column can't hold: no NUL, no lone surrogate. */
export const inStore = (clientToken: string): string => JSON.stringify(clientToken)

export const fromStore = (stored: string): string => JSON.parse(stored)
