import { sealNextEntries } from '../domain/audit/seal.ts'
import type { Context, ReadContext } from '../domain/context.ts'
import { repeat } from './repeat.ts'

type Deps = ReadContext & Pick<Context, 'config' | 'secrets'>

/** Puts every entry of the audit log that is there now under a seal. */
export async function seal(context: Deps): Promise<void> {
  while (await sealNextEntries(context)) await new Promise(setImmediate)
}

/** Every instance does so; of several at once one succeeds. */
export function startSealing(context: Deps & Pick<Context, 'log'>, intervalMs: number): () => void {
  return repeat(context.log, 'sealing the audit log', intervalMs, () => seal(context))
}
