import { countOnlineUpTo } from '../../storage/game/presence.ts'
import type { ReadContext } from '../context.ts'

/** Pages count players no further than this. */
const counted = 1000

/** Returns how many players' games say that they are being played, and whether there are more than that. */
export async function playersNow({ clock, db }: ReadContext): Promise<{ count: number; isMore: boolean }> {
  const count = await countOnlineUpTo(db, clock(), counted + 1)
  return { count: Math.min(count, counted), isMore: count > counted }
}
