import type { Actor } from '../../model/accounts/actor.ts'
import { type ChecklistPoint, pointsIn, pointsText } from '../../model/community/checklist.ts'
import { allSettings, deleteSetting, holdSettings, putSetting } from '../../storage/community/settings.ts'
import { change } from '../change.ts'
import type { ChangeContext, SiteContext } from '../context.ts'

/** Puts a point of the checklist away for all administrators, or brings it back. Others may do the same at once. */
export async function putAway(
  context: ChangeContext & SiteContext,
  by: Actor,
  point: ChecklistPoint,
  isAway: boolean,
): Promise<void> {
  const { random, settings } = context
  const name = 'checklist'
  await change(context, by, async (tx) => {
    await holdSettings(tx)
    const points = new Set(pointsIn((await allSettings(tx)).find((row) => row.name === name)?.value ?? null))
    if (points.has(point) === isAway) return { events: [] }
    if (isAway) points.add(point)
    else points.delete(point)
    const value = pointsText(points)
    if (value === '') await deleteSetting(tx, name)
    else await putSetting(tx, { name, value, version: random.uuid() })
    return { events: [{ event: 'setting.changed', account: null, details: { name, unset: value === '' } }] }
  })
  settings.outdate()
}
