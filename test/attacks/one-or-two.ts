import type { TestContext } from 'node:test'
import { type Kind, kinds, migrated } from '../databases.ts'
import { type RunningService, startService } from '../service.ts'

/** The number of instances, and their database. */
export interface Setting {
  kind: Kind
  count: number
  /** The setting in words, for a title. */
  where: string
}

/** Returns the settings in which instances can share the database, including two instances. */
export const oneOrTwo = (): readonly Setting[] => [
  ...kinds().map((kind) => ({ kind, count: 1, where: kind })),
  { kind: 'postgres', count: 2, where: '2 instances on postgres' },
]

/** Starts the instances on a database of their own, which is dropped after the test. */
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
