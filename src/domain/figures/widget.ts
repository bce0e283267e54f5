import { minuteMs } from '../../lib/measure/units.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { OperationContext, ReadContext } from '../context.ts'
import type { Widget } from './widget-look.ts'

/** A look longer ago than this is not shown. */
const staleMs = minuteMs

/** Nobody waits longer for a slow database. */
const waitMs = 1000

/** Returns what strangers are told. Throws DatabaseUnavailable if nothing is known of the last minute. */
export async function widget({ clock, widgetLook }: ReadContext & OperationContext): Promise<Widget> {
  const known = await widgetLook.latest(waitMs)
  if (known === undefined || clock() - known.at > staleMs)
    throw new DatabaseUnavailable('the players of this moment are not known')
  return known
}
