import type { AdapterPayload } from 'oidc-provider'
import type { Artifact, ArtifactKind, StoredArtifact } from '../../domain/oauth/artifacts.ts'
import { dayMs } from '../../lib/measure/units.ts'
import type { LibraryTime } from './times.ts'

/** Longer than an expired row is kept. */
const usedGraceMs = dayMs

/** What has a column of its own, or has to be told in our time. */
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
 * What is stored of what the library hands over: its `jti` is the code or token itself, and a user code opens the
 * sign-in that waits for it, so neither stands in the store.
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
    // The library looks first whether it has expired; what was used up ends its grant also after that.
    ...(consumedAt === undefined
      ? { exp }
      : { consumed: time.past(consumedAt), exp: time.expiry(expiresAt + usedGraceMs) }),
  }
}
