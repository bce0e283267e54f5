import { createApiToken } from '../../../src/domain/tokens/api-tokens.ts'
import { type Answer, operator, type RunningService } from '../../service.ts'

/** Sends requests to the admin API with a token. */
export interface AdminClient {
  token: string
  id: string
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export async function adminClient(
  service: RunningService,
  given: { isReadOnly?: boolean; expiresAt?: number | null } = {},
): Promise<AdminClient> {
  const { isReadOnly = false, expiresAt = null } = given
  const { token, apiToken } = await createApiToken(service.context, operator, {
    name: 'bot',
    readOnly: isReadOnly,
    expiresAt,
  })
  return {
    token,
    id: apiToken.id,
    send: (method, path, body, headers = {}) =>
      service.request(`/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
