// Each end that the table of docs/security.md names, except the events of what-gives-access.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { origin } from '../web/confirming.ts'
import { accessTable } from './access-table.ts'
import { community } from './ends/community.ts'
import { credentials } from './ends/credentials.ts'
import { factors } from './ends/factors.ts'
import { linked } from './ends/linked.ts'
import { links } from './ends/links.ts'

const walks = { ...credentials, ...factors, ...links, ...linked, ...community }

const settings = {
  NORN_BASE_URL: origin,
  NORN_NEIGHBOURS: 'on',
  NORN_BEDROCK_LINKS: 'on',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000',
  NORN_MAILS_PER_ADDRESS: '1000',
}

test('each end in the table has a walk, and each walk an end', async () => {
  const table = await accessTable()
  const sorted = (ends: readonly string[]) => ends.toSorted()
  assert.deepEqual(
    Object.fromEntries([...table].map(([name, { ownEnds }]) => [name, sorted(ownEnds)])),
    Object.fromEntries([...table.keys()].map((name) => [name, sorted(walks[name]?.ends ?? [])])),
  )
  assert.deepEqual(Object.keys(walks).toSorted(), [...table.keys()].toSorted())
})

onEveryDatabase('its own ends', (start) => {
  let ours: Promise<RunningService> | undefined
  for (const [name, { ends, tread }] of Object.entries(walks))
    for (const end of ends)
      test(`${name}: ${end}`, async (t) => {
        ours ??= start(settings)
        await tread({ t, service: await ours }, end)
      })
})
