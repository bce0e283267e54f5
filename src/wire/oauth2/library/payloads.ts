import type { AdapterPayload } from 'oidc-provider'
import type { Artifact, ArtifactKind, StoredArtifact } from '../../../domain/oauth/artifacts.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import type { LibraryTime } from './times.ts'

/** Longer than expired rows are kept. */
const usedGraceMs = dayMs

/** Fields that have a column of their own, or times that have to be converted to our clock. */
const columns: ReadonlySet<string> = new Set<keyof AdapterPayload & string>([
  'jti',
  'kind',
  'iat',
  'exp',
  'clientId',
  'accountId',
  'grantId',
  'userCode',
  'authTime',
  'consumed',
])

/**
 * Returns the parts of the library's payload to store. Its `jti` is the code or token itself, and a user code gives
 * access to the sign-in that waits for it, so neither is stored.
 */
export function fromLibrary(
  time: LibraryTime,
  payload: AdapterPayload,
  expiresIn: number,
): { artifact: Artifact; userCode: string | undefined } {
  const { clientId, accountId, grantId, userCode, authTime, session } = payload
  const asked = payload.params?.['client_id']
  const issuedAt = time.now()
  const rest = Object.entries(payload).filter(([name]) => !columns.has(name))
  return {
    artifact: {
      clientId: clientId ?? (typeof asked === 'string' ? asked : ''),
      accountId: accountId ?? session?.accountId,
      grantId,
      payload: {
        ...Object.fromEntries(rest),
        ...(authTime !== undefined && { authTime: time.ownSeconds(authTime) }),
      },
      issuedAt,
      expiresAt: issuedAt + expiresIn * 1000,
    },
    userCode,
  }
}

export function toLibrary(
  time: LibraryTime,
  kind: ArtifactKind,
  token: string,
  artifact: StoredArtifact,
): AdapterPayload {
  const { clientId, accountId, grantId, payload, issuedAt, expiresAt, consumedAt } = artifact
  const { authTime } = payload
  const iat = time.past(issuedAt)
  const exp = time.expiry(expiresAt)
  return {
    ...payload,
    ...(typeof authTime === 'number' && { authTime: time.past(authTime * 1000) }),
    jti: token,
    kind,
    clientId,
    iat,
    ...(accountId !== undefined && { accountId }),
    ...(grantId !== undefined && { grantId }),
    // The library checks expiry first, but a code that is used twice has to end its grant even after it has
    // expired.
    ...(consumedAt === undefined
      ? { exp }
      : { consumed: time.past(consumedAt), exp: time.expiry(expiresAt + usedGraceMs) }),
  }
}
