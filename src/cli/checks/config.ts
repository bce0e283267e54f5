import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'

export async function config(_: object, output: Output): Promise<void> {
  const { settings } = configFor(output)
  if (output.json) return output.object(settings)
  const rows = Object.entries(settings).map(([name, { value, source }]) => ({ name, value, source }))
  const longest = Math.max(...rows.map(({ name }) => name.length))
  await output.list(rows, { name: longest, source: 11, value: 0 })
}
