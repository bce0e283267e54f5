import { constants, open, readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** Thrown if a file of a folder lies outside that folder or can't be read. */
export class FileNotRead extends Error {
  override name = 'FileNotRead'
  readonly why: 'outside' | 'unreadable'

  constructor(why: FileNotRead['why'], name: string, options?: ErrorOptions) {
    super(`${name} is ${why}`, options)
    this.why = why
  }
}

/** Reads files below one directory, and no others, wherever names and symbolic links lead. */
export class Folder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Returns the names of files in the folder that match, in a fixed order; none if there is no such folder. */
  async names(pattern: RegExp): Promise<string[]> {
    try {
      return (await readdir(this.#path)).filter((name) => pattern.test(name)).sort()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  /** Returns a text that differs after the file was written or replaced. */
  async look(name: string): Promise<string> {
    const about = await stat(this.placeOf(name)).catch(() => undefined)
    return `${about?.ino} ${about?.size} ${about?.mtimeMs}`
  }

  /** Returns the path of a file for people. */
  placeOf(name: string): string {
    return join(this.#path, name)
  }

  /** Reads a file, but at most one byte more than `maxBytes`, which shows that it is longer. Throws FileNotRead. */
  async read(name: string, maxBytes: number): Promise<Buffer> {
    const path = await this.#pathOf(name)
    try {
      // Without O_NONBLOCK, opening a named pipe would wait for a writer.
      await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
      const about = await file.stat()
      if (!about.isFile()) throw new Error('not a file')
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(about.size, maxBytes) + 1), 0)
      return buffer.subarray(0, bytesRead)
    } catch (cause) {
      throw new FileNotRead('unreadable', name, { cause })
    }
  }

  async #pathOf(name: string): Promise<string> {
    if (isAbsolute(name) || isAbove(relative('.', join('.', name)))) throw new FileNotRead('outside', name)
    let path: string
    let folder: string
    try {
      folder = await realpath(this.#path)
      path = await realpath(join(folder, name))
    } catch (cause) {
      throw new FileNotRead('unreadable', name, { cause })
    }
    if (isAbove(relative(folder, path))) throw new FileNotRead('outside', name)
    return path
  }
}

const isAbove = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)
