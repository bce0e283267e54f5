import assert from 'node:assert/strict'
import type { RunningService } from '../service.ts'

/** Joins a server with a token, and the server asks who joined. */
export async function plays(
  service: RunningService,
  { id, username }: { id: string; username: string },
  accessToken: string,
): Promise<void> {
  const serverId = accessToken.slice(0, 20)
  const joined = await service.post('/session/join', { accessToken, selectedProfile: id, serverId })
  assert.equal(joined.status, 200, joined.text)
  const found = await service.get(`/session/hasJoined?username=${username}&serverId=${serverId}`)
  assert.equal(found.json.id, id)
}
