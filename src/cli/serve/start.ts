import { boundHeapGrowth, holdYoungGeneration } from '../../lib/process/heap.ts'
import type { Output } from '../line/output.ts'

/** Loads the server and runs it. Without the server, every other command starts in half the time. */
export async function start(given: object, output: Output): Promise<void> {
  boundHeapGrowth()
  // The server lets it grow once it listens.
  holdYoungGeneration()
  const { serve } = await import('./serve.ts')
  await serve(given, output)
}
