import { overview as overviewOf, shownOverview } from '../domain/overview.ts'
import type { Output } from './output.ts'
import { withReadOnlyContext } from './with-context.ts'

export async function overview(_: object, output: Output): Promise<void> {
  await withReadOnlyContext(output, async (context) => {
    const found = shownOverview(await overviewOf(context))
    if (output.json) return output.object(found)
    await output.list(found.hours, { at: 24, signIns: 8, joins: 8 })
    if (found.refusals.length === 0) return
    output.text('')
    await output.list(found.refusals, { reason: 28, count: 0 })
  })
}
