import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** What `npm pack` puts beside the compiled files: a package has no repository. */
const stampFile = resolve(import.meta.dirname, '../../commit.txt')
const root = resolve(import.meta.dirname, '../../..')

const hash = /^[0-9a-f]{40,64}$/

/** The commit that this program was made from: 40 hex digits or more; undefined where nothing says so. */
export function commit(): string | undefined {
  const found = checkedOut(root) ?? contentOf(stampFile)
  return found !== undefined && hash.test(found) ? found : undefined
}

/** The commit that is checked out in a directory, read as git keeps it: the program git need not be there. */
export function checkedOut(directory: string): string | undefined {
  // In a further work tree `.git` is a file that names the directory.
  const dotGit = resolve(directory, '.git')
  const gitDirectory = resolve(directory, contentOf(dotGit)?.replace(/^gitdir: /, '') ?? dotGit)
  const head = contentOf(resolve(gitDirectory, 'HEAD'))
  const branch = head?.replace(/^ref: /, '')
  if (branch === undefined || branch === head) return head
  const shared = resolve(gitDirectory, contentOf(resolve(gitDirectory, 'commondir')) ?? '.')
  const packed = contentOf(resolve(shared, 'packed-refs'))?.split('\n') ?? []
  const line = packed.find((each) => each.endsWith(` ${branch}`))
  return contentOf(resolve(shared, branch)) ?? line?.split(' ', 1)[0]
}

/** Undefined for a directory too, and for what is not there. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
