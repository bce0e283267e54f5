import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './checkout.ts'
import { digestOf } from './digest.ts'
import { text } from './run.ts'

const modules = join(import.meta.dirname, 'tools')
export const cache = join(root, 'node_modules', '.cache', 'release')

/**
 * Returns the path of a tool written in Go, in the version of tools/go.mod, whose sources go.sum pins. It is built
 * once, and kept.
 */
export function tool(name: 'nfpm' | 'crane'): string {
  const state = digestOf(readFileSync(join(modules, 'go.sum'))).slice(0, 16)
  const program = join(cache, `${name}-${state}`)
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  const build = ['build', '-mod=readonly', '-trimpath', '-o', program]
  text('go', [...build, packages[name]], modules, { CGO_ENABLED: '0' })
  return program
}

const packages = {
  nfpm: 'github.com/goreleaser/nfpm/v2/cmd/nfpm',
  crane: 'github.com/google/go-containerregistry/cmd/crane',
}
