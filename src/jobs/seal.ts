import { sealNextEntries } from '../domain/audit/seal.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../domain/context.ts'
import { repeat } from './repeat.ts'

type Deps = ReadContext & SecretContext

/** Seals every entry that the audit log has now. */
export async function seal(context: Deps): Promise<void> {
  while (await sealNextEntries(context)) await new Promise(setImmediate)
}

/** Seals the audit log every `intervalMs`. Every instance tries; only one of several succeeds at a time. */
export function startSealing(context: Deps & ChangeContext, intervalMs: number): () => void {
  return repeat(context.log, 'sealing the audit log', intervalMs, () => seal(context))
}
