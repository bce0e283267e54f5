// Several instances of the service on one database, as behind a proxy.
import type { TestContext } from 'node:test'
import { type Kind, migrated } from '../databases.ts'
import { type Answer, type RunningService, startService, type TestAccount } from '../service.ts'

export type Instances = readonly [RunningService, RunningService, RunningService]

/** Three instances on a PostgreSQL database of their own, each with its own pool, caches and clock. */
export async function startInstances(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<Instances> {
  const database = await migrated.postgres()
  const first = await startService(database.url, settings)
  const second = await startService(database.url, settings)
  const third = await startService(database.url, settings)
  const instances: Instances = [first, second, third]
  t.after(async () => {
    for (const instance of instances) await instance.close()
    await database.drop()
  })
  return instances
}

/** Three instances if the database supports them; on SQLite everything is simultaneous within one. */
export async function startOn(
  t: TestContext,
  kind: Kind,
  settings: Record<string, string>,
): Promise<readonly [RunningService, ...RunningService[]]> {
  if (kind === 'postgres') return startInstances(t, settings)
  const database = await migrated.sqlite()
  const service = await startService(database.url, settings)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  return [service]
}

export const authenticate = (service: RunningService, account: TestAccount, password = account.password) =>
  service.post('/auth/authenticate', { username: account.username, password, clientToken: 'launcher' })

/** Throws if the request is refused. */
export async function signIn(service: RunningService, account: TestAccount): Promise<string> {
  const answer = await authenticate(service, account)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.accessToken
}

export const validate = (service: RunningService, accessToken: string) =>
  service.post('/auth/validate', { accessToken })

export const join = (service: RunningService, account: TestAccount, accessToken: string, serverId: string) =>
  service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })

export const hasJoined = (service: RunningService, username: string, serverId: string) =>
  service.get(`/session/hasJoined?${new URLSearchParams({ username, serverId })}`)

export const statuses = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
