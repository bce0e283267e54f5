import type { TestContext } from 'node:test'
import { type Kind, kinds, migrated } from '../databases.ts'
import { type RunningService, startService } from '../service.ts'

/** How many instances, on which database. */
export interface Setting {
  kind: Kind
  count: number
  /** In the words of a title. */
  where: string
}

/** Where the database may be shared, also as two instances. */
export const oneOrTwo: readonly Setting[] = [
  ...kinds.map((kind) => ({ kind, count: 1, where: kind })),
  { kind: 'postgres', count: 2, where: '2 instances on postgres' },
]

/** Starts the instances on a database of their own, which goes with the test. */
export async function startInstances(
  t: TestContext,
  { kind, count }: Setting,
  settings: Record<string, string> = {},
): Promise<RunningService[]> {
  const database = await migrated[kind]()
  const services: RunningService[] = []
  t.after(async () => {
    for (const service of services) await service.close()
    await database.drop()
  })
  while (services.length < count) services.push(await startService(database.url, settings))
  return services
}
