import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { importAccounts } from '../domain/import/import.ts'
import { CommandRefused } from './command.ts'
import { commandActor } from './command-actor.ts'
import { importRefusals } from './import-refusals.ts'
import type { Output } from './output.ts'
import { Progress } from './progress.ts'
import { withContext } from './with-context.ts'

interface Result {
  added: number
  unchanged: number
  refused: { line: number; reason: string }[]
}

/** Reports each refused line when it is found, and the counts at the end. */
export async function importFile({ file }: { file: string }, output: Output): Promise<void> {
  const { chunks, size } = await open(file)
  await withContext(output, async (context) => {
    const result: Result = { added: 0, unchanged: 0, refused: [] }
    const progress = new Progress(process.stderr, 'lines')
    for await (const batch of importAccounts(context, commandActor(), chunks)) {
      result.added += batch.added
      result.unchanged += batch.unchanged
      for (const { line, reason } of batch.refused) {
        progress.end()
        output.note(`line ${line}: ${importRefusals[reason]}`)
        result.refused.push({ line, reason: importRefusals[reason] })
      }
      const done = result.added + result.unchanged + result.refused.length
      progress.update(done, size && Math.min(1, batch.bytes / size))
    }
    progress.end()
    const { added, unchanged, refused } = result
    output.object(result, `${added} added, ${unchanged} unchanged, ${refused.length} refused`)
    if (refused.length > 0) {
      const lines = refused.length === 1 ? '1 line was' : `${refused.length} lines were`
      throw new CommandRefused(`${lines} refused; correct the file and import it again`)
    }
  })
}

/** The bytes of the file or of standard input; `size` in bytes where it is known. Throws CommandRefused. */
async function open(file: string): Promise<{ chunks: AsyncIterable<Buffer>; size: number | undefined }> {
  if (file === '-') return { chunks: process.stdin, size: undefined }
  try {
    const about = await stat(file)
    if (about.isDirectory()) throw new Error('it is a directory')
    return { chunks: createReadStream(file), size: about.isFile() ? about.size : undefined }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandRefused(
      `${file} cannot be read (${why}); give the path of a file, or - for standard input`,
      {
        cause: error,
      },
    )
  }
}
