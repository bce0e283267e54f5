import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Folder } from '../../lib/files/folder.ts'
import { importAccounts } from '../../moving/import/import.ts'
import { accountsOfLines } from '../../moving/lines.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { Progress } from '../line/progress.ts'
import { withContext, withDryRunContext } from '../line/with-context.ts'
import { importRefusal } from './import-refusals.ts'
import { linkedText } from './import-remarks.ts'

interface Result {
  added: number
  linked: number
  unchanged: number
  refused: { line: number; reason: string }[]
}

/** Reports each refused line when it is found, and the counts at the end. */
export async function importFile(
  { file, 'dry-run': isDryRun, reserved }: { file: string; 'dry-run': boolean; reserved: boolean },
  output: Output,
): Promise<void> {
  const { chunks, size, folder } = await open(file, output)
  const run = isDryRun ? withDryRunContext : withContext
  await run(output, async (context) => {
    const result: Result = { added: 0, linked: 0, unchanged: 0, refused: [] }
    const progress = new Progress(output.surroundings.stderr, 'lines')
    const accounts = accountsOfLines(context, chunks)
    const options = { folder, isDryRun, takesReserved: reserved }
    for await (const batch of importAccounts(context, commandActor(), accounts, options)) {
      result.added += batch.added
      result.linked += batch.linked
      result.unchanged += batch.unchanged
      for (const { number, refused } of batch.refused) {
        const reason = importRefusal(refused)
        progress.end()
        output.note(`line ${number}: ${reason}`)
        result.refused.push({ line: number, reason })
      }
      const done = result.added + result.unchanged + result.refused.length
      progress.update(done, size && Math.min(1, batch.position / size))
    }
    progress.end()
    report(result, isDryRun, output)
  })
}

function report(result: Result, isDryRun: boolean, output: Output): void {
  const { added, linked, unchanged, refused } = result
  const counts = isDryRun
    ? `dry run, nothing was changed: ${added} to add, ${unchanged} unchanged, ${refused.length} to refuse`
    : `${added} added, ${unchanged} unchanged, ${refused.length} refused`
  output.object(result, counts, ...linkedText(linked, isDryRun))
  if (refused.length === 0) return
  const lines = refused.length === 1 ? '1 line' : `${refused.length} lines`
  const were = isDryRun ? 'would be' : refused.length === 1 ? 'was' : 'were'
  const next = isDryRun ? 'correct the file first' : 'correct the file and import it again'
  throw new CommandRefused(`${lines} ${were} refused; ${next}`)
}

/**
 * Opens the file or standard input, and returns its bytes and the folder of its pictures; `size` in bytes if it is
 * known. Throws CommandRefused.
 */
async function open(
  file: string,
  output: Output,
): Promise<{ chunks: AsyncIterable<Buffer>; size: number | undefined; folder: Folder }> {
  if (file === '-')
    return { chunks: output.surroundings.stdin, size: undefined, folder: new Folder(output.path('.')) }
  try {
    const path = output.path(file)
    const about = await stat(path)
    if (about.isDirectory()) throw new Error('it is a directory')
    const size = about.isFile() ? about.size : undefined
    return { chunks: createReadStream(path), size, folder: new Folder(dirname(path)) }
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
