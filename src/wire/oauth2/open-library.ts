import type { Context } from '../../domain/context.ts'
import type { Library } from './library.ts'

export type OpenLibrary = () => Promise<Library>

/** Loads the library when it is first needed, for all who need it. */
export function libraryOf(context: Context): OpenLibrary {
  let opened: Promise<Library> | undefined
  return () => {
    opened ??= import('./library.ts').then(({ Library }) => new Library(context))
    return opened
  }
}
