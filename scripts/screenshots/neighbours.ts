// Two neighbours of the community, and their players who have come.

import { countVisit } from '../../src/domain/figures/neighbour-figures.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { addNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { storeVisitor, uuid } from '../../test/domain/neighbours/scene.ts'
import { operator, type RunningService } from '../../test/service.ts'

/** A visitor whose page is shown. */
export const freyr = uuid(1)

export async function neighbourhood({ context }: RunningService): Promise<void> {
  for (const [id, who] of [
    ['asgard', 'listed'],
    ['vanaheim', 'everyone'],
  ] as const) {
    const root = `https://${id}.example/api`
    await addNeighbour(context, operator, {
      id,
      who,
      place: {
        kind: 'authlib-injector',
        root,
        addresses: addressesBelow('authlib-injector', root, context.config.game),
        textureHosts: [`skins.${id}.example`],
        isPrivate: false,
      },
    })
  }
  for (const name of ['Heimdall', 'Baldur']) await listName(context, operator, 'asgard', { name })
  await storeVisitor(context, { id: freyr, name: 'Freyr', neighbour: 'vanaheim' })
  await storeVisitor(context, { id: uuid(2), name: 'Heimdall', neighbour: 'asgard' })
  const njord = await storeVisitor(context, { id: uuid(3), name: 'Njord', neighbour: 'vanaheim' })
  await suspendVisitor(context, operator, njord, { reason: 'griefing' })
  for (const [id, outcome, times] of [
    ['asgard', 'yes', 14],
    ['asgard', 'admitted', 12],
    ['asgard', 'no', 3],
    ['vanaheim', 'yes', 31],
    ['vanaheim', 'admitted', 31],
    ['vanaheim', 'unsure', 2],
  ] as const) {
    for (let count = 0; count < times; count++) countVisit(context.hourCounts, id, outcome)
  }
  await context.hourCounts.flush()
  context.neighbourNews.refused({ server: 'survival', name: 'Baldur', reason: 'two_sources' })
  context.neighbourNews.refused({ server: 'survival', name: 'Loki', reason: 'name_owned' })
  await context.neighbourNews.flush()
}
