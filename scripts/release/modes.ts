import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Gives files and folders the modes of a package, 0644 or 0755, whatever this machine's umask is. */
export function normaliseModes(path: string): void {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  const isOpenable = found.isDirectory() || (found.mode & 0o111) !== 0
  chmodSync(path, isOpenable ? 0o755 : 0o644)
  if (found.isDirectory()) for (const name of readdirSync(path)) normaliseModes(join(path, name))
}
