import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../domain/context.ts'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { exportAccounts, exportedTexture, textureName } from '../../moving/export.ts'
import { CommandRefused } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { Progress } from '../line/progress.ts'
import { withReadOnlyContext } from '../line/with-context.ts'

/** Writes the lines to the file and the pictures to a folder next to it. The file gets its name once it is complete. */
export async function exportFile({ file }: { file: string }, output: Output): Promise<void> {
  const target = output.path(file)
  if (existsSync(target)) throw new CommandRefused(`${target} exists; name a new file, or remove it`)
  await withReadOnlyContext(output, async (context) => {
    const partial = `${target}.partial`
    try {
      await using lines = await open(partial, 'w', 0o600)
      const written = await writeAll(context, lines, dirname(target), output)
      await lines.sync()
      await rename(partial, target)
      output.object(
        { file: target, ...written },
        `Exported ${countsOf(written)} to ${target}. The file contains password hashes and TOTP secrets: protect it like the database.`,
      )
    } catch (error) {
      await rm(partial, { force: true })
      throw refusal(error, target)
    }
  })
}

async function writeAll(context: Context, lines: FileHandle, folder: string, output: Output) {
  const progress = new Progress(output.surroundings.stderr, 'accounts')
  const written = new Set<string>()
  let [accounts, characters] = [0, 0]
  for await (const page of exportAccounts(context)) {
    for (const hash of page.flatMap(({ textures }) => textures)) {
      if (written.has(hash)) continue
      const path = join(folder, textureName(hash))
      if (written.size === 0) await makeFolder(dirname(path))
      await writeFile(path, await exportedTexture(context, hash), { mode: 0o600 })
      written.add(hash)
    }
    await lines.appendFile(page.map(({ fields }) => `${JSON.stringify(fields)}\n`).join(''))
    const others = page.filter(({ fields }) => fields.owner !== undefined).length
    accounts += page.length - others
    characters += others
    progress.update(accounts + characters, undefined)
  }
  progress.end()
  return { accounts, ...(characters > 0 && { characters }), textures: written.size }
}

function countsOf({ accounts, characters, textures }: Awaited<ReturnType<typeof writeAll>>): string {
  const others = characters === undefined ? '' : `, ${characters} characters`
  return `${accounts} accounts${others} and ${textures} textures`
}

/** Turns a file system error about the target into a refusal. */
function refusal(error: unknown, target: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (path === undefined) return error
  return new CommandRefused(`${path} cannot be written (${code}); ${target} was not written`, {
    cause: error,
  })
}
