import type { Context } from '../../domain/context.ts'
import type { Library } from './library.ts'

export type OpenLibrary = () => Promise<Library>

/** Loads the code of the library, which in a request would hold the event loop for some 100 ms. */
export const loadLibrary = () => import('./library.ts')

/** Makes the library when it is first needed, for all who need it. */
export function libraryOf(context: Context): OpenLibrary {
  let opened: Promise<Library> | undefined
  return () => {
    opened ??= loadLibrary().then(({ Library }) => new Library(context))
    return opened
  }
}
