// The program as every package except npm's has it: with its Node.js, for one architecture.
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseModes } from './modes.ts'
import { type Architecture, installModules } from './modules.ts'

export interface Program {
  readonly directory: string
  readonly architecture: Architecture
}

/** Starts the program, wherever the directory is and whatever link it is called by. */
const launcher = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node/bin/node" --max-semi-space-size=8 "$here/bin/norn.cjs" "$@"
`

/** Creates it from the compiled package. The modules of that architecture are moved into it. */
export function makeProgram(compiled: string, architecture: Architecture, work: string): Program {
  const directory = join(work, `program-${architecture}`)
  cpSync(compiled, directory, { recursive: true })
  const modules = join(directory, 'node_modules')
  renameSync(installModules(architecture, work), modules)
  takeNode(directory, modules, architecture)
  writeFileSync(join(directory, 'dist', 'platform'), `linux-${architecture}`)
  writeFileSync(join(directory, 'norn'), launcher, { mode: 0o755 })
  normaliseModes(directory)
  return { directory, architecture }
}

/** Takes only the program from its package: headers and npm would double the size. */
function takeNode(directory: string, modules: string, architecture: Architecture): void {
  const name = `node-linux-${architecture}`
  mkdirSync(join(directory, 'node', 'bin'), { recursive: true })
  for (const file of ['bin/node', 'LICENSE', 'package.json'])
    renameSync(join(modules, name, file), join(directory, 'node', file))
  const leftOut = readdirSync(modules).filter((each) => each.startsWith('node-linux-'))
  for (const each of [...leftOut, '.bin']) rmSync(join(modules, each), { recursive: true, force: true })
}
