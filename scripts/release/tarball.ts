import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archive } from './archive.ts'
import type { Source } from './checkout.ts'
import type { Program } from './program.ts'

/** Writes norn-VERSION-linux-x64.tar.gz: one folder, whose `norn` is the program. */
export async function writeTarball(program: Program, source: Source, out: string): Promise<void> {
  const name = `norn-${source.version}-linux-${program.architecture}`
  const folder = join(dirname(program.directory), name)
  renameSync(program.directory, folder)
  try {
    await archive({ directory: dirname(folder), names: [name] }, source, join(out, `${name}.tar.gz`))
  } finally {
    renameSync(folder, program.directory)
  }
}
